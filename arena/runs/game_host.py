"""A worker's part in a run of the arena: it plays single games, with engines of its own machine."""

import asyncio
import concurrent.futures
import dataclasses
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from boyi.arena.errors import ArenaError
from boyi.arena.farm.chores import Chore
from boyi.arena.farm.dask import own_address, own_speed, still_wanted
from boyi.arena.game.engine_log import EngineLogs
from boyi.arena.game.match import MatchOutcome
from boyi.arena.game.openings import Opening
from boyi.arena.game.rules import Rulebook
from boyi.arena.game.schedule import Fixture
from boyi.arena.runs.luggage import unpack
from boyi.arena.runs.settings import RunSettings
from boyi.arena.runs.venue import LocalVenue
from boyi.engines import load_game

LOOK = 1.0
"""Seconds between two looks whether a game is still wanted."""
IDLE = 30.0
"""Seconds without a game after which the engines are let go."""

LogLines = tuple[str, tuple[str, ...]]
"""The name of an engine, and lines for its log."""


class HostedGame(NamedTuple):
    """A game that a worker played, and what there is to tell of it."""

    outcome: MatchOutcome
    log: tuple[LogLines, ...]
    worker: str


@dataclass(frozen=True)
class GamesChore(Chore[Fixture, HostedGame]):
    """The games of a run."""

    settings: RunSettings
    openings: Sequence[Opening]
    files: dict[str, bytes]
    """What the files of its engines hold, by their paths."""

    def prepare(self) -> Callable[[Fixture], HostedGame]:
        """Load and compile; engines are started by the first game."""
        return GameHost(self).play


class GameHost:
    """Keeps the engines of a run from game to game.

    A loop of its own drives them, since engines outlive a game and end with the thread that started them.
    """

    def __init__(self, chore: GamesChore) -> None:
        """Nothing is started yet; ArenaError for what is known not to work here."""
        self._folder = tempfile.TemporaryDirectory(prefix="boyi-", ignore_cleanup_errors=True)
        engines = unpack(chore.settings.engines, chore.files, Path(self._folder.name))
        settings = dataclasses.replace(chore.settings, engines=engines)
        self._log: list[LogLines] = []
        logs = EngineLogs(
            lambda name, lines: self._log.append((name, tuple(lines))), settings.rules.log == "all"
        )
        rules = Rulebook(load_game(settings.rules.game))
        self._venue = LocalVenue(settings, chore.openings, rules, logs, pace(settings))
        self._loop = asyncio.new_event_loop()
        self._games, self._address = 0, own_address()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def play(self, fixture: Fixture) -> HostedGame:
        """Play a game, and give it up when nobody waits for it any more. Blocks."""
        game = asyncio.run_coroutine_threadsafe(self._play(fixture), self._loop)
        while not concurrent.futures.wait([game], LOOK).done:
            if not still_wanted():
                game.cancel()
        return game.result()

    async def _play(self, fixture: Fixture) -> HostedGame:
        self._games += 1
        self._log.clear()
        try:
            outcome = await self._venue.play(fixture)
        except ArenaError as error:
            raise ArenaError(f"{self._address}: {error}") from None
        except asyncio.CancelledError:
            await self._venue.close(0)
            raise
        self._loop.call_later(IDLE, self._let_go, self._games)
        return HostedGame(outcome, tuple(self._log), self._address)

    def _let_go(self, games: int) -> None:
        """End the engines unless there was a game since."""
        if games == self._games:
            self._loop.create_task(self._venue.close(1))


def pace(settings: RunSettings) -> float:
    """How much more time players get here than the settings say, since this worker is so much slower."""
    wanted = settings.rules.speed if settings.timed else 0.0
    own = own_speed(settings.rules.game) if wanted else 0.0
    return wanted / own if own else 1.0
