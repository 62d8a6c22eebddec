"""From a search's numbers to what people read: moves as text, scores in centipawns or moves to mate."""

import math
from dataclasses import replace

from boyi.engines.game import Notation
from boyi.engines.jit import Record, copy
from boyi.engines.jit.clock import now
from boyi.engines.play import legal_moves, try_move
from boyi.engines.report import Best, Bound, Info, Memory, Score
from boyi.engines.search.table import MATE, MATE_BOUND
from boyi.engines.search.task import Line, Recollection


def score_of(value: int, bound: Bound = "exact") -> Score:
    """A search's value as a score."""
    if abs(value) <= MATE_BOUND:
        return Score(value, None, bound)
    plies = MATE - abs(value)
    return Score(value, (plies + 1) // 2 if value > 0 else -(plies // 2), bound)


def expectation(value: int, centre: float, spread: float) -> tuple[int, int, int]:
    """Permille of wins, draws and losses at a value: two logistic curves, `centre` where half are won."""
    won = 1 / (1 + math.exp(max(-50.0, min(50.0, (centre - value) / spread))))
    lost = 1 / (1 + math.exp(max(-50.0, min(50.0, (centre + value) / spread))))
    wins, losses = round(1000 * won), round(1000 * lost)
    return wins, max(0, 1000 - wins - losses), losses


def line_text(notation: Notation, pos: Record, moves: tuple[int, ...]) -> tuple[str, ...]:
    """A line as text; it ends before a move that is not legal."""
    own, names = copy(pos), []
    for move in moves:
        if move not in legal_moves(own):
            break
        names.append(notation.text(own, move))
        try_move(own, move)
    return tuple(names)


def best_of(notation: Notation, pos: Record, moves: tuple[int, ...]) -> Best:
    """The turn that a line begins with, and the reply it expects; what is not legal ends it."""
    own, names = copy(pos), line_text(notation, pos, moves)
    for count, move in enumerate(moves[: len(names)], 1):
        try_move(own, move)
        if own.side != pos.side:
            return Best(names[0], names[count] if count < len(names) else None, names[1:count])
    return Best(names[0] if names else None, None, names[1:])


def memory_of(notation: Notation, pos: Record, found: Recollection) -> Memory:
    """What a search remembers of a position, as text."""
    bound = found.score, found.depth
    return Memory(
        notation.text(pos, found.move) if found.move in legal_moves(pos) else None,
        bound if found.bound != "upper" else None,
        bound if found.bound != "lower" else None,
    )


class InfoWriter:
    """Turns the lines of one search into infos."""

    def __init__(self, notation: Notation, pos: Record, wdl: tuple[float, float] | None) -> None:
        """Start the clock; `wdl` are centre and spread of the expectation to show, if any."""
        self._notation, self._pos, self._wdl = notation, pos, wdl
        self._start = now()
        self._reported = 0  # nodes

    def lags(self, nodes: int) -> bool:
        """Whether something was reported, but not of all these nodes."""
        return 0 < self._reported < nodes

    def info(self, line: Line, nodes: int, fullness: int) -> Info:
        """The info of a line."""
        self._reported = nodes
        elapsed = max(1, now() - self._start)
        score = score_of(line.score, line.bound)
        if self._wdl:
            score = replace(score, wdl=expectation(line.score, *self._wdl))
        return Info(
            depth=line.depth,
            seldepth=max(line.depth, line.deepest),
            multipv=line.rank + 1,
            score=score,
            nodes=nodes,
            nps=nodes * 1_000_000_000 // elapsed,
            hashfull=fullness,
            tbhits=0,
            time=elapsed // 1_000_000,
            pv=line_text(self._notation, self._pos, line.moves),
        )

    def best(self, line: Line) -> Best:
        """The turn to play and the reply expected."""
        return best_of(self._notation, self._pos, line.moves)
