"""The search of connect6: a win at once, a sequence of threats, then iterative deepening over turns.

It is a search of its own, since the stones of a turn have to be chosen together: the shared search would
spend a ply on each and order the second without knowing what both are for.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from boyi.engines.connect6.evaluation.weights import roads
from boyi.engines.connect6.position import empty
from boyi.engines.connect6.search import root
from boyi.engines.connect6.search.alphabeta import SEEMS_DECIDED
from boyi.engines.connect6.search.state import THREAD, points, turn_of
from boyi.engines.connect6.search.turns import best_pair
from boyi.engines.connect6.shape import TIC_TAC_TOE
from boyi.engines.jit import Record, copy, new
from boyi.engines.play import legal_moves, result, try_move
from boyi.engines.rules import ONGOING
from boyi.engines.search import table as tt
from boyi.engines.search.aspiration import AspirationWindow
from boyi.engines.search.task import Line, Task
from boyi.engines.search.threads import ThreadPool

NARROW, WIDE = (22, 100), (44, 1000)
"""Points that turns at the root are made of, and turns searched: at first, and when these seem lost."""
POINTS, BREADTH, ALLOWANCES = (10, 12, 14, 16), (16, 20, 24, 28), (60, 100, 200, 300)
"""Inside the tree, by turns of depth left: points, turns of a node, nodes of a threat sequence."""
DEEPEST = 40
"""Turns ahead."""
SEQUENCE_DEPTH, SEQUENCE_NODES, MIXED_NODES = 20, 20_000, 6_000
"""Of the threat sequences that are looked for before anything else."""
ASPIRATION = AspirationWindow(width=200, growth=4, least_depth=3, lowers_beta=False)


class TurnSearcher(ThreadPool):
    """The search of one engine; at most one `think` runs at a time."""

    def __init__(self, history_size: int) -> None:
        """One thread, the smallest table; the number of history indexes means nothing here."""
        super().__init__(new(THREAD))
        # so that warming up compiles the greedy player, too
        best_pair(empty(TIC_TAC_TOE), roads(), np.ones(9, np.int64))
        self._rng = random.Random()
        self._row = 0
        self._second: tuple[int, Line] | None = None
        """Key of the position after the first stone of the turn last found, and the line from there."""

    def forget(self) -> None:
        """Empty the table and every thread; another row of weights plays hence, where rows are drawn."""
        super().forget()
        self._row = self._rng.randrange(1 << 16)
        self._second = None

    def think(self, task: Task) -> Line:
        """Search until the budget is used up or `stop`; the best line. Call `prepare` first. Blocks."""
        if task.options.get("Draw Weights") and "row" in (task.weights.dtype.names or ()):
            task = replace(task, weights=copy(task.weights))
            task.weights.row = self._row % max(int(task.weights.rows_used), 1)
        if task.options.get("Player") == "greedy":
            turn, value = best_pair(copy(task.pos), task.weights, _allowed_points(task))
            return _line(task, 1, 0, 0, int(value), [int(turn)])
        if (known := self._find_second(task)) is not None:
            task.on_line(known)
            return known
        for thread in self.threads:
            thread.points, thread.breadth, thread.allowances = POINTS, BREADTH, ALLOWANCES
            thread.allowances *= _uses_sequences(task)
        with self.helpers(lambda number: self._help(task, number)):
            line = self._deepen(task)
        self._keep_second(task, line)
        return line

    def _find_second(self, task: Task) -> Line | None:
        """The rest of the turn last found, where a move is wanted; who analyses wants more."""
        budget = task.budget
        played = task.lines == 1 and (budget.hard is not None or budget.nodes is not None)
        if self._second is None or not played:
            return None
        key, line = self._second
        return line if key == int(task.pos.key) and line.moves[0] in task.roots else None

    def _keep_second(self, task: Task, line: Line) -> None:
        """Remember the other stone of a turn, for clients that ask for single stones."""
        own = copy(task.pos)
        if own.left == 2 and len(line.moves) > 1:
            try_move(own, line.moves[0])
            self._second = int(own.key), replace(line, depth=max(line.depth - 1, 1), moves=line.moves[1:])

    def _help(self, task: Task, number: int) -> None:
        own, thread, score = copy(task.pos), self.threads[number], 0
        turns = root_turns(task, own, thread, NARROW)
        for depth in range(1 + number % 2, DEEPEST):
            score, complete = self._search_depth(task, own, thread, turns, depth, score)
            if not complete:
                return

    def _deepen(self, task: Task) -> Line:
        own, thread = copy(task.pos), self.threads[0]
        thread.deepest = 0
        known = _find_win(task, own, thread)
        if known:
            task.on_line(known)
            return known
        turns, widened = root_turns(task, own, thread, NARROW), False
        heads = turns[: task.lines]
        found = [_line(task, 0, rank, 0, 0, [turn]) for rank, turn in enumerate(heads)]
        for depth in range(1, DEEPEST):
            before = found[0]
            for rank in range(len(found)):
                if not self._search_rank(task, own, turns, depth, heads, found, rank):
                    return found[0]
            if found[0].score < -SEEMS_DECIDED and not widened and task.whole and not thread.complete:
                turns, widened = root_turns(task, own, thread, WIDE), True
            if self._is_done(task, found[0], before, len(turns)):
                break
        return found[0]

    def _search_rank(
        self,
        task: Task,
        own: Record,
        turns: list[int],
        depth: int,
        heads: list[int],
        found: list[Line],
        rank: int,
    ) -> bool:
        """Put the line of one rank, and its first turn, into the lists; False if broken off.

        The turns of better ranks are left out.
        """
        thread, old = self.threads[0], found[rank]
        rest = [turn for turn in turns if turn not in heads[:rank]]
        rest.sort(key=lambda turn: turn != heads[rank])
        score, complete = self._search_depth(task, own, thread, rest, depth, old.score)
        line = [int(turn) for turn in thread.lines[0, : thread.lengths[0]]]
        if complete:
            found[rank] = _line(task, depth, rank, int(thread.deepest), score, line or [heads[rank]])
            task.on_line(found[rank])
        elif rank == 0 and line:
            # broken off, but the first turn tried was the old best: whatever stands now is no worse
            found[0] = replace(_line(task, 0, 0, int(thread.deepest), old.score, line), depth=old.depth)
        heads[rank] = line[0] if line else heads[rank]
        return complete

    def _search_depth(
        self, task: Task, own: Record, thread: Record, turns: Sequence[int], depth: int, guess: int
    ) -> tuple[int, bool]:
        """Search turns to a depth in a window around a guess; the score, and whether it is one."""
        thread.root[: len(turns)], thread.roots = turns, len(turns)

        def window(alpha: int, beta: int) -> int:
            return int(root.search(own, task.weights, thread, self.table, alpha, beta, depth))

        return ASPIRATION.search(window, thread, depth, guess)

    def _is_done(self, task: Task, line: Line, before: Line, turns: int) -> bool:
        """Whether to stop before the next iteration."""
        if line.score > tt.MATE_BOUND or turns == 1:
            return True
        if task.budget.depth is not None and line.depth >= task.budget.depth:
            return True
        if 0 < int(task.options.get("Depth", 0)) <= turns_ahead(task, line.depth):
            return True
        if line.score < -tt.MATE_BOUND and before.score == line.score:
            return True  # lost whatever is played, and looking deeper does not make it last longer
        return self.is_enough(task, line, before, int(line.moves[:2] == before.moves[:2]))


def _uses_sequences(task: Task) -> bool:
    """Whether sequences of threats are to be looked for."""
    return bool(task.options.get("Threat Sequences", True))


def turns_ahead(task: Task, depth: int) -> int:
    """How many turns a depth in stones reaches."""
    return 1 + -(-(depth - int(task.pos.left)) // int(task.pos.turn))


def _find_win(task: Task, own: Record, thread: Record) -> Line | None:
    """The line of a win that is at hand or follows by threats; None if there is none."""
    nodes = (SEQUENCE_NODES, MIXED_NODES) if _uses_sequences(task) else (0, 0)
    turn = int(root.find_win(own, thread, SEQUENCE_DEPTH, *nodes))
    if turn < 0 or not task.whole:
        return None
    length = int(thread.proven)
    score = tt.MATE - 2 * length - 1
    return _line(task, max(length, 1), 0, 2 * length + 1, score, [_complete_turn(own, turn)])


def _complete_turn(own: Record, turn: int) -> int:
    """A turn of one stone, with any other stone where two have to be placed."""
    one, other = points(turn)
    if own.left == 1 or one != other:
        return turn
    return turn_of(one, next((move - 1 for move in legal_moves(own) if move - 1 != one), one))


def root_turns(task: Task, own: Record, thread: Record, width: tuple[int, int]) -> list[int]:
    """The turns to search at the root, statically best first; their stones are the task's, or one is."""
    count = int(root.list_roots(own, task.weights, thread, width[0]))
    order = np.argsort(-thread.scores[0, :count], kind="stable")
    turns = [int(turn) for turn in thread.turns[0, order]]
    if not task.whole:
        allowed = {move - 1 for move in task.roots}
        among = [turn for turn in turns if allowed.issuperset(points(turn))]
        turns = among or [turn for turn in turns if allowed.intersection(points(turn))]
        turns = turns or [_complete_turn(own, turn_of(move - 1, move - 1)) for move in task.roots]
    return turns[: width[1]]


def stones_of(pos: Record, turn: int) -> tuple[int, ...]:
    """The stones of a turn as moves; if one of them wins by itself it comes last, for play ends with it."""
    one, other = (point + 1 for point in points(turn))
    if one == other:
        return (one,)
    own = copy(pos)
    try_move(own, one)
    return (one, other) if result(own) == ONGOING else (other, one)


def _allowed_points(task: Task) -> np.ndarray:
    """A one for each point that may be taken."""
    allowed = np.zeros(int(task.pos.points), np.int64)
    allowed[np.array(task.roots) - 1] = 1
    return allowed


def _line(task: Task, turns: int, rank: int, deepest: int, score: int, line: Sequence[int]) -> Line:
    """What was found, in single stones, as depth is, too."""
    left, whole = int(task.pos.left), int(task.pos.turn)
    depth = max(0, left + whole * (turns - 1))
    depth = min(depth, task.budget.depth or depth)
    moves = [point + 1 for turn in line[1:] for point in sorted(set(points(turn)))]
    return Line(
        depth, max(deepest * whole, depth), rank, score, "exact", (*stones_of(task.pos, line[0]), *moves)
    )
