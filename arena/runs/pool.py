"""Engine processes, kept from game to game, replaced after a fault, gone at the end."""

import asyncio
from collections import Counter
from collections.abc import Sequence

from boyi.arena.errors import ArenaError
from boyi.arena.game.engine_log import EngineLogs
from boyi.arena.game.match import Player
from boyi.arena.runs.engines import EngineConfig
from boyi.engines.game import Game
from boyi.protocol.engines import EngineError, EngineProcess, ProtocolError

SPARE = 6
"""Idle processes that are kept beside those of running games."""
FAREWELL = 0.5
"""Seconds for an engine that is no longer needed."""


class Pool:
    """The engines of a run."""

    def __init__(self, engines: Sequence[EngineConfig], game: Game, logs: EngineLogs, restarts: int) -> None:
        """Nothing is started yet; `restarts` is how often in a row an engine may fail to start again."""
        self._specs = {engine.name: engine.spec() for engine in engines}
        self._game = game
        self._logs = logs
        self._restarts = restarts
        self._idle: list[Player] = []
        self._alive: set[EngineProcess] = set()
        self._failures: dict[str, int] = {}
        """Starts in a row that failed, of engines that have worked before."""

    async def take(self, name: str) -> Player:
        """An engine ready for a game. EngineError if it worked before and can't be started now.

        ArenaError if it never worked, or failed too often.
        """
        for player in reversed(self._idle):
            if player.engine.spec.name == name:
                self._idle.remove(player)
                if player.engine.alive:
                    return player
                await self.drop(player)
                break
        return await self._start(name)

    async def give(self, player: Player) -> None:
        """Have an engine back after a game that it ended well."""
        self._idle.append(player)
        if len(self._idle) > SPARE:
            player = self._dispensable()
            self._idle.remove(player)
            await self.drop(player)

    def _dispensable(self) -> Player:
        """The longest idle; first of those whose like is idle too: a round robin asks for all by turns."""
        names = Counter(player.engine.spec.name for player in self._idle)
        twins = [player for player in self._idle if names[player.engine.spec.name] > 1]
        return (twins or self._idle)[0]

    async def drop(self, player: Player) -> None:
        """End an engine."""
        await player.engine.quit(FAREWELL)
        self._alive.discard(player.engine)

    async def close(self, patience: float = FAREWELL) -> None:
        """End all engines, also those that are in a game."""
        await asyncio.gather(*(engine.quit(patience) for engine in self._alive))
        self._alive.clear()
        self._idle.clear()

    async def _start(self, name: str) -> Player:
        log = self._logs.open(name)
        engine = EngineProcess(self._specs[name], self._game, log)
        self._alive.add(engine)
        try:
            await engine.start()
        except ProtocolError as error:
            raise ArenaError(str(error)) from None
        except EngineError as error:
            log.keep(f"start failed: {error}")
            self._alive.discard(engine)
            self._count_failure(name, error)
            raise
        self._failures[name] = 0
        return Player(engine, log)

    def _count_failure(self, name: str, error: EngineError) -> None:
        if name not in self._failures:
            raise ArenaError(f"could not start {error}") from None
        self._failures[name] += 1
        if self._failures[name] > self._restarts:
            raise ArenaError(f"could not start again {error}") from None
