"""A search of a position, from a wish to its lines."""

import asyncio
import contextlib
from dataclasses import dataclass, replace

from boyi.engines import load_game
from boyi.engines.limits import Limits
from boyi.protocol.driving.errors import EngineError, ProtocolError
from boyi.protocol.driving.spec import Reply, Turn
from boyi.server.analysis.lines import LineFeed, Tell
from boyi.server.games.rulebooks import Rulebooks
from boyi.server.messages import AnalysisWish, SearchLimits
from boyi.server.records.positions import PlayedLine, verdict
from boyi.server.refusal import Refusal
from boyi.server.searching import EngineRoom, Hear, LentSearch, OfferedEngine, Place, settings_of

MARGIN = 10.0
"""Seconds beyond its limits until a search counts as lost."""
MULTIPV, SHOW_WDL = "MultiPV", "UCI_ShowWDL"


@dataclass(frozen=True)
class PlannedSearch:
    """What is to be searched, by which engine, with which options."""

    engine: str
    game: str
    options: dict[str, str]
    turn: Turn


def limits_of(wish: SearchLimits, longest: float) -> Limits:
    """The limits of a search, which ends after so many seconds at the latest."""
    most = int(1000 * longest)
    movetime = None if wish.movetime is None else min(wish.movetime, most)
    bounded = wish.movetime or wish.nodes or wish.depth
    return Limits(
        movetime=movetime, nodes=wish.nodes, depth=wish.depth, infinite=wish.infinite or not bounded
    )


def options_for(engine: OfferedEngine, wish: AnalysisWish) -> dict[str, str]:
    """What is to be set for an analysis; Refusal for what is not offered."""
    offered = {option.name for option in engine.options}
    options = {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in wish.options.items()
    }
    if MULTIPV in offered:
        options.setdefault(MULTIPV, str(wish.multipv))
    elif wish.multipv > 1:
        raise Refusal(400, f"{engine.name} tells one line only")
    if SHOW_WDL in offered:
        options.setdefault(SHOW_WDL, "true")
    return settings_of(engine, options)


class Analyst:
    """Has positions searched."""

    def __init__(self, room: EngineRoom, rulebooks: Rulebooks, longest: float) -> None:
        """`longest` is how many seconds a search may take."""
        self.room, self.rulebooks, self.longest = room, rulebooks, longest

    async def plan(self, wish: AnalysisWish) -> PlannedSearch:
        """What a wish asks for; Refusal if that can't be searched."""
        name = wish.engine or wish.game
        options = options_for(self.room.find(name, wish.game), wish)
        return await self.rulebooks.run(wish.game, lambda: self._plan(wish, name, options))

    def _plan(self, wish: AnalysisWish, name: str, options: dict[str, str]) -> PlannedSearch:
        game = load_game(wish.game)
        try:
            walk = PlayedLine(game, wish.start)
            dice = [*wish.dice, *([0] * len(wish.moves))]
            for move, die in zip(wish.moves, dice, strict=False):
                walk.play(move, die)
        except ValueError as error:
            raise Refusal(400, str(error)) from None
        if len(wish.dice) > len(wish.moves):
            walk.throw(wish.dice[len(wish.moves)])
        if verdict(game, walk.pos) is not None:
            raise Refusal(400, "the game is over in this position")
        position = game.notation.write(walk.pos)
        limits = limits_of(wish.limits, self.longest)
        turn = Turn(wish.start, tuple(walk.moves), int(walk.pos.side), limits, lambda: position)
        return PlannedSearch(name, wish.game, options, turn)

    async def run(
        self, search: PlannedSearch, client: str, number: int, tell: Tell, stop: asyncio.Event
    ) -> Reply:
        """Search, and tell every line; ends soon after `stop` is set. Refusal if there is no engine."""
        feed = LineFeed(number)
        telling = asyncio.create_task(feed.deliver(tell))
        try:
            reply = await self.ask(search, client, feed.wait, feed.hear, stop)
            feed.close(reply)
            await telling
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)
        return reply

    async def ask(
        self, search: PlannedSearch, client: str, on_wait: Place, hear: Hear, stop: asyncio.Event
    ) -> Reply:
        """The answer to a search; a crashed engine is told, and the next search has another one."""
        try:
            async with self.room.search(search.engine, search.options, client, on_wait) as searcher:
                await searcher.new_game(search.turn.start)
                return await self._search(searcher, search.turn, hear, stop)
        except ProtocolError as error:
            raise Refusal(400, str(error)) from None
        except EngineError as error:
            raise Refusal(503, f"the engine failed and is replaced: {error.reason}") from None

    async def _search(self, searcher: LentSearch, turn: Turn, hear: Hear, stop: asyncio.Event) -> Reply:
        stopping = asyncio.create_task(_stop_on(stop, searcher, self.longest))
        try:
            return await searcher.analyse(turn, hear, self.longest + MARGIN)
        finally:
            stopping.cancel()


async def _stop_on(stop: asyncio.Event, searcher: LentSearch, longest: float) -> None:
    """End a search when its client wishes, or when it has taken long enough."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), longest)
    searcher.stop()


def at(search: PlannedSearch, turn: Turn) -> PlannedSearch:
    """The search of another position by the same engine."""
    return replace(search, turn=turn)
