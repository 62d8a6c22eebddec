"""Where the games of a run are played: by engines of this machine, or by those of a cluster's workers."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType

from boyi.arena.errors import ArenaError
from boyi.arena.game import tablebases
from boyi.arena.game.adjudication import Adjudicator
from boyi.arena.game.clock import PlayerClock
from boyi.arena.game.engine_log import EngineLogs
from boyi.arena.game.match import Match, MatchOutcome, Player, verdict_on_fault
from boyi.arena.game.openings import Opening
from boyi.arena.game.record import GameRecord
from boyi.arena.game.result import GameResult
from boyi.arena.game.rules import Rulebook
from boyi.arena.game.schedule import Fixture
from boyi.arena.runs.pool import Pool
from boyi.arena.runs.settings import RunSettings
from boyi.protocol.engines import EngineError, ProtocolError


class Venue(ABC):
    """Plays games, several at a time."""

    playing: Mapping[int, tuple[tuple[str, str], Match]] = MappingProxyType({})
    """The games of this moment by number, with their players, as far as they can be watched from here."""

    @abstractmethod
    async def seats(self) -> int:
        """How many games should be under way at present. ArenaError if the run can't go on."""

    @abstractmethod
    async def play(self, fixture: Fixture) -> MatchOutcome:
        """Play a game, which has a result whatever the engines do. ArenaError if the run can't go on."""

    @abstractmethod
    async def close(self, patience: float) -> None:
        """End all engines; so many seconds are theirs for that."""


class LocalVenue(Venue):
    """Engines of this machine."""

    def __init__(
        self,
        settings: RunSettings,
        openings: Sequence[Opening],
        rules: Rulebook,
        logs: EngineLogs,
        pace: float = 1.0,
    ) -> None:
        """Nothing is started yet; players get `pace` times the time. ArenaError for what can't work."""
        self._settings, self._openings, self._rules, self._pace = settings, openings, rules, pace
        self._controls = {engine.name: engine.control(settings.rules.tc) for engine in settings.engines}
        tables = settings.adjudication.tables
        self._judge = tablebases.judge(rules.game, tables) if tables else None
        self._pool = Pool(settings.engines, rules.game, logs, settings.rules.restarts)
        self._playing: dict[int, tuple[tuple[str, str], Match]] = {}
        self.playing = MappingProxyType(self._playing)

    async def seats(self) -> int:
        """As many as the settings say."""
        return self._settings.rules.concurrency

    async def play(self, fixture: Fixture) -> MatchOutcome:
        """See `Venue`; an engine that is at fault is ended, the others are kept for the next game."""
        players: list[Player] = []
        try:
            for name in fixture.players:
                players.append(await self._pool.take(name))
        except EngineError as error:
            played = _forfeit(fixture, len(players), error)
        else:
            played = await self._play(fixture, players)
        await self._give_back(played, players)
        if self._pace == 1:
            return played
        return played._replace(result=replace(played.result, pace=round(self._pace, 4)))

    async def close(self, patience: float) -> None:
        """End all engines; it may be played on with others."""
        await self._pool.close(patience)

    async def _play(self, fixture: Fixture, players: Sequence[Player]) -> MatchOutcome:
        match = self._match(fixture, players)
        self._playing[fixture.number] = fixture.players, match
        try:
            return await match.play()
        except ProtocolError as error:
            # The settings ask for what the engine's dialect has no words for.
            raise ArenaError(str(error)) from None
        finally:
            del self._playing[fixture.number]

    def _match(self, fixture: Fixture, players: Sequence[Player]) -> Match:
        rules = self._settings.rules
        controls = [self._controls[name].scaled(self._pace) for name in fixture.players]
        clocks = [PlayerClock(control, rules.margin, rules.patience) for control in controls]
        return Match(
            self._rules,
            fixture,
            self._openings[fixture.pair % len(self._openings)],
            (players[0], players[1]),
            (clocks[0], clocks[1]),
            Adjudicator(self._settings.adjudication, self._judge),
            random.Random(f"{rules.seed} {fixture.pair}"),
        )

    async def _give_back(self, played: MatchOutcome, players: Sequence[Player]) -> None:
        for side, player in enumerate(players):
            if side == played.culprit:
                result = played.result
                player.log.keep(f"game {result.number + 1}: {result.reason}: {result.fault}")
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
