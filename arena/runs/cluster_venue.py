"""A run whose games are played by the workers of a cluster."""

import asyncio
from collections.abc import Callable

from boyi.arena.errors import ArenaError
from boyi.arena.farm.farm import FarmError
from boyi.arena.farm.opening import open_cluster
from boyi.arena.farm.speed import measured
from boyi.arena.game.engine_log import LogFiles
from boyi.arena.game.match import MatchOutcome
from boyi.arena.game.schedule import Fixture
from boyi.arena.runs.game_host import GamesChore, HostedGame
from boyi.arena.runs.luggage import pack
from boyi.arena.runs.settings import RunSettings
from boyi.arena.runs.store import Store
from boyi.arena.runs.venue import Venue

LOCAL = "local:"
"""How an address begins whose workers are of this machine, and as fast."""


class ClusterVenue(Venue):
    """Sends games to workers; one whose worker dies is played anew by another."""

    def __init__(self, cluster: str, store: Store, logs: LogFiles, say: Callable[[str], None]) -> None:
        """Join the cluster at an address; ArenaError if that can't be. `say` gets remarks."""
        self._logs, self._say = logs, say
        self._chore = GamesChore(store.settings, store.openings, pack(store.settings.engines))
        self._told = dict[str, float]()
        """Workers that have played, and the pace that was told of them."""
        try:
            self._farm = open_cluster(cluster)
        except FarmError as error:
            raise ArenaError(str(error)) from None

    async def seats(self) -> int:
        """One for each worker, and some more, so that none has to wait for its next game."""
        try:
            await asyncio.to_thread(self._farm.check)
        except FarmError as error:
            raise ArenaError(str(error)) from None
        workers = max(1, self._farm.workers)
        return workers + 1 + workers // 4

    async def play(self, fixture: Fixture) -> MatchOutcome:
        """See `Venue`."""
        try:
            played = await asyncio.wrap_future(self._farm.start(self._chore, fixture))
        except FarmError as error:
            raise ArenaError(str(error)) from None
        for name, lines in played.log:
            self._logs.append(name, lines)
        self._tell(played)
        return played.outcome

    async def close(self, patience: float) -> None:
        """Leave the cluster; its workers give up what they play for us."""
        await asyncio.to_thread(self._farm.close)

    def _tell(self, played: HostedGame) -> None:
        """Say of each worker once how much time it gives."""
        pace = played.outcome.result.pace
        if self._told.get(played.worker, 1.0) != pace:
            self._say(
                f"{played.worker} has {1 / pace:.2f} of the speed: its games get {pace:.2f} times the time"
            )
        self._told[played.worker] = pace


def with_speed(settings: RunSettings, cluster: str, say: Callable[[str], None]) -> RunSettings:
    """Settings that say for which machine a time control is meant, if that matters: for this one, unless they
    name another. It is measured, which takes some seconds."""
    rules = settings.rules
    if rules.speed or not cluster or cluster.startswith(LOCAL) or not settings.timed:
        return settings
    speed = round(measured(rules.game))
    say(f"this machine has {speed} nodes/s in {rules.game}: slower workers get more time")
    return settings.with_speed(speed)
