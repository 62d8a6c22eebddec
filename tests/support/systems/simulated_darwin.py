"""macOS, as far as Python's own names go: no prlimit, no death signal, no huge pages."""

import ctypes
import mmap
import resource
import sys

from tests.support.systems.hiding import hide_from_us, hide_modules, hide_names


def install() -> None:
    """Act as macOS from now on."""
    sys.platform = "darwin"
    hide_modules(["uvloop", "spwd"])
    hide_from_us(ctypes, ["CDLL"])  # nothing of Linux' own
    hide_names(resource, ["prlimit"])
    hide_names(mmap, [name for name in dir(mmap) if name.startswith("MADV_HUGE")])
