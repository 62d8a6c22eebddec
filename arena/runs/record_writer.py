"""Writes the games of a ledger in the game's own format, and goes on where it left off.

To write a game of fast engines takes a third as long as to play it, so records are written by another process
while games are played, when a run has ended, and whenever someone asks for its statistics.
"""

import contextlib
import json
import multiprocessing
import os
import signal
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from boyi.arena.errors import ArenaError
from boyi.arena.files import append_durably, as_arena_error
from boyi.arena.game.record import GameRecord, Writer, tags, writer
from boyi.arena.game.result import GameResult
from boyi.arena.runs.ledger import Ledger
from boyi.arena.runs.settings import RunSettings
from boyi.arena.runs.store import ledger, read_settings
from boyi.arena.workers import parent_ended
from boyi.engines import load_game, platforms
from boyi.engines.files import write_atomically

BATCH = 100
"""Games that are written at once; of more, a kill spares what was written before."""
PAUSE = 2.0
"""Seconds between two looks at the ledger."""


def write_records(folder: Path, settings: RunSettings) -> None:
    """Write what is missing of the records of a run, if its game has any."""
    if known := writer(load_game(settings.rules.game)):
        RecordWriter(folder, settings.rules.event, known).catch_up(ledger(folder))


def forget_records(folder: Path) -> None:
    """Have all records written anew: a game that they hold may have been cut from the ledger."""
    with as_arena_error(folder):
        _state(folder).unlink(missing_ok=True)


def _state(folder: Path) -> Path:
    """How far the ledger was read and how much was written, in bytes."""
    return folder / "records.json"


class RecordWriter:
    """Keeps a record file up with a ledger."""

    def __init__(self, folder: Path, event: str, writer: Writer) -> None:
        """Nothing is touched yet."""
        suffix, self._write = writer
        self._event = event
        self._records = folder / f"games.{suffix}"
        self._state = _state(folder)

    def catch_up(self, ledger: Ledger) -> None:
        """Write what is missing; what is there beyond the last state, or not there, is written again."""
        with as_arena_error(self._records), self._alone():
            read, written = self._load()
            self._records.touch()
            os.truncate(self._records, written)
            entries = ledger.entries(read)
            while batch := list(islice(entries, BATCH)):
                texts = [self._text(result, record) for result, record, _ in batch]
                written = append_durably(self._records, "".join(texts).encode())
                write_atomically(self._state, json.dumps({"read": batch[-1].end, "written": written}))

    def _text(self, result: GameResult, record: GameRecord) -> str:
        return self._write(tags(self._event, result, record), record.start, record.plies)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Wait for another process that writes the same records."""
        with self._records.with_suffix(".lock").open("ab") as lock:
            platforms.lock_file(lock.fileno(), wait=True)
            yield

    def _load(self) -> tuple[int, int]:
        try:
            state = json.loads(self._state.read_bytes())
            read, written = int(state["read"]), int(state["written"])
            return (read, written) if self._records.stat().st_size >= written else (0, 0)
        except (OSError, ValueError, KeyError, TypeError):
            return 0, 0


@contextlib.contextmanager
def record_process(folder: Path) -> Iterator[None]:
    """A process that keeps the records of a run up; those of the last games may be missing at the end."""
    process = multiprocessing.get_context("spawn").Process(
        target=write_until_parent_ended, args=(folder,), daemon=True
    )
    process.start()
    try:
        yield
    finally:
        process.terminate()
        process.join()


def write_until_parent_ended(folder: Path) -> None:
    """Write records until our parent process has ended; what can't be written is left to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # from the terminal: it is meant for the arena
    platforms.give_way()  # the games come first
    settings = read_settings(folder)
    with contextlib.suppress(ArenaError):  # the arena itself will say so, when it writes the rest
        while not parent_ended(PAUSE):
            write_records(folder, settings)
