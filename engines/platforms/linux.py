"""Children on Linux: the kernel kills them when we die, and bounds them while they run."""

import contextlib
import ctypes
import resource
import shutil
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial

from boyi.engines.platforms import groups
from boyi.engines.platforms.children import NO_BOUNDS, Bounds, Launch

assert sys.platform == "linux"

SET_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of Linux's prctl."""


def launch(command: Sequence[str], bounds: Bounds = NO_BOUNDS) -> Launch:
    """How to start a child that is killed when we die; `adopt` sets its bounds."""
    bound, in_child = bind_to_parent(list(command))
    return Launch(bound, {"start_new_session": True, "preexec_fn": in_child})


def bind_to_parent(command: list[str]) -> tuple[list[str], Callable[[], None] | None]:
    """The command with the kernel's order to kill it when we die, and what its fork must call, if anything.

    A wrapper that execs spares a large parent the full fork that any Python code in the child costs.
    The order is tied to the thread that starts the process.
    """
    if wrapper := shutil.which("setpriv"):
        return [wrapper, "--pdeathsig", "KILL", "--", *command], None
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    return command, prctl and partial(prctl, SET_DEATH_SIGNAL, signal.SIGKILL)


class BoundedGroup(groups.ProcessGroup):
    """A process group whose leader is bound while it runs."""

    def __init__(self, pid: int) -> None:
        """Take up a process that has just been started."""
        super().__init__(pid)
        self._leader = pid

    def begin(self, bounds: Bounds) -> None:
        """Bound its memory, files, descriptors and rank; OSError or ValueError if that can't be."""
        kinds = {
            resource.RLIMIT_AS: bounds.memory,
            resource.RLIMIT_FSIZE: bounds.largest_file,
            resource.RLIMIT_NOFILE: bounds.descriptors,
            resource.RLIMIT_CORE: 0,  # a crash is told by its signal; its core would only fill the disk
        }
        if bounds.polite:
            self.give_way()
        with contextlib.suppress(ProcessLookupError):
            for kind, most in kinds.items():
                if most is not None:
                    resource.prlimit(self._leader, kind, (most, most))


adopt = BoundedGroup
