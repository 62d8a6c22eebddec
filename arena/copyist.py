"""Copyist: a process that writes the records of a run while its games are played.

To write a game of fast engines takes a third as long as to play it; here that is another processor's time.
"""

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Iterator
from pathlib import Path

from boyi.arena.children import forsaken
from boyi.arena.errors import ArenaError
from boyi.arena.scribe import write_records
from boyi.arena.store import read_settings

PAUSE = 2.0
"""Seconds between two looks at the ledger."""
POLITENESS = 10
"""The games come first."""


@contextlib.contextmanager
def copying(folder: Path) -> Iterator[None]:
    """Have the records of a run kept up; those of the last games may be missing at the end."""
    process = multiprocessing.get_context("spawn").Process(target=copy_on, args=(folder,), daemon=True)
    process.start()
    try:
        yield
    finally:
        process.terminate()
        process.join()


def copy_on(folder: Path) -> None:
    """Write records until the process that wants them has ended; what can't be written is left to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # from the terminal: it is meant for the arena
    os.nice(POLITENESS)
    settings = read_settings(folder)
    with contextlib.suppress(ArenaError):  # told by the arena itself, when it writes the rest
        while not forsaken(PAUSE):
            write_records(folder, settings)
