"""Iterative deepening: ever deeper searches within a budget, on one thread or several.

Threads share the table and nothing else; the first one decides, the others help by filling it.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from boyi.engines.jit import Dtype, Record, Word, assign, copy, new
from boyi.engines.limits import Budget
from boyi.engines.report import Bound
from boyi.engines.rules import NO_MOVE
from boyi.engines.search import table as tt
from boyi.engines.search.alphabeta import ready, search
from boyi.engines.search.task import Line, Recollection, Task
from boyi.engines.search.work import MAX_PLY, PLY, work_dtype

DEEPEST = MAX_PLY - 8
ROOM = PLY // 2
"""What an iteration's depth is above whole plies, so that fractions take effect earlier."""

UNLIMITED = 1 << 62
"""Nodes that no search reaches."""

WINDOW = 12
"""Half-width of the first window around the last score."""

USUAL_EFFORT = 0.64
"""The best move's share of an iteration's nodes that speaks neither for more time nor for less."""


class Searcher:
    """The desks and the table of one engine; at most one `think` runs at a time."""

    def __init__(self, traces: int, dtype: Dtype | None = None, desk: Record | None = None) -> None:
        """One thread, the smallest table. Desks start as copies of `desk`, else as empty ones of `dtype`,
        by default the shared search's."""
        self._blank: Record = new(dtype or work_dtype(traces)) if desk is None else desk
        self._works: list[Record] = [copy(self._blank)]
        self._table = tt.allocate(1)
        self._generation = 0
        self._soft: int | None = None
        self.megabytes = 1

    def resize(self, megabytes: int) -> int:
        """Replace the table by an empty one; megabytes really had."""
        self._table = np.zeros(8, np.uint64)  # the old one goes before the new one comes
        self._table = tt.allocate(megabytes)
        self.megabytes = self._table.nbytes >> 20
        return self.megabytes

    def employ(self, threads: int) -> None:
        """Have this many desks."""
        del self._works[threads:]
        self._works.extend(copy(self._blank) for _ in range(threads - len(self._works)))

    def forget(self) -> None:
        """Empty the table and every desk."""
        self._table[:] = 0
        for work in self._works:
            assign(work, self._blank)

    @property
    def nodes(self) -> int:
        """Nodes of the present or last search, all threads together."""
        return sum(int(work.nodes) for work in self._works)

    @property
    def fullness(self) -> int:
        """Permille of the table that the present search has filled."""
        return int(tt.fullness(self._table, self._generation))

    def recall(self, key: Word) -> Recollection | None:
        """What the table holds under a key."""
        data = tt.lookup(self._table, key)
        if data == tt.NOTHING:
            return None
        score, depth = int(tt.stored_score(data, 0)), int(tt.stored_depth(data)) // PLY
        bound: tuple[Bound, ...] = ("exact", "upper", "lower", "exact")
        return Recollection(int(tt.stored_move(data)), score, depth, bound[int(tt.stored_bound(data))])

    def stop(self) -> None:
        """Have the running search end as soon as it can."""
        for work in self._works:
            work.stop = 1

    def allow(self, budget: Budget) -> None:
        """Start the clock of a budget now, also in mid-search."""
        start = time.monotonic_ns()
        self._soft = None if budget.soft is None else start + budget.soft
        for work in self._works:  # all of them: the first may have to wait for a processor
            work.deadline = 0 if budget.hard is None else start + budget.hard

    def prepare(self, budget: Budget, costs: Sequence[int]) -> None:
        """Clear what a search counts, before anything can stop it."""
        self._generation = (self._generation + 1) % tt.GENERATIONS
        for work in self._works:
            work.stop, work.nodes, work.deadline = 0, 0, 0
            work.limit = max(budget.nodes // len(self._works), 1) if budget.nodes else UNLIMITED
            work.generation = self._generation
            work.cost[:] = PLY
            work.cost[1 : 1 + len(costs)] = [cost * PLY // 100 for cost in costs]
        self._soft = None

    def think(self, task: Task) -> Line:
        """Search until the budget is used up or `stop`; the best line. Call `prepare` first. Blocks."""
        helpers = [
            threading.Thread(target=self._assist, args=(task, number), daemon=True)
            for number in range(1, len(self._works))
        ]
        for helper in helpers:
            helper.start()
        try:
            return self._deepen(task)
        finally:
            self.stop()
            for helper in helpers:
                helper.join()

    def _assist(self, task: Task, number: int) -> None:
        work, own, score = self._works[number], copy(task.pos), 0
        ready(own, task.weights, work)
        _set_roots(work, task.roots, task.whole)
        for depth in range(1 + number % 2, DEEPEST):
            score, complete = self._aspire(own, task.weights, work, depth, score, lambda score, bound: None)
            if not complete:
                return
            _set_roots(work, _led(_moves(work)[0], task.roots), task.whole)

    def _deepen(self, task: Task) -> Line:
        work, own, calm = self._works[0], copy(task.pos), 0
        work.deepest = 0
        ready(own, task.weights, work)
        ranks = range(min(task.lines, len(task.roots)))
        known = self.recall(task.pos.key)
        promising = _led(known.move if known else NO_MOVE, task.roots)
        found = [Line(0, 0, rank, 0, "exact", (promising[rank],)) for rank in ranks]
        for depth in range(1, min(task.budget.depth or DEEPEST, DEEPEST) + 1):
            before, start, effort = found[0], int(work.nodes), USUAL_EFFORT
            for rank in ranks:
                if not self._search_rank(task, own, depth, rank, found):
                    sure = depth > 1 or rank or known or task.budget.nodes
                    return found[0] if sure else self._glance(task, own, found)
                if rank == 0:  # what other ranks take tells nothing of how sure the best move is
                    effort = min(1.0, int(work.effort) / max(1, int(work.nodes) - start))
            _rank_by_score(found, task.tell)
            calm = calm + 1 if found[0].moves[0] == before.moves[0] else 0
            if self._enough(task, found[0], before, calm, effort):
                break
        return found[0]

    def _glance(self, task: Task, own: Record, found: list[Line]) -> Line:
        """The best line of one ply, whatever the clock says: no move is played that was not looked at."""
        work = self._works[0]
        work.stop, work.deadline = 0, 0
        self._search_rank(task, own, 1, 0, found)
        return found[0]

    def _search_rank(self, task: Task, own: Record, depth: int, rank: int, found: list[Line]) -> bool:
        """Put the line of one rank into `found`, better ranks' moves left out; False if broken off."""
        work = self._works[0]
        taken = [line.moves[0] for line in found[:rank]]
        rest = [move for move in task.roots if move not in taken]

        def lead() -> None:
            _set_roots(work, _led(found[rank].moves[0], rest), task.whole and rank == 0)

        def line(score: int, bound: Bound) -> Line:
            return Line(depth, int(work.deepest), rank, score, bound, _moves(work) or found[rank].moves)

        def tell_bound(score: int, bound: Bound) -> None:
            told = line(score, bound)
            task.tell(told)
            if bound == "lower":  # better than all before, by how much is still to be seen
                _enter(found, told)
                lead()

        lead()
        score, complete = self._aspire(own, task.weights, work, depth, found[rank].score, tell_bound)
        if complete:
            _enter(found, line(score, "exact"))
            task.tell(found[rank])
        elif rank == 0 and _moves(work):
            # broken off, but the first move tried was the best so far: whatever stands now is no worse
            found[0] = line(found[0].score, found[0].bound)
        return complete

    def _aspire(
        self,
        own: Record,
        weights: Record,
        work: Record,
        depth: int,
        guess: int,
        tell_bound: Callable[[int, Bound], None],
    ) -> tuple[int, bool]:
        """Search a narrow window around a guess, widening it on failure; the score, and whether it is one."""
        work.iteration = depth
        width = WINDOW if depth >= 5 and abs(guess) < tt.MATE_BOUND else 2 * tt.INFINITE
        alpha, beta = max(guess - width, -tt.INFINITE), min(guess + width, tt.INFINITE)
        while True:
            score = int(search(own, weights, work, self._table, alpha, beta, depth * PLY + ROOM))
            if work.stop:
                return score, False
            if alpha < score < beta:
                return score, True
            width *= 3
            if score <= alpha:
                tell_bound(score, "upper")
                beta, alpha = (alpha + beta) // 2, max(score - width, -tt.INFINITE)
            else:
                tell_bound(score, "lower")
                beta = min(score + width, tt.INFINITE)

    def _enough(self, task: Task, line: Line, before: Line, calm: int, effort: float = USUAL_EFFORT) -> bool:
        """Whether to stop before the next iteration; `effort` is the best move's share of the last one."""
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
        return time.monotonic_ns() >= self._soft + int((factor - 1) * budget.soft)


def _enter(found: list[Line], line: Line) -> None:
    """Put a line in its rank; the one that stood there goes where the line's move was ranked before."""
    for rank in range(line.rank + 1, len(found)):
        if found[rank].moves[0] == line.moves[0]:
            found[rank] = replace(found[line.rank], rank=rank)
    found[line.rank] = line


def _rank_by_score(found: list[Line], tell: Callable[[Line], None]) -> None:
    """Order lines by score, and tell those that change their rank: a later search may know a move better."""
    for rank, line in enumerate(sorted(found, key=lambda line: -line.score)):
        if line.rank != rank:
            found[rank] = replace(line, rank=rank)
            tell(found[rank])


def _set_roots(work: Record, moves: Sequence[int], whole: bool) -> None:
    work.root[: len(moves)] = moves
    work.roots, work.partial = len(moves), not whole


def _led(first: int, moves: Sequence[int]) -> list[int]:
    """The same moves, led by this one if it is among them."""
    return sorted(moves, key=lambda move: move != first)


def _moves(work: Record) -> tuple[int, ...]:
    return tuple(int(move) for move in work.lines[0, : work.lengths[0]])
