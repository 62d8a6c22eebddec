"""A player in this process: a desk, a table and weights, for quick searches without a clock."""

from dataclasses import dataclass

import numpy as np

from boyi.engines import warmup
from boyi.engines.evaluation import Evaluation, choice_of
from boyi.engines.game import Game
from boyi.engines.jit import Int, Record, assign, copy, entry, inline, new
from boyi.engines.rules import bind, generate
from boyi.engines.search import table as tt
from boyi.engines.search.alphabeta import search
from boyi.engines.search.deepening import DEEPEST, ROOM, UNLIMITED
from boyi.engines.search.work import PLY, work_dtype

MEGABYTES = 4


@inline
def lead(work: Record) -> None:
    """Put the best move of an iteration in front of the root's others."""
    best, i = work.lines[0, 0], 0
    while work.root[i] != best:
        i += 1
    while i > 0:
        work.root[i] = work.root[i - 1]
        i -= 1
    work.root[0] = best


@inline
def _clear(pos: Record, work: Record, costs: np.ndarray) -> None:
    """Set out a desk for a search of all moves."""
    for kind in range(costs.size):
        work.cost[kind] = costs[kind]
    work.roots, work.partial = generate(pos, work.root), 0
    work.stop, work.nodes, work.limit, work.deadline = 0, 0, UNLIMITED, 0
    work.generation = (work.generation + 1) % tt.GENERATIONS


@entry
def deepen(
    pos: Record, weights: Record, work: Record, table: np.ndarray, costs: np.ndarray, nodes: Int, deepest: Int
) -> Int:
    """Search ever deeper, one ply at least and up to so many nodes or plies; the score, its move in front of
    `work.root`."""
    bind(pos, weights)
    _clear(pos, work, costs)
    score = np.int64(0)
    for depth in range(1, deepest + 1):
        work.iteration = depth
        value = search(pos, weights, work, table, -tt.INFINITE, tt.INFINITE, depth * PLY + ROOM)
        if work.stop:
            break
        score = value
        lead(work)
        work.limit = nodes  # not before: a search without a ply to its end knows no score
    return score


def evaluation_of(game: Game, evaluator: str = "", file: str = "") -> Evaluation:
    """The same, with kernels ready for a search."""
    evaluation = choice_of(game, evaluator, file)
    warmup.ensure(game, evaluation)
    return evaluation


@dataclass(frozen=True)
class Thought:
    """What a short search found: a move, its score for the mover, and the line that was expected."""

    move: int
    score: int
    line: tuple[int, ...]


class Mind:
    """Searches with one set of weights; an answer depends on what was asked since `forget`."""

    def __init__(self, game: Game, weights: Record, desk: Record | None = None) -> None:
        """A fresh desk, by default the shared search's, and an empty table."""
        self.weights = weights
        self.blank: Record = new(work_dtype(game.notation.TRACES)) if desk is None else desk
        self._work = copy(self.blank)
        self._table = tt.allocate(MEGABYTES)
        costs = [PLY, *(cost * PLY // 100 for cost in game.costs.values())]
        self._costs = np.array(costs, np.int64)

    def forget(self) -> None:
        """Lose all that earlier searches found."""
        self._table[:] = 0
        assign(self._work, self.blank)

    @property
    def nodes(self) -> int:
        """Nodes of the last search."""
        return int(self._work.nodes)

    def think(self, pos: Record, nodes: int = UNLIMITED, depth: int = DEEPEST - 1) -> Thought:
        """Search a position that has legal moves, as deep or as long as allowed. Blocks."""
        work = self._work
        score = int(deepen(pos, self.weights, work, self._table, self._costs, nodes, depth))
        line: list[int] = work.lines[0, : work.lengths[0]].tolist()
        return Thought(int(work.root[0]), score, tuple(line))
