"""The players `guided` and `minmax`: trees of a set depth, with as many playouts as there is time for."""

import numpy as np

from boyi.engines.einstein.evaluation.evaluate import CERTAIN
from boyi.engines.einstein.search import shallow_tree
from boyi.engines.einstein.search.playouts import MANNERS
from boyi.engines.jit import Record, copy, new
from boyi.engines.search.task import Line, Task

USUAL_DEPTH = 3
USUAL = "stepwise"
"""How leaves are played out if nothing else is asked for."""
POOL = 1 << 16
"""Nodes that a tree has at most; it is cut where there would be more."""


class ShallowSearcher:
    """The thread state and the tree of `guided` and `minmax`; of several threads one is used."""

    def __init__(self) -> None:
        """Take no memory yet."""
        self.thread: Record = new(shallow_tree.THREAD)
        self._pool = np.zeros(0, shallow_tree.NODE)

    def search(self, task: Task, player: str, endings: np.ndarray, seed: int) -> Line:
        """Plant the tree that options ask for, and play out its leaves until told to stop. Blocks."""
        if not self._pool.size:
            self._pool = np.zeros(POOL, shallow_tree.NODE)
        thread, roots = self.thread, np.array(task.roots, np.int64)
        named = str(task.options.get("Playout", "auto"))
        thread.manner = MANNERS.index(USUAL if named == "auto" else named)
        thread.state[0], thread.guided = seed, player == "guided"
        depth = int(task.options.get("Tree Depth", USUAL_DEPTH))
        pos, scratch = copy(task.pos), copy(task.pos)
        shallow_tree.plant(pos, task.weights, thread, self._pool, endings, roots, depth)
        shallow_tree.grow(pos, thread, self._pool, endings, scratch, len(roots))
        lines = self._lines(task, depth)
        for line in lines[: task.lines]:
            task.on_line(line)
        return lines[0]

    def _lines(self, task: Task, depth: int) -> list[Line]:
        """A line for each root move, the best first."""
        values = self.thread.value[: len(task.roots)]
        return [
            Line(depth, depth, rank, round((2 * values[i] - 1) * CERTAIN), "exact", (task.roots[i],))
            for rank, i in enumerate(np.argsort(-values, kind="stable"))
        ]
