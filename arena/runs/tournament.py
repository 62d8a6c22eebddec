"""A run from its first game to its last, several games at a time."""

import asyncio
from collections import deque

from boyi.arena.game.match import MatchOutcome
from boyi.arena.game.schedule import Fixture, schedule
from boyi.arena.runs.live import RunProgress
from boyi.arena.runs.playing import PlayingFile
from boyi.arena.runs.state import RunState
from boyi.arena.runs.store import Store
from boyi.arena.runs.venue import Venue
from boyi.protocol.driving.loops import hear_termination

FINISHED = 0
"""What `run` returns when there is nothing left to play."""
LOOK = 2.0
"""Seconds after which it is asked again how many games should be under way."""


class Tournament:
    """A run in a folder; what it finds there counts as played."""

    def __init__(self, store: Store, venue: Venue, progress: RunProgress) -> None:
        """Nothing is started yet; ArenaError if the ledger is damaged."""
        self._store, self._venue, self._progress = store, venue, progress
        self._writing = asyncio.Lock()
        rules, names = store.settings.rules, [engine.name for engine in store.settings.engines]
        self._schedule = schedule(rules.format, names, rules.games)
        self.state = RunState(store.settings.sprt, (names[0], names[1]))
        for result in store.ledger.results():
            self.state.count(result)

    async def run(self) -> int:
        """Play what is left; 0, or the number of the signal that broke it off. No engine outlives it."""
        self._broken_off: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        hear_termination(self._break_off)
        try:
            async with PlayingFile(self._store.folder, self._venue.playing).kept():
                while not self._broken_off.done() and (fixtures := self._remaining()):
                    await self._play_all(deque(fixtures))
        finally:
            await self._venue.close(0 if self._broken_off.done() else 1)
        return self._broken_off.result() if self._broken_off.done() else FINISHED

    @property
    def left(self) -> int:
        """How many games are to be played, as far as is known now."""
        return len(self._remaining())

    def _remaining(self) -> list[Fixture]:
        """The games to be played now."""
        if self.state.decided:
            return []
        results = self.state.results
        return [fixture for fixture in self._schedule(results) if fixture.number not in results]

    def _break_off(self, number: int) -> None:
        if not self._broken_off.done():
            self._broken_off.set_result(number)

    async def _play_all(self, fixtures: deque[Fixture]) -> None:
        """Play games, several at a time; an error in one, a decision or a signal ends them all."""
        games = set[asyncio.Future[None]]()
        try:
            while (fixtures or games) and not self._broken_off.done() and not self.state.decided:
                for _ in range(min(len(fixtures), await self._venue.seats() - len(games))):
                    games.add(asyncio.create_task(self._play(fixtures.popleft())))
                waiting: set[asyncio.Future[None] | asyncio.Future[int]] = {*games, self._broken_off}
                done, _ = await asyncio.wait(waiting, timeout=LOOK, return_when=asyncio.FIRST_COMPLETED)
                for game in games & done:
                    game.result()
                games -= done
        finally:
            for game in games:
                game.cancel()
            await asyncio.gather(*games, return_exceptions=True)

    async def _play(self, fixture: Fixture) -> None:
        await self._enter(await self._venue.play(fixture))

    async def _enter(self, played: MatchOutcome) -> None:
        async with self._writing:  # in a thread: the other games need not wait for the disk
            await asyncio.to_thread(self._store.ledger.append, played.result, played.record)
        self.state.count(played.result)
        self._progress.finished(played.result, self.state)
