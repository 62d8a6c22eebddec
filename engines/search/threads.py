"""Search threads: their states and the table that they share, timed, stopped and counted together."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from boyi.engines.jit import Record, Word, assign, copy
from boyi.engines.jit.clock import now
from boyi.engines.limits import Budget
from boyi.engines.platforms import available_memory
from boyi.engines.platforms.memory import affordable
from boyi.engines.report import Bound
from boyi.engines.search import table as tt
from boyi.engines.search.state import PLY
from boyi.engines.search.task import Line, Recollection, Task

UNLIMITED = 1 << 62
"""Nodes that no search reaches."""
USUAL_EFFORT = 0.64
"""The best move's share of an iteration's nodes that speaks neither for more time nor for less."""


class ThreadGroup:
    """Thread states, each of which has `stop`, `nodes`, `limit` and `deadline`."""

    def __init__(self, threads: Sequence[Record]) -> None:
        """The states, the main thread's first."""
        self.threads = list(threads)

    @property
    def nodes(self) -> int:
        """Nodes of the present or last search, all threads together."""
        return sum(int(thread.nodes) for thread in self.threads)

    def clear(self, limit: int) -> None:
        """Clear what a search counts, before anything can stop it; each thread may search `limit` nodes."""
        for thread in self.threads:
            thread.stop, thread.nodes, thread.deadline, thread.limit = 0, 0, 0, limit

    def set_deadline(self, allowed: int | None) -> None:
        """Have every thread end so many nanoseconds from now, None for never."""
        deadline = 0 if allowed is None else now() + allowed
        for thread in self.threads:  # all of them: the first may have to wait for a processor
            thread.deadline = deadline

    def stop(self) -> None:
        """Have the running search end as soon as it can."""
        for thread in self.threads:
            thread.stop = 1

    @contextmanager
    def helpers(self, search: Callable[[int], None]) -> Iterator[None]:
        """Call `search` with the number of each thread but the first, beside the block; its end stops all."""
        numbers = range(1, len(self.threads))
        helpers = [threading.Thread(target=search, args=(number,), daemon=True) for number in numbers]
        for helper in helpers:
            helper.start()
        try:
            yield
        finally:
            self.stop()
            for helper in helpers:
                helper.join()


class ThreadPool(ThreadGroup):
    """Thread states that share a transposition table and nothing else, and the clock of their search."""

    def __init__(self, blank: Record) -> None:
        """One thread, the smallest table; every thread starts as a copy of `blank`."""
        super().__init__([copy(blank)])
        self._blank = blank
        self.table = tt.allocate(1)
        self._generation = 0
        self._soft: int | None = None
        self.megabytes = 1
        self._resident = True
        """Whether all memory of the table was taken when it was made."""

    def resize(self, megabytes: int) -> int:
        """Replace the table by an empty one; megabytes really had. It stays if no other can be had."""
        wanted = affordable(megabytes, available_memory(), own=self.table.nbytes)
        try:
            self._take(wanted)
        except OSError:
            self.table[:] = 0
        return self.megabytes

    def _take(self, megabytes: int) -> None:
        """Have another table, empty; OSError if none can be had."""
        table = tt.reserve(megabytes)
        self.table = table  # the old one goes before the new one takes its memory
        self.megabytes = table.nbytes >> 20
        self._resident = tt.touch(table)

    def set_threads(self, count: int) -> None:
        """Search with this many threads."""
        del self.threads[count:]
        self.threads.extend(copy(self._blank) for _ in range(count - len(self.threads)))

    def forget(self) -> None:
        """Empty the table and every thread state."""
        if self._resident:
            self.table[:] = 0
        else:  # to write zeros everywhere would take all of its memory at once
            self._take(self.megabytes)
        for thread in self.threads:
            assign(thread, self._blank)

    @property
    def fullness(self) -> int:
        """Permille of the table that the present search has filled."""
        return int(tt.fullness(self.table, self._generation))

    def recall(self, key: Word) -> Recollection | None:
        """What the table holds under a key."""
        move, score, depth, bound = tt.recall(self.table, key)
        if bound < 0:
            return None
        bounds: tuple[Bound, ...] = ("exact", "upper", "lower", "exact")
        return Recollection(int(move), int(score), int(depth) // PLY, bounds[int(bound)])

    def prepare(self, budget: Budget, costs: Sequence[int]) -> None:
        """Clear what a search counts, before anything can stop it; prices are percent of a ply."""
        self.clear(max(budget.nodes // len(self.threads), 1) if budget.nodes else UNLIMITED)
        self._generation = (self._generation + 1) % tt.GENERATIONS
        for thread in self.threads:
            thread.generation = self._generation
            thread.cost[:] = PLY
            thread.cost[1 : 1 + len(costs)] = [cost * PLY // 100 for cost in costs]
        self._soft = None

    def start_clock(self, budget: Budget) -> None:
        """Start the clock of a budget now, also in mid-search."""
        self._soft = None if budget.soft is None else now() + budget.soft
        self.set_deadline(budget.hard)

    def is_enough(
        self, task: Task, line: Line, before: Line, calm: int, effort: float = USUAL_EFFORT
    ) -> bool:
        """Whether to stop before the next iteration; `effort` is the best move's share of the last one.

        `calm` counts the iterations since the best move last changed; `before` was the best line until then.
        """
        budget = task.budget
        if budget.mate is not None and line.score > tt.MATE_BOUND and tt.MATE - line.score <= 2 * budget.mate:
            return True
        if self._soft is None or budget.soft is None:
            return False
        if len(task.roots) == 1 or abs(line.score) > tt.MATE - line.depth // 2:
            return True
        # a best move that keeps changing, or a falling score, deserves time; a calm one does not, nor one
        # that took nearly all the nodes because every other fell at once
        factor = max(0.55, 1.4 - 0.12 * calm) + max(0.0, min(0.6, (before.score - line.score) / 100))
        factor *= max(0.5, 1 + 1.25 * (USUAL_EFFORT - effort))
        return bool(now() >= self._soft + int((factor - 1) * budget.soft))
