"""Scribe: writes the games of a ledger in the game's own format, and goes on where it left off.

Records take longer than the arena has between two games of fast engines, so they are written by another
process, when a run has ended, and whenever someone asks for its statistics.
"""

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from boyi.arena.files import append, told, write_whole
from boyi.arena.ledger import Ledger
from boyi.arena.outcome import GameResult
from boyi.arena.records import GameRecord, Writer, tags, writer
from boyi.arena.settings import Settings
from boyi.arena.store import ledger
from boyi.engines import load_game

BATCH = 100
"""Games that are written at once; of more, a kill spares what was written before."""


def write_records(folder: Path, settings: Settings) -> None:
    """Write what is missing of the records of a run, if its game has any."""
    if known := writer(load_game(settings.rules.game)):
        Scribe(folder, settings.rules.event, known).catch_up(ledger(folder))


def forget_records(folder: Path) -> None:
    """Have all records written anew: a game that they hold may have been cut from the ledger."""
    with told(folder):
        _state(folder).unlink(missing_ok=True)


def _state(folder: Path) -> Path:
    """How far the ledger was read and how much was written, in bytes."""
    return folder / "records.json"


class Scribe:
    """Keeps a record file up with a ledger."""

    def __init__(self, folder: Path, event: str, writer: Writer) -> None:
        """Nothing is touched yet."""
        suffix, self._write = writer
        self._event = event
        self._records = folder / f"games.{suffix}"
        self._state = _state(folder)

    def catch_up(self, ledger: Ledger) -> None:
        """Write what is missing; what is there beyond the last state, or not there, is written again."""
        with told(self._records), self._alone():
            read, written = self._load()
            self._records.touch()
            os.truncate(self._records, written)
            entries = ledger.entries(read)
            while batch := list(islice(entries, BATCH)):
                texts = [self._text(result, record) for result, record, _ in batch]
                written = append(self._records, "".join(texts).encode())
                write_whole(self._state, json.dumps({"read": batch[-1].end, "written": written}))

    def _text(self, result: GameResult, record: GameRecord) -> str:
        return self._write(tags(self._event, result, record), record.start, record.plies)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Wait for another who does the same."""
        with self._records.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _load(self) -> tuple[int, int]:
        try:
            state = json.loads(self._state.read_bytes())
            read, written = int(state["read"]), int(state["written"])
            return (read, written) if self._records.stat().st_size >= written else (0, 0)
        except (OSError, ValueError, KeyError, TypeError):
            return 0, 0
