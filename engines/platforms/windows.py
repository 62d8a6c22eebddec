"""Windows: locks by msvcrt, folders of the user's profile, the words of its command lines."""

import contextlib
import ctypes
import io
import mmap
import msvcrt
import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

assert sys.platform == "win32"

PAUSE = 0.05
"""Seconds between two tries."""
PATIENCE = 2.0
"""Seconds for readers of a file that is to be replaced."""
WHOLE = 1 << 30
"""The byte that stands for a whole file: far beyond the end of any, and of all bytes that are locked."""
WORD = re.compile(r'(?:[^\s"]|"[^"]*")+')
"""A word of a command line: what stands in quotation marks may have spaces."""


def lock(descriptor: int, place: int, wait: bool) -> bool:
    """Lock one byte of an open file against other processes; False if another one has it and `wait` is off.

    A process holds its locks until `unlock`, until it closes the descriptor, or until it ends.
    """
    while True:
        os.lseek(descriptor, place, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            if not wait:
                return False
            time.sleep(PAUSE)
        else:
            return True


def unlock(descriptor: int, place: int) -> None:
    """Give up the lock of one byte."""
    os.lseek(descriptor, place, os.SEEK_SET)
    msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)


def lock_file(descriptor: int, wait: bool) -> bool:
    """Lock an open file against whoever else has opened it; False if it is locked and `wait` is off.

    It is held until the descriptor is closed.
    """
    return lock(descriptor, WHOLE, wait)


def put_in_place(whole: Path, path: Path) -> None:
    """Have a file take the place of another as soon as nobody reads that; OSError if somebody goes on."""
    latest = time.monotonic() + PATIENCE
    while True:
        try:
            whole.replace(path)
        except PermissionError:
            if time.monotonic() > latest:
                raise
            time.sleep(PAUSE)
        else:
            return


def guarded(folder: Path) -> bool:
    """Whether nobody else may write to a folder; the folders of a user's profile are so by default."""
    return folder.is_relative_to(cache_home())


def cache_home() -> Path:
    """The user's folder for files that can be made again; RuntimeError for a user without a home."""
    return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")


def data_home() -> Path:
    """The user's folder for files that took long to make; RuntimeError for a user without a home."""
    return cache_home()


def split_words(command: str) -> list[str]:
    """The words of a command as a user writes it, whose backslashes are letters of paths.

    ValueError if a quotation mark is missing.
    """
    if command.count('"') % 2:
        raise ValueError("no closing quotation")
    return [word.replace('"', "") for word in WORD.findall(command)]


def join_words(words: Sequence[str]) -> str:
    """A command that `split_words` takes apart into these words."""
    return subprocess.list2cmdline(words)


def allocate(size: int) -> mmap.mmap:
    """Memory of its own, all zeros; OSError if there is not enough."""
    return mmap.mmap(-1, size)


def allow_descriptors(count: int) -> None:
    """Nothing: sockets are not counted here."""


def speak_plainly() -> None:
    """Have text written so that any letter can be: a pipe has the letters of one country else."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(OSError, ValueError):
                stream.reconfigure(encoding="utf-8", errors="replace")


class MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX, as GlobalMemoryStatusEx fills it."""

    _fields_ = (
        ("length", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        ("total_physical", ctypes.c_uint64),
        ("available_physical", ctypes.c_uint64),
        ("total_page_file", ctypes.c_uint64),
        ("available_page_file", ctypes.c_uint64),
        ("total_virtual", ctypes.c_uint64),
        ("available_virtual", ctypes.c_uint64),
        ("available_extended_virtual", ctypes.c_uint64),
    )


def available_memory() -> int | None:
    """Bytes that this process may take without hurting others; None if nobody tells."""
    status = MemoryStatus()
    status.length = ctypes.sizeof(status)
    if not ctypes.WinDLL("kernel32").GlobalMemoryStatusEx(ctypes.byref(status)):
        return None
    return int(min(status.available_physical, status.available_page_file))
