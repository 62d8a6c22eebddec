"""What went wrong in a game: every position is searched once, and each move is held against the best."""

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec import Struct

from boyi.engines import load_game
from boyi.engines.board import POINTS
from boyi.engines.game import Game
from boyi.engines.limits import Limits
from boyi.engines.play import result
from boyi.engines.report import Score
from boyi.engines.rules import ONGOING
from boyi.protocol.driving.spec import Turn
from boyi.server.analysis.analyst import Analyst, PlannedSearch, at
from boyi.server.analysis.lines import Tell
from boyi.server.messages import AnalysisWish, SearchLimits
from boyi.server.records.positions import PlayedLine
from boyi.server.refusal import Refusal

NODES = 20_000
"""For a position, where nothing else is said."""
MOST_NODES, MOST_TIME = 2_000_000, 5_000
"""For a position at most; time in milliseconds."""
MARKS = ((0.20, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))
"""What a move is called that gives away so much of the chance to win."""
MATE = 10_000
"""Centipawns that a forced mate counts."""
PAWN_SCALE = 400.0
"""Centipawns per tenfold odds, in games of which nothing better is known."""


class PlyEvent(Struct, tag_field="type", tag="ply"):
    """A move of the game, and the position before it as the engine sees it, for the side to move."""

    ply: int
    side: int
    move: str | None
    score: int | None
    mate: int | None
    chance: float
    """Of the side to move: 1 is a win."""
    best: str | None
    pv: list[str]
    loss: int | None
    """Centipawns that the move gave away; None at the end of the game."""
    chance_loss: float | None
    mark: str


class DoneEvent(Struct, tag_field="type", tag="done"):
    """All moves were looked at."""

    plies: int


@dataclass(frozen=True)
class Judged:
    """A position that was searched, values for the side to move."""

    side: int
    value: int
    mate: int | None
    chance: float
    best: str | None
    pv: tuple[str, ...]


class Reviewer:
    """Goes through games."""

    def __init__(self, analyst: Analyst) -> None:
        """Has positions searched by an analyst."""
        self._analyst = analyst

    async def run(self, wish: AnalysisWish, client: str, tell: Tell, stop: asyncio.Event) -> None:
        """Search all positions of a game, and tell of each move once the next position is known."""
        wish.limits = bounded(wish.limits)
        game = load_game(wish.game)
        turns = await self._analyst.rulebooks.run(wish.game, lambda: positions(game, wish))
        search = await self._analyst.plan(_beginning(wish))
        before: Judged | None = None
        for ply, (turn, ended) in enumerate(turns):
            if stop.is_set():
                return
            judged = ended or await self._judge(game, search, turn, client, stop)
            if before is not None:
                await tell(_event(ply - 1, before, wish.moves[ply - 1], judged))
            before = judged
        if before is not None:
            await tell(_event(len(turns) - 1, before, None, None))
        await tell(DoneEvent(len(wish.moves)))

    async def _judge(
        self, game: Game, search: PlannedSearch, turn: Turn, client: str, stop: asyncio.Event
    ) -> Judged:
        search = at(search, replace(turn, limits=search.turn.limits))
        reply = await self._analyst.ask(search, client, lambda place: None, lambda info: None, stop)
        score = reply.info.score if reply.info else Score(0)
        pv = reply.info.pv if reply.info else ()
        return Judged(turn.side, value_of(score), score.mate, chance_of(game, score), reply.move, pv)


def bounded(limits: SearchLimits) -> SearchLimits:
    """Limits for each of many positions."""
    if not (limits.nodes or limits.movetime or limits.depth):
        return SearchLimits(nodes=NODES)
    return SearchLimits(
        min(limits.movetime, MOST_TIME) if limits.movetime else None if limits.nodes else MOST_TIME,
        min(limits.nodes, MOST_NODES) if limits.nodes else None,
        limits.depth,
    )


def _beginning(wish: AnalysisWish) -> AnalysisWish:
    """The wish for the first position alone."""
    return AnalysisWish(wish.game, wish.engine, wish.start, [], wish.dice[:1], 1, wish.limits, wish.options)


def positions(game: Game, wish: AnalysisWish) -> Sequence[tuple[Turn, Judged | None]]:
    """Every position of a game, and how it ended there. Refusal names an illegal move. Blocks."""
    found = list[tuple[Turn, Judged | None]]()
    dice = [*wish.dice, *([0] * (len(wish.moves) + 1))]
    try:
        walk = PlayedLine(game, wish.start)
        for ply in range(len(wish.moves) + 1):
            walk.throw(dice[ply])
            side, position = int(walk.pos.side), game.notation.write(walk.pos)
            turn = Turn(wish.start, tuple(walk.moves), side, Limits(), lambda text=position: text)  # type: ignore[misc]
            found.append((turn, _ending(walk, side)))
            if ply < len(wish.moves):
                walk.play(wish.moves[ply], dice[ply])
    except ValueError as error:
        raise Refusal(400, str(error)) from None
    return found


def _ending(walk: PlayedLine, side: int) -> Judged | None:
    ended = result(walk.pos)
    if ended == ONGOING:
        return None
    points = POINTS[ended]
    return Judged(side, round((2 * points - 1) * MATE), None if points == 0.5 else 0, points, None, ())


def value_of(score: Score) -> int:
    """Centipawns, mates among them."""
    if score.mate is None:
        return max(-MATE, min(MATE, score.value))
    return MATE if score.mate > 0 else -MATE


def chance_of(game: Game, score: Score) -> float:
    """What the side to move may expect: 1 is a win, a half a draw."""
    if score.wdl is not None:
        return (score.wdl[0] + score.wdl[1] / 2) / 1000
    value = value_of(score)
    if game.wdl is None:
        return 1 / (1 + 10 ** (-max(-4000, min(4000, value)) / PAWN_SCALE))
    half, scale = game.wdl
    win, loss = (1 / (1 + math.exp(max(-50.0, min(50.0, (half - each) / scale)))) for each in (value, -value))
    return (win + 1 - loss) / 2


def _event(ply: int, before: Judged, move: str | None, after: Judged | None) -> PlyEvent:
    loss = chance_loss = None
    if after is not None:
        same = after.side == before.side
        value, chance = (after.value, after.chance) if same else (-after.value, 1 - after.chance)
        best = move == before.best
        loss = 0 if best else max(0, before.value - value)
        chance_loss = 0.0 if best else round(max(0.0, before.chance - chance), 4)
    mark = next((name for least, name in MARKS if chance_loss is not None and chance_loss >= least), "")
    score = before.value if before.mate is None else None
    return PlyEvent(
        ply, before.side, move, score, before.mate, round(before.chance, 4), before.best, list(before.pv),
        loss, chance_loss, mark,
    )  # fmt: skip
