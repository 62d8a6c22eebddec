"""`playing.json`: the games that are being played just now, for whoever watches a run.

Nothing depends on it. It is replaced whole, at most twice a second, and taken away when the run ends; one
that nobody has touched for `STALE` seconds was left by a run that was killed.
"""

import asyncio
import contextlib
import json
import os
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from boyi.arena.errors import ArenaError
from boyi.arena.files import read_json
from boyi.arena.game.record import GameRecord
from boyi.engines import platforms

NAME = "playing.json"
PAUSE = 0.5
"""Seconds between two looks at the games."""
BEAT = 5.0
"""Seconds after which the file is touched if nothing has happened, to tell that the run is alive."""
STALE = 15.0
MOST_GAMES = 64
"""Games that are told; of more, the first."""
LARGEST = 1 << 23
"""Bytes of a file that is read."""


class PlayingGame(NamedTuple):
    """A game that is not over yet."""

    number: int
    players: tuple[str, str]
    record: GameRecord


class Recorded(Protocol):
    """What is being played."""

    @property
    def record(self) -> GameRecord:
        """The game as far as it was played."""


class PlayingFile:
    """Tells which games are being played, for as long as `kept` lasts."""

    def __init__(self, folder: Path, games: Mapping[int, tuple[tuple[str, str], Recorded]]) -> None:
        """Nothing is written yet; `games` are those of each moment, by number, with their players."""
        self._path, self._games = folder / NAME, games
        self._told: list[tuple[int, int]] = []
        self._written = 0.0

    @contextlib.asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Write the file while the block runs; a disk that does not take it is no reason to end a run."""
        task = asyncio.create_task(self._keep())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            games = [PlayingGame(at, *found) for at, found in self._snapshot()]
            state = [(game.number, len(game.record.plies)) for game in games]
            late = time.monotonic() - self._written > BEAT
            if state != self._told or late:
                with contextlib.suppress(OSError):
                    await asyncio.to_thread(self._write, games, state != self._told)
                self._told, self._written = state, time.monotonic()

    def _snapshot(self) -> list[tuple[int, tuple[tuple[str, str], GameRecord]]]:
        games = sorted(self._games.items(), key=lambda game: game[0])[:MOST_GAMES]
        return [(number, (players, match.record)) for number, (players, match) in games]

    def _write(self, games: list[PlayingGame], changed: bool) -> None:
        if not changed:
            os.utime(self._path)
            return
        partial = self._path.with_suffix(".part")
        partial.write_text(json.dumps(games, ensure_ascii=False), "utf-8")
        platforms.put_in_place(partial, self._path)


def read_playing(folder: Path) -> list[PlayingGame]:
    """The games that are being played in a run; none if it rests. ArenaError if the file is damaged."""
    path = folder / NAME
    try:
        found = path.stat()
    except OSError:
        return []
    if time.time() - found.st_mtime > STALE or found.st_size > LARGEST:
        return []
    try:
        games = read_json(path)
        return [PlayingGame(int(n), (str(a), str(b)), GameRecord.from_json(r)) for n, (a, b), r in games]
    except (TypeError, ValueError) as error:
        raise ArenaError(f"{path} is damaged: {error!r}") from None
