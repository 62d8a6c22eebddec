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

from boyi.arena.suites import Puzzle
from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.jit import Bool, Dtype, Int, Record, assign, entry, inline, new
from boyi.engines.play import legal_moves
from boyi.engines.search import table as tt
from boyi.engines.search.alphabeta import ready, search
from boyi.engines.search.deepening import DEEPEST, ROOM
from boyi.engines.search.extensions import note
from boyi.engines.search.work import CLASSES, MAX_PLY, PLY, extended, work_dtype
from boyi.learning.mind import lead

MEGABYTES = 2
Costs = tuple[int, ...]
"""What a move of each class costs, in sixtieths of a ply, in the order of the game's options."""


@functools.cache
def counting_desk(traces: int) -> Dtype:
    """A desk that knows which classes of moves its searches have met, and keeps the line of a solution."""
    dtype = extended(
        work_dtype(traces),
        ("met", np.int64, CLASSES),
        ("kept", np.int32, MAX_PLY + 2),  # the line of the last iteration that preferred a solution
        ("length", np.int64),
    )

    @note.register(dtype)
    def _note(work: Record, kind: Int) -> None:
        work.met[kind] += 1

    return dtype


@inline
def _reached(work: Record, score: Int, moves: np.ndarray, avoid: Bool, mate: Int) -> Bool:
    """Whether an iteration ended with what the puzzle asks for."""
    if mate > 0:
        return score >= tt.MATE + 1 - 2 * mate
    among = False
    for move in moves:
        among = among or move == work.lines[0, 0]
    return among != avoid


@entry
def nodes_to_solution(
    pos: Record, weights: Record, work: Record, table: np.ndarray, moves: np.ndarray, avoid: Bool, mate: Int
) -> Int:
    """Nodes until the solution was found for good; 0 if it was not."""
    found = np.int64(0)
    for depth in range(1, DEEPEST):
        work.iteration = depth
        score = search(pos, weights, work, table, -tt.INFINITE, tt.INFINITE, depth * PLY + ROOM)
        if work.stop:
            break
        lead(work)
        if not _reached(work, score, moves, avoid, mate):
            found = np.int64(0)
        else:
            found = np.int64(work.nodes) if found == 0 else found
            work.length = work.lengths[0]
            for i in range(work.length):
                work.kept[i] = work.lines[0, i]
        if mate > 0 and found > 0:
            break
    return found


@dataclass(frozen=True)
class Effort:
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
        self._dtype = counting_desk(self._game.notation.TRACES)
        self._work, self.table = new(self._dtype), tt.allocate(MEGABYTES)

    def solve(self, puzzle: Puzzle, costs: Costs) -> Effort:
        """Search until the budget is used up. Blocks."""
        pos = self._game.notation.read(puzzle.position, {})
        work = self.ready(pos, costs)
        names = puzzle.best or puzzle.avoided
        moves = np.array([self._game.notation.move(pos, name) for name in names], np.int32)
        avoid = np.bool_(not puzzle.best)
        found = nodes_to_solution(pos, self.weights, work, self.table, moves, avoid, np.int64(puzzle.mate))
        met = frozenset(place for place in range(len(costs)) if work.met[1 + place])
        line = tuple(int(move) for move in work.kept[: work.length]) if found else ()
        return Effort(int(found) or self._nodes, line, met)

    def ready(self, pos: Record, costs: Costs) -> Record:
        """The desk, cleared and set up for a position."""
        work, roots = self._work, legal_moves(pos)
        self.table[:] = 0
        assign(work, new(self._dtype))
        work.limit, work.roots, work.root[: len(roots)] = self._nodes, len(roots), roots
        work.cost[:] = PLY
        work.cost[1 : 1 + len(costs)] = costs
        ready(pos, self.weights, work)
        return work


@functools.cache
def solver(game: str, nodes: int) -> Solver:
    """The solver of this process."""
    return Solver(game, nodes)


def _solve(game: str, nodes: int, puzzle: Puzzle, costs: Costs) -> Effort:
    return solver(game, nodes).solve(puzzle, costs)


@dataclass(frozen=True)
class Sum:
    """What a whole suite cost."""

    nodes: int
    solved: int


@dataclass
class Examiner:
    """Has a suite solved under any prices, and never searches twice what can't have changed."""

    game: str
    puzzles: Sequence[Puzzle]
    nodes: int
    """Budget of each puzzle."""
    processes: int = 1
    searched: int = field(default=0, init=False)
    """Puzzles that had to be searched so far."""
    _known: dict[int, list[tuple[Costs, Effort]]] = field(default_factory=dict, init=False)
    _pool: ProcessPoolExecutor | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        """Start processes, where more than this one is wanted."""
        if self.processes > 1:
            self._pool = ProcessPoolExecutor(self.processes, get_context("spawn"))

    def total(self, costs: Costs) -> Sum:
        """Nodes and solutions over the suite. Blocks."""
        efforts = self.efforts(costs)
        return Sum(sum(effort.nodes for effort in efforts), sum(effort.solved for effort in efforts))

    def efforts(self, costs: Costs) -> list[Effort]:
        """What each puzzle costs. Blocks."""
        wanted = [place for place in range(len(self.puzzles)) if self._recall(place, costs) is None]
        self.searched += len(wanted)
        for place, effort in zip(wanted, self._search(wanted, costs), strict=True):
            self._known.setdefault(place, []).append((costs, effort))
        known = (self._recall(place, costs) for place in range(len(self.puzzles)))
        return [effort for effort in known if effort is not None]

    def _recall(self, place: int, costs: Costs) -> Effort | None:
        """The effort of a puzzle, if it was searched at prices that differ from these in nothing it met."""
        for old, effort in self._known.get(place, ()):
            if all(costs[i] == old[i] for i in effort.met):
                return effort
        return None

    def _search(self, places: Sequence[int], costs: Costs) -> list[Effort]:
        tasks = [(self.game, self.nodes, self.puzzles[place], costs) for place in places]
        if self._pool is None or not tasks:
            return [_solve(*task) for task in tasks]
        return list(self._pool.map(_solve, *zip(*tasks, strict=True), chunksize=8))
