"""Expectimax ever deeper: iterations over the moves of the root, by several threads that share a table.

As in Lazy SMP, helpers search the same root by themselves, each other one a ply deeper, so that the first
thread finds more and more in the table.
"""

import threading

import numpy as np

from boyi.engines.einstein.evaluation.evaluate import CERTAIN
from boyi.engines.einstein.search.expectimax import DEEPEST, ENTRY, SALT, THREAD, look
from boyi.engines.jit import Record, copy, new
from boyi.engines.search.task import Line, Task

Found = list[tuple[float, int]]
"""Chance and move, the best first."""


class ExpectimaxSearcher:
    """The thread states and the table of expectimax searches."""

    def __init__(self) -> None:
        """One thread, the smallest table."""
        self.threads: list[Record] = [new(THREAD)]
        self._table = np.zeros(1 << 10, ENTRY)
        self._searches = 0

    @property
    def thread(self) -> Record:
        """The first thread's state."""
        return self.threads[0]

    def set_threads(self, count: int) -> None:
        """Search with this many threads."""
        self.threads = [self.threads[0], *(new(THREAD) for _ in range(count - 1))]

    def resize(self, megabytes: float) -> None:
        """Replace the table by an empty one."""
        entries = max(int(megabytes * (1 << 20)) // ENTRY.itemsize, 1 << 10)
        self._table = np.zeros(1 << (entries.bit_length() - 1), ENTRY)

    def forget(self) -> None:
        """Empty the table."""
        self._searches = 0
        self._table[:] = np.zeros(1, ENTRY)

    @property
    def fullness(self) -> int:
        """Permille of the table in use, by a sample."""
        return round(1000 * float(np.mean(self._table["payload"][:1000] != 0)))

    def search(self, task: Task, endings: np.ndarray) -> Line:
        """Search ever deeper until the first thread has to stop, or nothing is left to doubt. Blocks."""
        # values of other searches, with other weights or tables, would mix; a salt is quicker than emptying
        self._searches += 1
        for thread in self.threads:
            thread.salt = self._searches * SALT & (1 << 64) - 1
        helpers = [
            threading.Thread(target=self._deepen, args=(task, endings, thread, number & 1), daemon=True)
            for number, thread in enumerate(self.threads[1:], 1)
        ]
        for helper in helpers:
            helper.start()
        try:
            return self._deepen(task, endings, self.thread, 0)
        finally:
            for thread in self.threads[1:]:
                thread.stop = 1
            for helper in helpers:
                helper.join()

    def _deepen(self, task: Task, endings: np.ndarray, thread: Record, depth: int) -> Line:
        """Search deeper than `depth` plies and ever deeper; the first thread reports what it finds."""
        own, found = copy(task.pos), [(0.5, move) for move in task.roots]
        while depth < min(task.budget.depth or DEEPEST, DEEPEST):
            depth += 1
            thread.horizon = 0
            deeper = self._iterate(task, own, endings, thread, depth, found)
            if deeper:
                found = _merge(deeper, found)
                if thread is self.thread:
                    _report(task, found, depth)
            if thread.stop or not thread.horizon:
                break
        return _line(found, 0, depth)

    def _iterate(
        self, task: Task, own: Record, endings: np.ndarray, thread: Record, depth: int, found: Found
    ) -> Found:
        """The moves looked at so deep, best first; fewer than all if broken off."""
        deeper: Found = []
        for _, move in found:
            alpha = deeper[task.lines - 1][0] if len(deeper) >= task.lines else 0.0
            value = look(own, task.weights, thread, self._table, endings, move, float(alpha), depth)
            if thread.stop:
                break
            deeper.append((value, move))
            deeper.sort(key=lambda each: -each[0])
        return deeper


def _report(task: Task, found: Found, depth: int) -> None:
    for rank in range(min(task.lines, len(found))):
        task.on_line(_line(found, rank, depth))


def _merge(deeper: Found, found: Found) -> Found:
    """The newer values first; moves that were not reached keep their old place behind them."""
    done = {move for _, move in deeper}
    return deeper + [each for each in found if each[1] not in done]


def _line(found: Found, rank: int, depth: int) -> Line:
    value, move = found[rank]
    return Line(depth, depth, rank, round((2 * value - 1) * CERTAIN), "exact", (move,))
