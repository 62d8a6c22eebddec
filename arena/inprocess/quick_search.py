"""Short searches in this process: iterative deepening with a thread state and a table, without a clock."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from boyi.arena.inprocess.game import Choice
from boyi.engines import warmup
from boyi.engines.evaluation import Evaluation, choice_of
from boyi.engines.game import Game
from boyi.engines.jit import Bool, Int, Record, assign, copy, entry, new
from boyi.engines.rules import bind, generate
from boyi.engines.search import table as tt
from boyi.engines.search.alphabeta import search
from boyi.engines.search.deepening import DEEPEST, ROOM
from boyi.engines.search.state import PLY, thread_dtype
from boyi.engines.search.threads import UNLIMITED

MEGABYTES = 4
STOPPED = np.int64(1 << 40)
"""No score: the iteration was broken off."""


@entry
def _prepare(pos: Record, weights: Record, thread: Record, costs: np.ndarray) -> None:
    """Set up a thread state for a search of all moves."""
    bind(pos, weights)
    for kind in range(costs.size):
        thread.cost[kind] = costs[kind]
    thread.roots, thread.partial = generate(pos, thread.root), 0
    thread.stop, thread.nodes, thread.limit, thread.deadline = 0, 0, UNLIMITED, 0
    thread.generation = (thread.generation + 1) % tt.GENERATIONS


@entry
def _iterate(
    pos: Record, weights: Record, thread: Record, table: np.ndarray, depth: Int, leading: Bool
) -> Int:
    """The score of an iteration or STOPPED; if `leading`, its best move goes before the root's others."""
    thread.iteration = depth
    score = search(pos, weights, thread, table, -tt.INFINITE, tt.INFINITE, depth * PLY + ROOM)
    if thread.stop:
        return STOPPED
    if leading:
        best, i = thread.lines[0, 0], 0
        while thread.root[i] != best:
            i += 1
        while i > 0:
            thread.root[i] = thread.root[i - 1]
            i -= 1
        thread.root[0] = best
    return score


def iterations(
    pos: Record,
    weights: Record,
    thread: Record,
    table: np.ndarray,
    deepest: int,
    *,
    leading: bool = True,
) -> Iterator[int]:
    """Search ever deeper until the thread is stopped; yields the score of each iteration that was completed.

    Its line is `thread.lines[0]` until the next one, which looks at its best move first if `leading`. Blocks.
    """
    for depth in range(1, deepest + 1):
        score = int(_iterate(pos, weights, thread, table, depth, leading))
        if score == STOPPED:
            return
        yield score


def evaluation_of(game: Game, evaluator: str = "", file: str = "") -> Evaluation:
    """An evaluator's weights, or those of a file, with kernels ready for a search. Blocks while they compile.

    ValueError names what can't be had.
    """
    evaluation = choice_of(game, evaluator, file)
    warmup.ensure(game, evaluation)
    return evaluation


@dataclass(frozen=True)
class QuickResult:
    """What a short search found: a move, its score for the mover, and the line that was expected."""

    move: int
    score: int
    line: tuple[int, ...]


class QuickSearch:
    """Searches with one set of weights; an answer depends on what was asked since `forget`."""

    def __init__(self, game: Game, weights: Record, thread: Record | None = None) -> None:
        """A fresh thread state, by default the shared search's, and an empty table."""
        self.weights = weights
        self.blank: Record = new(thread_dtype(game.history_size)) if thread is None else thread
        self._thread = copy(self.blank)
        self._table = tt.allocate(MEGABYTES)
        costs = [PLY, *(cost * PLY // 100 for cost in game.costs.values())]
        self._costs = np.array(costs, np.int64)

    def forget(self) -> None:
        """Lose all that earlier searches found."""
        self._table[:] = 0
        assign(self._thread, self.blank)

    @property
    def nodes(self) -> int:
        """Nodes of the last search."""
        return int(self._thread.nodes)

    def think(self, pos: Record, nodes: int = UNLIMITED, depth: int = DEEPEST - 1) -> QuickResult:
        """Search a position that has legal moves, to a ply and then up to so many nodes or plies. Blocks."""
        thread, score = self._thread, 0
        _prepare(pos, self.weights, thread, self._costs)
        for score in iterations(pos, self.weights, thread, self._table, depth):  # noqa: B007  the last one counts
            thread.limit = nodes  # not before: a search without a ply to its end knows no score
        line: list[int] = thread.lines[0, : thread.lengths[0]].tolist()
        return QuickResult(int(thread.root[0]), score, tuple(line))


@dataclass(frozen=True)
class QuickPlayer:
    """An `InprocessPlayer` that chooses its moves by quick searches."""

    search: QuickSearch
    nodes: int = UNLIMITED
    depth: int = DEEPEST - 1

    def forget(self) -> None:
        """Lose all that earlier searches found."""
        self.search.forget()

    def think(self, pos: Record) -> Choice:
        """The move to play, and its value. Blocks."""
        found = self.search.think(pos, self.nodes, self.depth)
        return Choice((found.move,), found.score)
