"""Monte Carlo players: trees grown by several threads, each its own, their roots added up in the end."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from boyi.engines.einstein.evaluation.evaluate import CERTAIN
from boyi.engines.einstein.search import mcts_tree
from boyi.engines.einstein.search.playouts import MANNERS
from boyi.engines.einstein.squares import DIRECTIONS, PIECES
from boyi.engines.jit import Record, copy, new
from boyi.engines.jit.clock import now
from boyi.engines.options import Value
from boyi.engines.search.task import Line, Task
from boyi.engines.search.threads import ThreadGroup

SLICE = 1 << 16
"""Iterations between two looks at what is to be reported."""
REPORT_INTERVAL = 250_000_000
"""Nanoseconds between two reports."""
TUNED = {"Exploration": 40, "Prior Visits": 10, "Prior Bias": 0}
"""Options of the tree and their defaults."""
USUAL = {"mcts": "biased", "mc": "stepwise"}
"""How each player plays to the end if nothing else is asked for."""


@dataclass(frozen=True)
class MctsStyle:
    """How a Monte Carlo player plays."""

    manner: int = 0
    flat: bool = False
    judge: bool = False
    explore: float = 0.4
    trust: float = 10.0
    bias: float = 0.0

    @staticmethod
    def of(player: str, options: Mapping[str, Value]) -> "MctsStyle":
        """The style of a player, `mcts` or `mc`, with the options' details."""
        named = str(options.get("Playout", "auto"))
        manner = MANNERS.index(USUAL[player] if named == "auto" else named)
        if player == "mc":
            return MctsStyle(manner, flat=True)
        explore, trust, bias = (int(options.get(name, usual)) for name, usual in TUNED.items())
        judge = options.get("Leaf", "playout") == "evaluator"
        return MctsStyle(manner, False, judge, explore / 100, float(trust), bias / 100)


class Tree:
    """One thread's tree."""

    def __init__(self) -> None:
        """The smallest tree."""
        self.thread: Record = new(mcts_tree.THREAD)
        self._pool = np.zeros(mcts_tree.SLOTS + 1, mcts_tree.NODE)

    def resize(self, megabytes: float) -> None:
        """Have room for another number of nodes."""
        nodes = int(megabytes * (1 << 20)) // mcts_tree.NODE.itemsize
        self._pool = np.zeros(max(nodes, 2 * mcts_tree.SLOTS), mcts_tree.NODE)

    @property
    def fullness(self) -> int:
        """Permille of the nodes in use."""
        return int(1000 * self.thread.used // self._pool.size)

    def plant(self, task: Task, style: MctsStyle, seed: int) -> None:
        """Begin a tree at the task's position."""
        thread = self.thread
        thread.state[0], thread.manner, thread.flat, thread.judge = (
            seed,
            style.manner,
            style.flat,
            style.judge,
        )
        thread.explore, thread.trust, thread.bias = style.explore, style.trust, style.bias
        thread.roots = len(task.roots)
        thread.root[: len(task.roots)] = [_choice(move) for move in task.roots]
        mcts_tree.plant(copy(task.pos), task.weights, thread, self._pool)

    def grow(self, task: Task, endings: np.ndarray) -> None:
        """Grow until the thread state says stop. Blocks."""
        mcts_tree.grow(task.pos, copy(task.pos), task.weights, self.thread, self._pool, endings)

    def results(self, task: Task) -> np.ndarray:
        """Visits and total of each root move, without what was imagined."""
        alive, first = int(task.pos.alive[task.pos.side]), int(self._pool[0].first)
        found = np.zeros((len(task.roots), 2))
        for i, move in enumerate(task.roots):
            number, direction = _choice(move) & 7, _choice(move) >> 3
            rank = (alive & ((1 << number) - 1)).bit_count()
            child = self._pool[first + DIRECTIONS * rank + direction]
            found[i] = child.visits, child.total
        return found


def _choice(move: int) -> int:
    """A move as a thread state has it: piece + 8 * direction."""
    return (move & 15) % PIECES | (move >> 4 & 3) << 3


def search(trees: list[Tree], task: Task, style: MctsStyle, endings: np.ndarray, seed: int) -> Line:
    """Grow all trees until the first one's thread state has to stop; the best line. Blocks."""
    limit = int(trees[0].thread.limit)
    for i, each in enumerate(trees):
        each.plant(task, style, seed + 0x9E3779B97F4A7C15 * i & (1 << 64) - 1 or 1)
    group = ThreadGroup([each.thread for each in trees])
    with group.helpers(lambda number: trees[number].grow(task, endings)):
        _grow_reporting(trees, task, style, endings, limit)
    lines = _lines(trees, task, style)
    for line in lines[: task.lines]:
        task.on_line(line)
    return lines[0]


def _grow_reporting(trees: list[Tree], task: Task, style: MctsStyle, endings: np.ndarray, limit: int) -> None:
    thread, reported = trees[0].thread, now()
    while not thread.stop and thread.nodes < limit:
        thread.limit = min(limit, int(thread.nodes) + SLICE)
        trees[0].grow(task, endings)
        if now() - reported > REPORT_INTERVAL:
            reported = now()
            for line in _lines(trees, task, style)[: task.lines]:
                task.on_line(line)


def _lines(trees: list[Tree], task: Task, style: MctsStyle) -> list[Line]:
    """A line for each root move, the best first: the most visited, in a flat search the most successful."""
    visits, totals = sum(each.results(task) for each in trees).T  # type: ignore[union-attr]
    means = totals / visits
    order = np.argsort(-(means if style.flat else visits), kind="stable")
    depth = max(1, int(sum(each.thread.nodes for each in trees)).bit_length())
    return [
        Line(depth, depth, rank, round((2 * means[i] - 1) * CERTAIN), "exact", (task.roots[i],))
        for rank, i in enumerate(order)
    ]
