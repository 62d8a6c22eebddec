"""Pipes as sockets, where the system can wait for sockets only: a thread copies from one to the other."""

import contextlib
import socket
import threading
from collections.abc import Callable
from functools import partial
from typing import IO

CHUNK = 1 << 16


def selectable(pipe: IO[bytes]) -> socket.socket:
    """What comes from the reading end of a child's pipe, as `selectors` can wait for it."""
    ours, theirs = socket.socketpair()
    _start(partial(_copy, partial(pipe.read, CHUNK), theirs.sendall), theirs.close)
    ours.setblocking(False)
    return ours


def outlet(pipe: IO[bytes]) -> socket.socket:
    """Where to send what a child should read, without ever waiting; closing it ends the child's input."""
    ours, theirs = socket.socketpair()
    _start(
        lambda: _copy(lambda: theirs.recv(CHUNK), lambda data: _write(pipe, data)), theirs.close, pipe.close
    )
    ours.setblocking(False)
    return ours


def _copy(take: Callable[[], bytes], give: Callable[[bytes], None]) -> None:
    """Copy until either side has ended."""
    with contextlib.suppress(OSError, ValueError):
        while data := take():
            give(data)


def _write(pipe: IO[bytes], data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[pipe.write(rest) :]


def _start(work: Callable[[], None], *afterwards: Callable[[], None]) -> None:
    def run() -> None:
        work()
        for end in afterwards:
            with contextlib.suppress(OSError):
                end()

    threading.Thread(target=run, daemon=True).start()
