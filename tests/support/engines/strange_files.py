"""Paths that name no file worth reading, each of which could hold up or overwhelm who reads it."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest


def _folder(place: Path) -> Path:
    place.mkdir()
    return place


def make_pipe(place: Path) -> Path:
    """A named pipe, where the system has such."""
    if sys.platform == "win32":
        pytest.skip("no named pipes here")
    else:
        os.mkfifo(place)
        return place


def _sparse(place: Path) -> Path:
    place.touch()
    os.truncate(place, 40 << 30)
    return place


STRANGE: dict[str, Callable[[Path], Path]] = {
    "folder": _folder,
    "pipe": make_pipe,
    "sparse": _sparse,
    "zeros": lambda place: Path("/dev/zero"),
    "kernel log": lambda place: Path("/proc/kmsg"),
    "missing": lambda place: place,
}
"""By name, what makes such a path, given one that is free."""
