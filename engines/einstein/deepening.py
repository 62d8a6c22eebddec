"""The expectimax player: ever deeper searches, until time or doubt is used up."""

import numpy as np

from boyi.engines.einstein import expectimax
from boyi.engines.einstein.evaluate import CERTAIN
from boyi.engines.jit import Record, copy, new
from boyi.engines.search.task import Line, Task

SALT = 0x9E3779B97F4A7C15

Found = list[tuple[float, int]]
"""Chance and move, the best first."""


class Deepening:
    """The desk and the table of one expectimax search."""

    def __init__(self) -> None:
        """The smallest table."""
        self.desk: Record = new(expectimax.DESK)
        self._table = np.zeros(1 << 10, expectimax.ENTRY)
        self._searches = 0

    def resize(self, megabytes: float) -> None:
        """Replace the table by an empty one."""
        entries = max(int(megabytes * (1 << 20)) // expectimax.ENTRY.itemsize, 1 << 10)
        self._table = np.zeros(1 << (entries.bit_length() - 1), expectimax.ENTRY)

    def forget(self) -> None:
        """Empty the table."""
        self._searches = 0
        self._table[:] = np.zeros(1, expectimax.ENTRY)

    @property
    def fullness(self) -> int:
        """Permille of the table in use, by a sample."""
        return round(1000 * float(np.mean(self._table["kind"][:1000] != 0)))

    def search(self, task: Task, endings: np.ndarray) -> Line:
        """Search ever deeper until the desk has to stop, or nothing is left to doubt. Blocks."""
        # values of other searches, with other weights or tables, would mix; a salt is quicker than emptying
        self._searches += 1
        self.desk.salt = self._searches * SALT & (1 << 64) - 1
        own, found, depth = copy(task.pos), [(0.5, move) for move in task.roots], 0
        while depth < min(task.budget.depth or expectimax.DEEPEST, expectimax.DEEPEST):
            depth += 1
            self.desk.horizon = 0
            deeper = self._iterate(task, own, endings, depth, found)
            if deeper:
                found = _merged(deeper, found)
                self._tell(task, found, depth)
            if self.desk.stop or not self.desk.horizon:
                break
        return _line(found, 0, depth)

    def _iterate(self, task: Task, own: Record, endings: np.ndarray, depth: int, found: Found) -> Found:
        """The moves looked at so deep, best first; fewer than all if broken off."""
        deeper: Found = []
        for _, move in found:
            alpha = deeper[task.lines - 1][0] if len(deeper) >= task.lines else 0.0
            value = expectimax.look(
                own, task.weights, self.desk, self._table, endings, move, float(alpha), depth
            )
            if self.desk.stop:
                break
            deeper.append((value, move))
            deeper.sort(key=lambda each: -each[0])
        return deeper

    def _tell(self, task: Task, found: Found, depth: int) -> None:
        for rank in range(min(task.lines, len(found))):
            task.tell(_line(found, rank, depth))


def _merged(deeper: Found, found: Found) -> Found:
    """The newer values first; moves that were not reached keep their old place behind them."""
    done = {move for _, move in deeper}
    return deeper + [each for each in found if each[1] not in done]


def _line(found: Found, rank: int, depth: int) -> Line:
    value, move = found[rank]
    return Line(depth, depth, rank, round((2 * value - 1) * CERTAIN), "exact", (move,))
