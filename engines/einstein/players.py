"""The players of EinStein, one of which an engine is at a time: a `Thinker` that asks the option `Player`."""

import random
import secrets
import time
from collections.abc import Sequence

import numpy as np

from boyi.engines.einstein import PLAYERS
from boyi.engines.einstein.blocks import score
from boyi.engines.einstein.deepening import Deepening
from boyi.engines.einstein.endgame import Endings
from boyi.engines.einstein.position import source, target
from boyi.engines.einstein.treesearch import UNLIMITED, Style, Tree
from boyi.engines.einstein.treesearch import search as grow
from boyi.engines.jit import Int, Record, entry
from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves
from boyi.engines.search.task import Line, Task


@entry
def _score(pos: Record, move: Int) -> Int:
    return score(pos, np.int64(pos.side & 1), source(move), target(move))


class Players:
    """All players' memories and desks; at most one `think` runs at a time."""

    def __init__(self, traces: int) -> None:
        """One thread, the smallest memories."""
        self._trees = [Tree()]
        self._deepening = Deepening()
        self._endings = Endings()
        self._player = PLAYERS[0]
        self.megabytes = 1

    @property
    def _desks(self) -> list[Record]:
        return [*(tree.desk for tree in self._trees), self._deepening.desk]

    def resize(self, megabytes: int) -> int:
        """Have memories of this size together, all empty; megabytes really had."""
        while not self._fits(megabytes):
            megabytes //= 2
        self.megabytes = megabytes
        return megabytes

    def _fits(self, megabytes: int) -> bool:
        """Have memories of this size together, unless there is no room for so much."""
        try:
            self._deepening.resize(megabytes / 2)
            for tree in self._trees:
                tree.resize(megabytes / 2 / len(self._trees))
        except MemoryError:
            if megabytes <= 1:
                raise
            return False
        return True

    def employ(self, threads: int) -> None:
        """Grow this many trees; expectimax stays with one thread."""
        self._trees = [Tree() for _ in range(threads)]
        self.resize(self.megabytes)

    def forget(self) -> None:
        """Lose all that earlier searches found."""
        self._deepening.forget()

    @property
    def nodes(self) -> int:
        """Nodes or playouts of the present or last search, all threads together."""
        return sum(int(desk.nodes) for desk in self._desks)

    @property
    def fullness(self) -> int:
        """Permille of the memory in use."""
        if self._player == "expectimax":
            return self._deepening.fullness
        return max(tree.fullness for tree in self._trees)

    def prepare(self, budget: Budget, costs: Sequence[int]) -> None:
        """Clear what a search counts, before anything can stop it."""
        for desk in self._desks:
            desk.stop, desk.nodes, desk.deadline = 0, 0, 0
            desk.limit = UNLIMITED if budget.nodes is None else budget.nodes
        for tree in self._trees:
            tree.desk.limit = max(1, _iterations(budget) // len(self._trees))

    def allow(self, budget: Budget) -> None:
        """Start the clock of a budget now, also in mid-search."""
        allowed = budget.hard if budget.soft is None else budget.soft
        for desk in self._desks:
            desk.deadline = 0 if allowed is None else time.monotonic_ns() + allowed

    def stop(self) -> None:
        """Have the running search end as soon as it can."""
        for desk in self._desks:
            desk.stop = 1

    def think(self, task: Task) -> Line:
        """Choose a move as the option `Player` says; without options, as the first of the list."""
        self._player = str(task.options.get("Player", PLAYERS[0]))
        timed = task.budget.hard is not None
        if self._player in ("rules", "random") or (timed and len(task.roots) == 1):
            return self._at_once(task)
        endings = self._endings.table(str(task.options.get("Endgame Tables", "none")))
        if self._player == "expectimax":
            return self._deepening.search(task, endings)
        return grow(self._trees, task, Style.of(self._player, task.options), endings, _seed(task))

    def _at_once(self, task: Task) -> Line:
        """The move that looks best, or any, without a search."""
        order = list(task.roots)
        if self._player == "random":
            random.Random(_seed(task)).shuffle(order)
        else:
            order.sort(key=lambda move: -int(_score(task.pos, move)))
        lines = [Line(1, 1, rank, 0, "exact", (move,)) for rank, move in enumerate(order)]
        for line in lines[: task.lines]:
            task.tell(line)
        return lines[0]


def _iterations(budget: Budget) -> int:
    """Playouts that a budget allows: a depth stands for a power of two."""
    by_depth = UNLIMITED if budget.depth is None else 64 << min(budget.depth, 40)
    return min(by_depth, UNLIMITED if budget.nodes is None else budget.nodes)


def _seed(task: Task) -> int:
    """Where random numbers start: the same without options, new each time unless the option `Seed` is set."""
    return int(task.options.get("Seed", 1)) or secrets.randbits(63) | 1


def warm(pos: Record, weights: Record) -> None:
    """Call the kernels of every player, so that none has to compile on the clock."""
    budget, roots = Budget(nodes=1), tuple(legal_moves(pos))
    for player in PLAYERS:
        players = Players(0)
        players.prepare(budget, ())
        players.think(Task(pos, weights, roots, True, budget, 1, lambda line: None, {"Player": player}))
