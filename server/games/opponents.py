"""Engines at the board: their moves are asked for when it is their turn, and judged as everybody's."""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from boyi.arena.game.adjudication import Verdict
from boyi.arena.game.clock import STALLED
from boyi.engines.limits import Clock, Limits
from boyi.engines.report import Info
from boyi.protocol.driving.errors import EngineError, ProtocolError
from boyi.protocol.driving.spec import Reply, Turn
from boyi.server.errors import Busy, NotServed
from boyi.server.games.events import Over
from boyi.server.games.game import LiveGame, over
from boyi.server.games.players import MachinePlayer, plain_options
from boyi.server.games.state import Thinking
from boyi.server.refusal import Refusal
from boyi.server.searching import EngineRoom, Hear, LentSearch, settings_of

if TYPE_CHECKING:
    from boyi.server.games.hall import Hall
    from boyi.server.games.table import Table

MOVETIME = 1000
"""Milliseconds a move where nothing else is said."""
TRIES = 3
"""Times in a row that an engine may fail before its game is over."""
PAUSE = 1.0
"""Seconds until an engine is asked for again, when all are busy."""
TOLD_EVERY = 0.25
"""Seconds between two tellings of what an engine thinks."""
PATIENCE = 60.0
"""Seconds for a search without a clock, beside its own limits."""


class Opponents:
    """Asks engines for moves."""

    def __init__(self, room: EngineRoom, longest: float = 60.0) -> None:
        """`longest` is how many seconds a search may take at most."""
        self.room = room
        self._longest = longest
        self._played: WeakKeyDictionary[LentSearch, str] = WeakKeyDictionary()
        """The game that each process was last asked about."""

    async def play(self, hall: "Hall", table: "Table") -> None:
        """Make moves as long as it is an engine's turn."""
        failures = 0
        try:
            while (side := self._to_move(hall, table)) is not None:
                try:
                    reply = await self._ask(hall, table, side)
                    await self._take(hall, table, side, reply)
                    failures = 0
                except Busy:
                    await asyncio.sleep(PAUSE)
                except (EngineError, ProtocolError, NotServed, Refusal) as error:
                    failures += 1
                    if failures >= TRIES or isinstance(error, NotServed | ProtocolError):
                        await hall.end(table, _fault(side))
                    await asyncio.sleep(0)
        finally:
            if table.driver is asyncio.current_task():
                table.driver = table.thinking = None

    def _to_move(self, hall: "Hall", table: "Table") -> int | None:
        """The side to move if an engine plays it and can move now."""
        game = table.game
        rules = hall.rulebooks.loaded(game.begun.game)
        if rules is None or game.result is not None or (rules.game.chance and not game.die):
            return None
        side = game.board(rules, hall.boards).referee.side
        return side if game.seats[side].engine is not None else None

    async def _ask(self, hall: "Hall", table: "Table", side: int) -> Reply:
        game = table.game
        player = game.seats[side].engine
        assert player is not None
        engine = self.room.find(player.engine, game.begun.game)
        options = settings_of(engine, plain_options(player), player.elo)
        client = f"games of {game.begun.client or game.id}"
        async with self.room.search(player.engine, options, client, lambda place: None) as searcher:
            if self._played.get(searcher) != game.id:
                await searcher.new_game(game.begun.start)
                self._played[searcher] = game.id
            hall.start_clock(table, side)  # waiting for a place costs nobody time
            limits = self._limits(game, player)
            rules = await hall.rulebooks.of(game.begun.game)
            position = game.board(rules, hall.boards).referee.now()
            turn = Turn(game.begun.start, game.moves, side, limits, lambda: position)
            return await searcher.analyse(turn, _teller(hall, table, side), self._patience(game, side))

    def _limits(self, game: LiveGame, player: MachinePlayer) -> Limits:
        limits = Limits(nodes=player.nodes, movetime=player.movetime)
        first, second = game.clock.left
        if first is not None and second is not None:
            inc = game.clock.increment
            clocks = (Clock(max(1, int(first)), inc), Clock(max(1, int(second)), inc))
            limits = replace(limits, clocks=clocks)
        elif limits.silent:
            limits = replace(limits, movetime=MOVETIME)
        return limits

    def _patience(self, game: LiveGame, side: int) -> float:
        left = game.clock.left[side]
        patience = min(self._longest, PATIENCE) + STALLED
        return patience if left is None else min(patience, left / 1000 + STALLED)

    async def _take(self, hall: "Hall", table: "Table", side: int, reply: Reply) -> None:
        """Play what an engine answered."""
        if reply.resigns or reply.move is None:
            await hall.end(table, over(Verdict(float(side), "resignation" if reply.resigns else "no move")))
            return
        move, spent = reply.move, 1000 * reply.seconds
        await hall.change(
            table,
            lambda game, rules, now: game.answer(
                rules, hall.boards, side, move, spent, reply.info, hall.longest
            ),
        )


def _teller(hall: "Hall", table: "Table", side: int) -> Hear:
    """Tell those who watch what an engine thinks, now and then."""
    last = 0.0

    def hear(info: Info) -> None:
        nonlocal last
        if info.multipv > 1 or (now := hall.clock()) < last + TOLD_EVERY:
            return
        last = now
        score = info.score
        table.thinking = Thinking(side, info.depth, score.value, score.mate, list(info.pv), info.nodes)
        hall.tell(table)

    return hear


def _fault(side: int) -> Over:
    return over(Verdict(float(side), "engine fault"))
