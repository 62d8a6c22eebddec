"""The locks of Windows' C library, played by those of Unix: so many bytes from the descriptor's place on."""

import fcntl
import os
import sys

assert sys.platform == "linux"

LK_UNLCK, LK_LOCK, LK_NBLCK = 0, 1, 2
_lockf, _EXCLUSIVE, _RELEASED = fcntl.lockf, fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_UN


def locking(descriptor: int, mode: int, count: int) -> None:
    """Lock or unlock bytes; OSError if another process has them."""
    place = os.lseek(descriptor, 0, os.SEEK_CUR)
    assert place + count < 1 << 31, "older libraries count places in 32 bits"
    assert mode in (LK_UNLCK, LK_NBLCK), "LK_LOCK would give up after ten seconds"
    _lockf(descriptor, _RELEASED if mode == LK_UNLCK else _EXCLUSIVE, count, place)
