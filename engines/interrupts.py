"""Interrupts of an engine that is only starting: it ends without a word, as it does once it serves."""

import os
import signal
from collections.abc import Collection, Sequence
from types import FrameType


def shield(started: Sequence[str], engines: Collection[str]) -> None:
    """Have SIGINT and SIGTERM end this process at once, if it was started with `-m` and an engine's module.

    Any other module gets Python's own handling of Ctrl-C, which the launcher may have put off.
    """
    module = started[started.index("-m") + 1] if "-m" in started[:-1] else ""
    if module not in engines:
        restore()
        return
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _leave)


def restore() -> None:
    """Have SIGINT raise KeyboardInterrupt and SIGTERM end the process, as in any program."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _leave(number: int, frame: FrameType | None) -> None:
    os._exit(0)
