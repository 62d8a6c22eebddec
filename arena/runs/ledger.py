"""`games.jsonl`: one line for each finished game, in the order they ended: result and record.

A game counts once its line is whole; all else that a run's folder tells of its games is made from here.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from boyi.arena.errors import ArenaError
from boyi.arena.files import append_durably, as_arena_error
from boyi.arena.game.record import GameRecord
from boyi.arena.game.result import GameResult


class Entry(NamedTuple):
    """A finished game, and where its line ends in the file."""

    result: GameResult
    record: GameRecord
    end: int


class Ledger:
    """The finished games of a run."""

    def __init__(self, path: Path) -> None:
        """Nothing is touched yet."""
        self._path = path

    def append(self, result: GameResult, record: GameRecord) -> None:
        """Enter a finished game; after this it is never lost."""
        values = result.to_json() | {"record": record}
        with as_arena_error(self._path):
            append_durably(self._path, f"{json.dumps(values, ensure_ascii=False)}\n".encode())

    def results(self) -> Iterator[GameResult]:
        """Every finished game, each of another number."""
        seen: set[int] = set()
        for entry in self.entries():
            number = entry.result.number
            if number in seen:
                raise ArenaError(f"{self._path} is damaged: game {number} stands there twice")
            seen.add(number)
            yield entry.result

    def records(self) -> Iterator[tuple[GameResult, GameRecord]]:
        """Every finished game with its moves, one after the other."""
        for entry in self.entries():
            yield entry.result, entry.record

    def entries(self, start: int = 0) -> Iterator[Entry]:
        """Every finished game from a place in the file on; a line that was not finished is passed over."""
        with as_arena_error(self._path), self._path.open("rb") as file:
            file.seek(start)
            for line in file:
                if line.endswith(b"\n"):
                    yield self._entry(start, line)
                    start += len(line)

    def _entry(self, start: int, line: bytes) -> Entry:
        try:
            values: dict[str, Any] = json.loads(line)
            record = GameRecord.from_json(values["record"])
            return Entry(GameResult.from_json(values), record, start + len(line))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ArenaError(f"{self._path} is damaged after byte {start}: {error!r}") from None

    def repair(self) -> int:
        """Cut a line that was not finished; how many bytes it had."""
        with as_arena_error(self._path):
            size = self._path.stat().st_size
            with self._path.open("rb") as file:
                whole = sum(len(line) for line in file if line.endswith(b"\n"))
            if whole < size:
                os.truncate(self._path, whole)
        return size - whole
