"""A run from its first game to its last, several games at a time."""

import asyncio
import random
from collections import deque
from collections.abc import Sequence
from datetime import UTC, datetime

from boyi.arena.errors import ArenaError
from boyi.arena.game import tablebases
from boyi.arena.game.adjudication import Adjudicator
from boyi.arena.game.clock import PlayerClock
from boyi.arena.game.engine_log import EngineLogs
from boyi.arena.game.match import Match, MatchOutcome, Player, verdict_on_fault
from boyi.arena.game.record import GameRecord
from boyi.arena.game.result import GameResult
from boyi.arena.game.rules import Rulebook
from boyi.arena.game.schedule import Fixture, schedule
from boyi.arena.runs.live import RunProgress
from boyi.arena.runs.playing import PlayingFile
from boyi.arena.runs.pool import Pool
from boyi.arena.runs.state import RunState
from boyi.arena.runs.store import Store
from boyi.protocol.driving.loops import hear_termination
from boyi.protocol.engines import EngineError, ProtocolError

FINISHED = 0
"""What `run` returns when there is nothing left to play."""


class Tournament:
    """A run in a folder; what it finds there counts as played."""

    def __init__(self, store: Store, rules: Rulebook, progress: RunProgress) -> None:
        """Nothing is started yet; ArenaError for what is known not to work."""
        self._store = store
        self._settings = settings = store.settings
        self._progress = progress
        self._rules = rules
        names = [engine.name for engine in settings.engines]
        self._controls = {engine.name: engine.control(settings.rules.tc) for engine in settings.engines}
        tables = settings.adjudication.tables
        self._judge = tablebases.judge(store.game, tables) if tables else None
        logs = EngineLogs(store.logs, names, settings.rules.log == "all", progress.remark)
        self._writing = asyncio.Lock()
        self._playing = PlayingFile(store.folder)
        self._pool = Pool(settings.engines, store.game, logs, settings.rules.restarts)
        self._schedule = schedule(settings.rules.format, names, settings.rules.games)
        self.state = RunState(settings.sprt, (names[0], names[1]))
        for result in store.ledger.results():
            self.state.count(result)

    async def run(self) -> int:
        """Play what is left; 0, or the number of the signal that broke it off. No engine outlives it."""
        self._broken_off: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        hear_termination(self._break_off)
        try:
            async with self._playing.kept():
                while not self._broken_off.done() and (fixtures := self._remaining()):
                    await self._play_all(deque(fixtures))
        finally:
            await self._pool.close(0 if self._broken_off.done() else 1)
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
        count = min(self._settings.rules.concurrency, len(fixtures))
        workers = {asyncio.create_task(self._work(fixtures)) for _ in range(count)}
        working: set[asyncio.Future[None] | asyncio.Future[int]] = {*workers}
        try:
            while working and not self._broken_off.done() and not self.state.decided:
                done, _ = await asyncio.wait(
                    {*working, self._broken_off}, return_when=asyncio.FIRST_COMPLETED
                )
                for worker in working & done:
                    worker.result()
                working -= done
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, fixtures: deque[Fixture]) -> None:
        while fixtures and not self.state.decided:
            fixture = fixtures.popleft()
            players: list[Player] = []
            try:
                for name in fixture.players:
                    players.append(await self._pool.take(name))
            except EngineError as error:
                played = _forfeit(fixture, len(players), error)
            else:
                played = await self._play(fixture, players)
            await self._enter(played, players)
            await self._give_back(played, players)

    async def _play(self, fixture: Fixture, players: Sequence[Player]) -> MatchOutcome:
        match = self._match(fixture, players)
        try:
            with self._playing.game(fixture.number, fixture.players, match):
                return await match.play()
        except ProtocolError as error:
            # The settings ask for what the engine's dialect has no words for.
            raise ArenaError(str(error)) from None

    def _match(self, fixture: Fixture, players: Sequence[Player]) -> Match:
        rules, openings = self._settings.rules, self._store.openings
        clocks = [PlayerClock(self._controls[name], rules.margin, rules.patience) for name in fixture.players]
        return Match(
            self._rules,
            fixture,
            openings[fixture.pair % len(openings)],
            (players[0], players[1]),
            (clocks[0], clocks[1]),
            Adjudicator(self._settings.adjudication, self._judge),
            random.Random(f"{rules.seed} {fixture.pair}"),
        )

    async def _enter(self, played: MatchOutcome, players: Sequence[Player]) -> None:
        result = played.result
        async with self._writing:  # in a thread: the other games need not wait for the disk
            await asyncio.to_thread(self._store.ledger.append, result, played.record)
        if result.fault and played.culprit is not None and played.culprit < len(players):
            players[played.culprit].log.keep(f"game {result.number + 1}: {result.reason}: {result.fault}")
        self.state.count(result)
        self._progress.finished(result, self.state)

    async def _give_back(self, played: MatchOutcome, players: Sequence[Player]) -> None:
        for side, player in enumerate(players):
            if side == played.culprit:
                await self._pool.drop(player)
            else:
                await self._pool.give(player)


def _forfeit(fixture: Fixture, side: int, error: EngineError) -> MatchOutcome:
    """A game that could not begin, since a player that worked before can't be started."""
    verdict = verdict_on_fault(error, side)
    started = datetime.now(UTC).isoformat(timespec="seconds")
    result = GameResult(
        *fixture,
        verdict.score,
        verdict.reason,
        plies=0,
        opening="",
        seconds=0.0,
        fault=verdict.fault,
        started=started,
    )
    return MatchOutcome(result, GameRecord(None, ()), side)
