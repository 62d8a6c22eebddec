"""Which program an engine is, and within what bounds it runs."""

import os
import shutil
from pathlib import Path

from boyi.engines.platforms import Bounds
from boyi.protocol.driving.spec import EngineSpec

MEGABYTE = 1 << 20


def find_program(spec: EngineSpec) -> str:
    """The path of an engine's program; OSError says in a few words why there is none."""
    if not spec.command:
        raise OSError("its command is empty")
    if spec.directory and not spec.directory.is_dir():
        raise OSError(f"there is no directory {spec.directory}")
    name = spec.command[0]
    if not is_path(name):
        if found := shutil.which(name):
            return found
        raise OSError(f"there is no program {name} in PATH")
    path = ((spec.directory or Path()) / name).absolute()
    if not path.is_file():
        raise OSError(f"there is no file {path}")
    if not os.access(path, os.X_OK):
        raise OSError(f"{path} is not executable")
    return str(path)


def is_path(program: str) -> bool:
    """Whether a program is given by its path, not by its name alone."""
    return os.sep in program or bool(os.altsep and os.altsep in program)


def bounds(spec: EngineSpec) -> Bounds:
    """What an engine's process may use."""
    return Bounds(
        spec.memory and spec.memory * MEGABYTE,
        spec.largest_file and spec.largest_file * MEGABYTE,
        spec.descriptors,
        spec.polite,
    )
