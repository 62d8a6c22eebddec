"""One game between two engines, from the opening to the verdict.

The path from an answer to the next `go` is kept short: the move is checked, played on one record and
written down; the line of play that came with it is looked at while the other engine thinks.
"""

import asyncio
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from boyi.arena.errors import ArenaError
from boyi.arena.game.adjudication import Adjudicator, Verdict
from boyi.arena.game.clock import PlayerClock
from boyi.arena.game.engine_log import EngineLog
from boyi.arena.game.openings import Opening
from boyi.arena.game.record import GamePly, GameRecord
from boyi.arena.game.result import GameResult
from boyi.arena.game.rules import Referee, Rulebook
from boyi.arena.game.schedule import Fixture
from boyi.engines.jit import Record, copy
from boyi.protocol.engines import (
    EngineDied,
    EngineError,
    EngineProcess,
    EngineSilent,
    ProtocolError,
    Reply,
    Turn,
)

REASONS: dict[type[EngineError], str] = {EngineDied: "crash", EngineSilent: "stall"}
"""What a fault of conversation is called; all others are a "protocol" fault."""
FAULT_SHOWN = 300
"""How much of the last line sent stands in a fault."""


@dataclass(frozen=True)
class Player:
    """An engine that has been started, and the log of what is said to it."""

    engine: EngineProcess
    log: EngineLog


class MatchOutcome(NamedTuple):
    """A finished game; `culprit` is the side whose engine has to be started again, if any."""

    result: GameResult
    record: GameRecord
    culprit: int | None = None


class Match:
    """One game. The first player has side 0, whoever is to move in the opening."""

    def __init__(
        self,
        rules: Rulebook,
        fixture: Fixture,
        opening: Opening,
        players: tuple[Player, Player],
        clocks: tuple[PlayerClock, PlayerClock],
        adjudicator: Adjudicator,
        rng: random.Random,
    ) -> None:
        """Set up the board; `rng` throws the dice."""
        self._rules = rules
        self._fixture = fixture
        self._opening = opening
        self._players = players
        self._clocks = clocks
        self._adjudicator = adjudicator
        self._referee = Referee(rules, opening, rng)
        self._moves = list(opening.moves)
        self._turns = len(opening.moves)
        self._plies = [GamePly(move) for move in opening.moves]
        self._overheads: list[float] = []
        self._pv_faults = [0, 0]
        self._mover = 0

    @property
    def record(self) -> GameRecord:
        """The game as far as it was played."""
        return GameRecord(self._opening.start, tuple(self._plies))

    async def play(self) -> MatchOutcome:
        """Play it; whatever the engines do, it ends with a result. ArenaError if one can't be asked so."""
        begun, started = time.perf_counter(), datetime.now(UTC).isoformat(timespec="seconds")
        try:
            verdict = await self._play()
        except EngineError as error:
            verdict = verdict_on_fault(error, self._mover)
        except ProtocolError as error:
            raise ArenaError(f"{self._fixture.players[self._mover]}: {error}") from None
        await asyncio.sleep(0)  # what was put off has been done then
        result = GameResult(
            *self._fixture,
            verdict.score,
            verdict.reason,
            len(self._moves),
            self._opening.name,
            round(time.perf_counter() - begun, 3),
            verdict.fault,
            round(1000 * statistics.median(self._overheads), 4) if self._overheads else 0.0,
            (self._pv_faults[0], self._pv_faults[1]),
            started,
        )
        return MatchOutcome(result, self.record, verdict.culprit)

    async def _play(self) -> Verdict:
        for side, player in enumerate(self._players):
            self._mover = side
            await player.engine.new_game(self._opening.start)
        self._mover = self._referee.side
        answered = 0.0
        while True:
            side, referee = self._mover, self._referee
            clock = self._clocks[side]
            limits = clock.limits((self._clocks[0].face, self._clocks[1].face))
            turn = Turn(self._opening.start, tuple(self._moves), side, limits, referee.now)
            asked = time.perf_counter()
            if answered:
                self._overheads.append(asked - answered)
            reply = await self._players[side].engine.play(turn, clock.patience)
            answered = asked + reply.seconds
            verdict = self._judge(side, clock, reply)
            if verdict is not None:
                return verdict
            self._mover = referee.side

    def _judge(self, side: int, clock: PlayerClock, reply: Reply) -> Verdict | None:
        """Take a reply: clock first, then the rules, then what both players think of the game."""
        if not clock.spend(reply.seconds):
            return self._blame(side, "time", f"{reply.seconds:.3f} s used of {clock.granted or 0:.3f} s")
        if reply.resigns:
            return loss_of(side, "resignation")
        if reply.claims:
            return self._blame(side, "false claim", reply.claims)
        if reply.move is None:
            return self._blame(side, "no move", "it says that there is none")
        referee, info, die = self._referee, reply.info, self._referee.die
        before = copy(referee.pos) if info is not None and info.pv else None
        try:
            text = referee.play(reply.move)
        except ValueError as error:
            return self._blame(side, "illegal move", str(error))
        if info is not None and before is not None:
            self._check_line(side, before, info.pv)
        self._moves.append(text)
        self._plies.append(GamePly.of(text, reply.seconds, clock.left, info, die))
        ended = referee.ended()
        if ended is not None or referee.side == side:  # a turn may have several moves
            return ended
        self._turns += 1
        score = None if info is None else info.score.value
        return self._adjudicator.judge(referee.pos, self._turns, side, score)

    def _check_line(self, side: int, pos: Record, line: Sequence[str]) -> None:
        """Count a line of play that breaks the rules, as soon as there is nothing better to do."""

        def check() -> None:
            self._pv_faults[side] += not self._rules.playable(pos, line)

        asyncio.get_running_loop().call_soon(check)

    def _blame(self, side: int, reason: str, what: str) -> Verdict:
        """The verdict on an engine that broke a rule of the game."""
        asked, name = self._players[side].log.asked, self._fixture.players[side]
        fault = f"{name}: {what} in {self._referee.now()} after {asked[:FAULT_SHOWN]}"
        return loss_of(side, reason, fault, side)


def loss_of(side: int, reason: str, fault: str = "", culprit: int | None = None) -> Verdict:
    """The verdict on a side that lost off the board."""
    return Verdict(float(side), reason, fault, culprit)


def verdict_on_fault(error: EngineError, side: int) -> Verdict:
    """The verdict on an engine that broke off the conversation."""
    return loss_of(side, REASONS.get(type(error), "protocol"), str(error), side)
