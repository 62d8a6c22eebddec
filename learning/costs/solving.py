"""Solving: how many nodes the real search needs until it holds on to a known solution.

A solution is found at the end of the iteration from which on the search prefers it, at the end of every
further iteration, until its nodes are used up; a mate once it is proved. The cost is the nodes searched by
then, and the whole budget where nothing was found. Every position is searched with an empty memory: its
cost depends on the prices alone.
"""

import functools
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context

import numpy as np

from boyi.arena.inprocess.quick_search import iterations
from boyi.arena.suites import Puzzle
from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.jit import Dtype, Int, Record, assign, new
from boyi.engines.play import bind_weights, legal_moves
from boyi.engines.search import table as tt
from boyi.engines.search.deepening import DEEPEST
from boyi.engines.search.extensions import count_class
from boyi.engines.search.state import CLASSES, PLY, extend_thread, thread_dtype

MEGABYTES = 2
Costs = tuple[int, ...]
"""What a move of each class costs, in sixtieths of a ply, in the order of the game's options."""


@functools.cache
def counting_thread(history_size: int) -> Dtype:
    """A thread that knows which classes of moves its searches have met."""
    dtype = extend_thread(thread_dtype(history_size), ("met", np.int64, CLASSES))

    @count_class.register(dtype)
    def _note(thread: Record, kind: Int) -> None:
        thread.met[kind] += 1

    return dtype


@dataclass(frozen=True)
class PuzzleCost:
    """What a puzzle cost under some prices."""

    nodes: int
    line: tuple[int, ...]
    """The best line of the last iteration, if it is a solution; else empty."""
    met: frozenset[int]
    """Places of the classes that were met: other prices of those that were not change nothing."""

    @property
    def solved(self) -> bool:
        """Whether the solution was found."""
        return bool(self.line)


class Solver:
    """Solves puzzles of one game, one at a time."""

    def __init__(self, game: str, nodes: int) -> None:
        """`nodes` is the budget of every puzzle."""
        self._game, self._nodes = load_game(game), nodes
        self.weights = Evaluation(self._game).weights
        self._dtype = counting_thread(self._game.history_size)
        self._thread, self.table = new(self._dtype), tt.allocate(MEGABYTES)

    def solve(self, puzzle: Puzzle, costs: Costs) -> PuzzleCost:
        """Search until the budget is used up. Blocks."""
        pos = self._game.notation.read(puzzle.position, {})
        thread, nodes, line = self.ready(pos, costs), 0, ()
        names = puzzle.best or puzzle.avoided
        named = {self._game.notation.move(pos, name) for name in names}
        for score in iterations(pos, self.weights, thread, self.table, DEEPEST - 1):
            preferred = (int(thread.root[0]) in named) == bool(puzzle.best)
            if preferred if not puzzle.mate else score >= tt.MATE + 1 - 2 * puzzle.mate:
                nodes = nodes or int(thread.nodes)
                line = tuple(thread.lines[0, : thread.lengths[0]].tolist())
                if puzzle.mate:
                    break
            else:
                nodes, line = 0, ()
        met = frozenset(place for place in range(len(costs)) if thread.met[1 + place])
        return PuzzleCost(nodes or self._nodes, line, met)

    def ready(self, pos: Record, costs: Costs) -> Record:
        """The thread state, cleared and set up for a position."""
        thread, roots = self._thread, legal_moves(pos)
        self.table[:] = 0
        assign(thread, new(self._dtype))
        thread.limit, thread.roots, thread.root[: len(roots)] = self._nodes, len(roots), roots
        thread.cost[:] = PLY
        thread.cost[1 : 1 + len(costs)] = costs
        bind_weights(pos, self.weights)
        return thread


@functools.cache
def solver(game: str, nodes: int) -> Solver:
    """The solver of this process."""
    return Solver(game, nodes)


def _solve(game: str, nodes: int, puzzle: Puzzle, costs: Costs) -> PuzzleCost:
    return solver(game, nodes).solve(puzzle, costs)


@dataclass(frozen=True)
class SuiteCost:
    """What a whole suite cost."""

    nodes: int
    solved: int


@dataclass
class SuiteSolver:
    """Has a suite solved under any prices, and never searches twice what can't have changed."""

    game: str
    puzzles: Sequence[Puzzle]
    nodes: int
    """Budget of each puzzle."""
    processes: int = 1
    searched: int = field(default=0, init=False)
    """Puzzles that had to be searched so far."""
    _known: dict[int, list[tuple[Costs, PuzzleCost]]] = field(default_factory=dict, init=False)
    _pool: ProcessPoolExecutor | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        """Start processes, where more than this one is wanted."""
        if self.processes > 1:
            self._pool = ProcessPoolExecutor(self.processes, get_context("spawn"))

    def total(self, costs: Costs) -> SuiteCost:
        """Nodes and solutions over the suite. Blocks."""
        efforts = self.efforts(costs)
        return SuiteCost(sum(effort.nodes for effort in efforts), sum(effort.solved for effort in efforts))

    def efforts(self, costs: Costs) -> list[PuzzleCost]:
        """What each puzzle costs. Blocks."""
        wanted = [place for place in range(len(self.puzzles)) if self._recall(place, costs) is None]
        self.searched += len(wanted)
        for place, effort in zip(wanted, self._search(wanted, costs), strict=True):
            self._known.setdefault(place, []).append((costs, effort))
        known = (self._recall(place, costs) for place in range(len(self.puzzles)))
        return [effort for effort in known if effort is not None]

    def _recall(self, place: int, costs: Costs) -> PuzzleCost | None:
        """The effort of a puzzle, if it was searched at prices that differ from these in nothing it met."""
        for old, effort in self._known.get(place, ()):
            if all(costs[i] == old[i] for i in effort.met):
                return effort
        return None

    def _search(self, places: Sequence[int], costs: Costs) -> list[PuzzleCost]:
        tasks = [(self.game, self.nodes, self.puzzles[place], costs) for place in places]
        if self._pool is None or not tasks:
            return [_solve(*task) for task in tasks]
        return list(self._pool.map(_solve, *zip(*tasks, strict=True), chunksize=8))
