"""Iterative deepening: ever deeper searches within a budget, on one thread or several (Lazy SMP).

Threads share the table and nothing else; the first one decides, the others help by filling it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from boyi.engines.jit import Dtype, Record, copy, new
from boyi.engines.play import bind_weights
from boyi.engines.report import Bound
from boyi.engines.rules import NO_MOVE
from boyi.engines.search.alphabeta import search
from boyi.engines.search.aspiration import AspirationWindow
from boyi.engines.search.state import MAX_PLY, PLY, thread_dtype
from boyi.engines.search.task import Line, Task
from boyi.engines.search.threads import USUAL_EFFORT, ThreadPool

DEEPEST = MAX_PLY - 8
ROOM = PLY // 2
"""What an iteration's depth is above whole plies, so that fractions take effect earlier."""

ASPIRATION = AspirationWindow(width=12, growth=3, least_depth=5, lowers_beta=True)


class Searcher(ThreadPool):
    """The shared search of one engine; at most one `think` runs at a time."""

    def __init__(self, history_size: int, dtype: Dtype | None = None, thread: Record | None = None) -> None:
        """One thread, the smallest table. Threads start as copies of `thread`, else as empty ones of `dtype`,
        by default the shared search's."""
        super().__init__(new(dtype or thread_dtype(history_size)) if thread is None else thread)

    def think(self, task: Task) -> Line:
        """Search until the budget is used up or `stop`; the best line. Call `prepare` first. Blocks."""
        with self.helpers(lambda number: self._help(task, number)):
            return self._deepen(task)

    def _help(self, task: Task, number: int) -> None:
        thread, own, score = self.threads[number], copy(task.pos), 0
        bind_weights(own, task.weights)
        _set_roots(thread, task.roots, task.whole)
        for depth in range(1 + number % 2, DEEPEST):
            score, complete = self._search_depth(task, own, thread, depth, score)
            if not complete:
                return
            _set_roots(thread, _put_first(_moves(thread)[0], task.roots), task.whole)

    def _deepen(self, task: Task) -> Line:
        thread, own, calm = self.threads[0], copy(task.pos), 0
        thread.deepest = 0
        bind_weights(own, task.weights)
        ranks = range(min(task.lines, len(task.roots)))
        known = self.recall(task.pos.key)
        promising = _put_first(known.move if known else NO_MOVE, task.roots)
        found = [Line(0, 0, rank, 0, "exact", (promising[rank],)) for rank in ranks]
        for depth in range(1, min(task.budget.depth or DEEPEST, DEEPEST) + 1):
            before, start, effort = found[0], int(thread.nodes), USUAL_EFFORT
            for rank in ranks:
                if not self._search_rank(task, own, depth, rank, found):
                    sure = depth > 1 or rank or known or task.budget.nodes
                    return found[0] if sure else self._search_one_ply(task, own, found)
                if rank == 0:  # what other ranks take tells nothing of how sure the best move is
                    effort = min(1.0, int(thread.effort) / max(1, int(thread.nodes) - start))
            _rank_by_score(found, task.on_line)
            calm = calm + 1 if found[0].moves[0] == before.moves[0] else 0
            if self.is_enough(task, found[0], before, calm, effort):
                break
        return found[0]

    def _search_one_ply(self, task: Task, own: Record, found: list[Line]) -> Line:
        """The best line of one ply, whatever the clock says: no move is played that was not looked at."""
        thread = self.threads[0]
        thread.stop, thread.deadline = 0, 0
        self._search_rank(task, own, 1, 0, found)
        return found[0]

    def _search_rank(self, task: Task, own: Record, depth: int, rank: int, found: list[Line]) -> bool:
        """Put the line of one rank into `found`, better ranks' moves left out; False if broken off."""
        thread = self.threads[0]
        taken = [line.moves[0] for line in found[:rank]]
        rest = [move for move in task.roots if move not in taken]

        def put_best_first() -> None:
            _set_roots(thread, _put_first(found[rank].moves[0], rest), task.whole and rank == 0)

        def line(score: int, bound: Bound) -> Line:
            return Line(depth, int(thread.deepest), rank, score, bound, _moves(thread) or found[rank].moves)

        def on_bound(score: int, bound: Bound) -> None:
            outside = line(score, bound)
            task.on_line(outside)
            if bound == "lower":  # better than all before, by how much is still to be seen
                _insert(found, outside)
                put_best_first()

        put_best_first()
        score, complete = self._search_depth(task, own, thread, depth, found[rank].score, on_bound)
        if complete:
            _insert(found, line(score, "exact"))
            task.on_line(found[rank])
        elif rank == 0 and _moves(thread):
            # broken off, but the first move tried was the best so far: whatever stands now is no worse
            found[0] = line(found[0].score, found[0].bound)
        return complete

    def _search_depth(
        self,
        task: Task,
        own: Record,
        thread: Record,
        depth: int,
        guess: int,
        on_bound: Callable[[int, Bound], None] = lambda score, bound: None,
    ) -> tuple[int, bool]:
        """Search to a depth in a window around a guess; the score, and whether it is one."""
        thread.iteration = depth

        def window(alpha: int, beta: int) -> int:
            return int(search(own, task.weights, thread, self.table, alpha, beta, depth * PLY + ROOM))

        return ASPIRATION.search(window, thread, depth, guess, on_bound)


def _insert(found: list[Line], line: Line) -> None:
    """Put a line in its rank; the one that stood there goes where the line's move was ranked before."""
    for rank in range(line.rank + 1, len(found)):
        if found[rank].moves[0] == line.moves[0]:
            found[rank] = replace(found[line.rank], rank=rank)
    found[line.rank] = line


def _rank_by_score(found: list[Line], on_line: Callable[[Line], None]) -> None:
    """Order lines by score, and report those whose rank changes: a later search may know a move better."""
    for rank, line in enumerate(sorted(found, key=lambda line: -line.score)):
        if line.rank != rank:
            found[rank] = replace(line, rank=rank)
            on_line(found[rank])


def _set_roots(thread: Record, moves: Sequence[int], whole: bool) -> None:
    thread.root[: len(moves)] = moves
    thread.roots, thread.partial = len(moves), not whole


def _put_first(first: int, moves: Sequence[int]) -> list[int]:
    """The moves in their order, but this one first if it is among them."""
    return sorted(moves, key=lambda move: move != first)


def _moves(thread: Record) -> tuple[int, ...]:
    return tuple(int(move) for move in thread.lines[0, : thread.lengths[0]])
