"""Launch: how a program is made a child that dies with us and keeps within its bounds."""

import contextlib
import ctypes
import os
import resource
import shutil
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path

from boyi.protocol.player import EngineSpec

MEGABYTE = 1 << 20
SET_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of Linux's prctl."""


def find_program(spec: EngineSpec) -> str:
    """The path of an engine's program; OSError says in a few words why there is none."""
    if not spec.command:
        raise OSError("its command is empty")
    if spec.directory and not spec.directory.is_dir():
        raise OSError(f"there is no directory {spec.directory}")
    name = spec.command[0]
    if os.sep not in name:
        if found := shutil.which(name):
            return found
        raise OSError(f"there is no program {name} in PATH")
    path = ((spec.directory or Path()) / name).absolute()
    if not path.is_file():
        raise OSError(f"there is no file {path}")
    if not os.access(path, os.X_OK):
        raise OSError(f"{path} is not executable")
    return str(path)


def bound_to_us(command: list[str]) -> tuple[list[str], Callable[[], None] | None]:
    """The command with the kernel's order to kill it when we die, and what its fork must call, if anything.

    A wrapper that execs spares a large parent the full fork that any Python code in the child costs.
    The order is tied to the thread that starts the process.
    """
    if wrapper := shutil.which("setpriv"):
        return [wrapper, "--pdeathsig", "KILL", "--", *command], None
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    return command, prctl and partial(prctl, SET_DEATH_SIGNAL, signal.SIGKILL)


def confine(pid: int, spec: EngineSpec) -> None:
    """Bound the memory, files and descriptors of a process that has just started."""
    bounds = {
        resource.RLIMIT_AS: spec.memory and spec.memory * MEGABYTE,
        resource.RLIMIT_FSIZE: spec.largest_file and spec.largest_file * MEGABYTE,
        resource.RLIMIT_NOFILE: spec.descriptors,
        resource.RLIMIT_CORE: 0,  # a crash is told by its signal; its core would only fill the disk
    }
    with contextlib.suppress(ProcessLookupError):
        for kind, most in bounds.items():
            if most is not None:
                resource.prlimit(pid, kind, (most, most))
