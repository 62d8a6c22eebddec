"""The players of EinStein, one of which an engine is at a time: a `Thinker` that asks the option `Player`."""

import random
import secrets
from collections.abc import Sequence

import numpy as np

from boyi.engines.einstein import PLAYERS
from boyi.engines.einstein.endgame.store import EndgameTables
from boyi.engines.einstein.evaluation.blocks import score
from boyi.engines.einstein.position import source, target
from boyi.engines.einstein.search.deepening import ExpectimaxSearcher
from boyi.engines.einstein.search.mcts import MctsStyle, Tree
from boyi.engines.einstein.search.mcts import search as grow
from boyi.engines.einstein.search.shallow import ShallowSearcher
from boyi.engines.jit import Int, Record, entry
from boyi.engines.limits import Budget
from boyi.engines.platforms import available_memory
from boyi.engines.platforms.memory import affordable
from boyi.engines.play import legal_moves
from boyi.engines.search.task import Line, Task
from boyi.engines.search.threads import UNLIMITED, ThreadGroup


@entry
def _score(pos: Record, move: Int) -> Int:
    return score(pos, np.int64(pos.side & 1), source(move), target(move))


class Players(ThreadGroup):
    """All players' memories and thread states; at most one `think` runs at a time."""

    def __init__(self, history_size: int) -> None:
        """One thread, the smallest memories."""
        self._trees = [Tree()]
        self._expectimax, self._shallow = ExpectimaxSearcher(), ShallowSearcher()
        super().__init__(self._all_threads())
        self._endings = EndgameTables()
        self._player = PLAYERS[0]
        self.megabytes = 1

    def _all_threads(self) -> list[Record]:
        """The thread states of every player."""
        trees = [tree.thread for tree in self._trees]
        return [*self._expectimax.threads, *trees, self._shallow.thread]

    def resize(self, megabytes: int) -> int:
        """Have memories of this size together, all empty; megabytes really had."""
        megabytes = affordable(megabytes, available_memory(), own=self.megabytes << 20)
        while not self._fits(megabytes):
            megabytes //= 2
        self.megabytes = megabytes
        return megabytes

    def _fits(self, megabytes: int) -> bool:
        """Have memories of this size together, unless there is no room for so much."""
        try:
            self._expectimax.resize(megabytes / 2)
            for tree in self._trees:
                tree.resize(megabytes / 2 / len(self._trees))
        except MemoryError:
            if megabytes <= 1:
                raise
            return False
        return True

    def set_threads(self, count: int) -> None:
        """Grow this many trees, or search with this many threads."""
        self._trees = [Tree() for _ in range(count)]
        self._expectimax.set_threads(count)
        self.threads = self._all_threads()
        self.resize(self.megabytes)

    def forget(self) -> None:
        """Lose all that earlier searches found."""
        self._expectimax.forget()

    @property
    def fullness(self) -> int:
        """Permille of the memory in use."""
        if self._player == "expectimax":
            return self._expectimax.fullness
        return max(tree.fullness for tree in self._trees)

    def prepare(self, budget: Budget, costs: Sequence[int]) -> None:
        """Clear what a search counts, before anything can stop it."""
        self.clear(UNLIMITED if budget.nodes is None else max(budget.nodes // len(self._trees), 1))
        for tree in self._trees:
            tree.thread.limit = max(1, _iterations(budget) // len(self._trees))
        self._shallow.thread.limit = _iterations(budget)

    def start_clock(self, budget: Budget) -> None:
        """Start the clock of a budget now, also in mid-search."""
        self.set_deadline(budget.hard if budget.soft is None else budget.soft)

    def think(self, task: Task) -> Line:
        """Choose a move as the option `Player` says; without options, as the first of the list."""
        self._player = str(task.options.get("Player", PLAYERS[0]))
        timed = task.budget.hard is not None
        if self._player in ("rules", "random") or (timed and len(task.roots) == 1):
            return self._choose_at_once(task)
        endings = self._endings.table(str(task.options.get("Endgame Tables", "none")))
        if self._player == "expectimax":
            return self._expectimax.search(task, endings)
        if self._player in ("guided", "minmax"):
            return self._shallow.search(task, self._player, endings, _seed(task))
        return grow(self._trees, task, MctsStyle.of(self._player, task.options), endings, _seed(task))

    def _choose_at_once(self, task: Task) -> Line:
        """The move that looks best, or any, without a search."""
        order = list(task.roots)
        if self._player == "random":
            random.Random(_seed(task)).shuffle(order)
        else:
            order.sort(key=lambda move: -int(_score(task.pos, move)))
        lines = [Line(1, 1, rank, 0, "exact", (move,)) for rank, move in enumerate(order)]
        for line in lines[: task.lines]:
            task.on_line(line)
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
