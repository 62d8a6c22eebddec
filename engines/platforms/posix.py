"""Linux and macOS: locks by fcntl, owners and modes of files, the words of a shell."""

import contextlib
import fcntl
import mmap
import os
import resource
import shlex
import stat
import sys
from collections.abc import Sequence
from pathlib import Path

from boyi.engines.platforms.memory import free_on_linux

assert sys.platform != "win32"


def lock(descriptor: int, place: int, wait: bool) -> bool:
    """Lock one byte of an open file against other processes; False if another one has it and `wait` is off.

    A process holds its locks until `unlock`, until it closes any descriptor of that file, or until it ends.
    """
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB), 1, place)
    except (BlockingIOError, PermissionError):
        return False
    return True


def unlock(descriptor: int, place: int) -> None:
    """Give up the lock of one byte."""
    fcntl.lockf(descriptor, fcntl.LOCK_UN, 1, place)


def lock_file(descriptor: int, wait: bool) -> bool:
    """Lock an open file against whoever else has opened it; False if it is locked and `wait` is off.

    It is held until the descriptor is closed.
    """
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        if wait:
            raise
        return False
    return True


def put_in_place(whole: Path, path: Path) -> None:
    """Have a file take the place of another at once."""
    whole.replace(path)


def guarded(folder: Path) -> bool:
    """Whether a folder belongs to this user or the system, and nobody else may write there."""
    found = folder.stat()
    return found.st_uid in (0, os.geteuid()) and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def cache_home() -> Path:
    """The user's folder for files that can be made again; RuntimeError for a user without a home."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def data_home() -> Path:
    """The user's folder for files that took long to make; RuntimeError for a user without a home."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")


def split_words(command: str) -> list[str]:
    """The words of a command as a user writes it; ValueError if a quotation mark is missing."""
    return shlex.split(command)


def join_words(words: Sequence[str]) -> str:
    """A command that `split_words` takes apart into these words."""
    return shlex.join(words)


def allocate(size: int) -> mmap.mmap:
    """Memory of its own, all zeros, in large pages where there are some; OSError if there is not enough."""
    memory = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def allow_descriptors(count: int) -> None:
    """Let this process hold so many files and sockets open, or as many as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def speak_plainly() -> None:
    """Have text written so that any letter can be; it is, wherever the locale is not of the last century."""


def available_memory() -> int | None:
    """Bytes that this process may take without hurting others; None if nobody tells.

    macOS gives what it holds as a cache away only under pressure: half of the machine's memory is assumed.
    """
    if (free := free_on_linux()) is not None:
        return free
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (ValueError, OSError):
        return None
