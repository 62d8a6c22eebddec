"""Processes found by a word of their command line, wherever they hide."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path


def running(word: str) -> list[int]:
    """The process ids, our own left out; a child has the words of its parent."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it may end while we look
            if word.encode() in path.read_bytes() and int(path.parent.name) != os.getpid():
                found.append(int(path.parent.name))
    return found


def survivors(word: str, patience: float = 10.0) -> list[int]:
    """Those that are still there after a while; they are killed then, for the sake of later tests."""
    deadline = time.monotonic() + patience
    while (found := running(word)) and time.monotonic() < deadline:
        time.sleep(0.02)
    for process in found:
        with suppress(ProcessLookupError):
            os.kill(process, signal.Signals["SIGKILL"])
    return found


def appear(word: str, count: int, patience: float = 120.0) -> None:
    """Wait until so many are there."""
    deadline = time.monotonic() + patience
    while len(running(word)) < count:
        assert time.monotonic() < deadline, f"{count} processes did not start"
        time.sleep(0.02)
