"""The root of the search: a win by threats, the turns worth searching, and their alpha-beta."""

import numpy as np

from boyi.engines.connect6.search.alphabeta import (
    INITIATIVE,
    LATE,
    alphabeta,
    list_stops,
    list_ways,
    soften,
)
from boyi.engines.connect6.search.double_threats import WON, prove
from boyi.engines.connect6.search.guards import (
    SEQUENCE,
    is_sealed,
    list_inverse,
    list_stopping,
    list_threatening,
    seal,
)
from boyi.engines.connect6.search.single_threats import prove_mixed
from boyi.engines.connect6.search.state import MOST_PLY, first, second
from boyi.engines.connect6.search.threats import all_threats, threatens
from boyi.engines.connect6.search.turns import list_pairs, list_pairs_with, make_turn, unmake_turn
from boyi.engines.jit import Int, Record, entry, kernel
from boyi.engines.search import table as tt
from boyi.engines.search.state import remember_line

NARROW, BROAD, WIDE = np.int64(32), np.int64(1 << 10), np.int64(1 << 20)
"""Turns that begin a sequence and are tried: in the tree, against a turn of the root, at the root."""
CARE = 2500
"""Nodes, for each turn of depth, of the sequence by which the enemy might refute a turn that seems best."""
ALONE = 20
"""A guard of the root that is tried alone has so many times fewer."""
DEEP = np.int64(MOST_PLY)
"""Turns of depth that the root's turns may be searched to."""


@kernel
def _refute(pos: Record, thread: Record, score: Int, depth: Int) -> Int:
    """The score of a turn just made at the root, or a lost one if a long sequence of threats refutes it."""
    side = np.int64(pos.side & 1)
    if thread.allowances[3] == 0 or threatens(pos, side):
        return score
    thread.width = BROAD
    if prove(pos, thread, side, np.int64(2 * SEQUENCE), CARE * depth) == WON:
        score = 2 * thread.proven + 2 - tt.MATE
    thread.width = NARROW
    return score


@entry
def search(
    pos: Record, weights: Record, thread: Record, table: np.ndarray, alpha: Int, beta: Int, depth: Int
) -> Int:
    """Search the turns of `thread.root` to a depth; their best score within a window.

    `thread.lines[0]` is the line that gives it. Broken off by `thread.stop`, the line is that of the best
    turn so far, if any was searched.
    """
    thread.width = NARROW
    thread.lengths[0] = 0
    best, left = np.int64(-tt.INFINITE), pos.left
    for i in range(thread.roots):
        turn = np.int64(thread.root[i])
        reduced = depth - 2 if i >= 2 * LATE and depth >= 3 else depth - 1
        thread.failed[1] = is_sealed(thread, np.int64(0), turn)
        make_turn(pos, turn)
        null_window = i > 0
        while True:
            bottom = -alpha - 1 if null_window else -beta
            score = -alphabeta(pos, weights, thread, table, bottom, -alpha, reduced, np.int64(1))
            if thread.stop or score <= alpha:
                break
            if reduced < depth - 1:
                reduced = depth - 1
            elif null_window and score < beta:
                null_window = False
            else:
                break
        if score > alpha and not thread.stop:
            score = min(score, _refute(pos, thread, score, depth))
        unmake_turn(pos, turn, left)
        if thread.stop:
            return best
        best = max(best, score)
        if score > alpha:
            alpha = score
            remember_line(thread, np.int64(0), turn)
            if score >= beta:
                break
    return best if thread.complete else soften(best)


@entry
def list_roots(pos: Record, weights: Record, thread: Record, points: Int) -> Int:
    """List the turns worth searching at the root, with their static values; how many there are."""
    need, ways = list_stops(pos, thread)
    thread.width = NARROW
    root, care, none = np.int64(0), np.int64(CARE if thread.allowances[3] else 0), np.int64(0)
    thread.complete = need > 0 and need >= pos.left
    if need > pos.left:  # what can't be stopped is hindered at one point at least
        return list_pairs_with(pos, weights, thread, root, first(thread.blocks[0]), points, none)
    if need == pos.left:
        return list_ways(pos, weights, thread, root, ways)
    if need:
        return list_stopping(pos, weights, thread, root, DEEP, ways, points, care)
    if care and seal(pos, thread, root, DEEP, care) == WON:
        return list_inverse(pos, weights, thread, root, DEEP, points, care // ALONE)
    count = list_pairs(pos, weights, thread, root, points)
    return list_threatening(pos, weights, thread, root, 4 * INITIATIVE, count) if care else count


@entry
def find_win(pos: Record, thread: Record, depth: Int, allowance: Int, mixed: Int) -> Int:
    """A turn that wins at once or begins a sequence of threats that wins; -1 if none is found.

    `thread.proven` is the number of forcing turns. Nodes are allowed for sequences of double threats, and for
    sequences with one single threat.
    """
    side = np.int64(pos.side & 1)
    thread.proven, thread.width = 0, WIDE
    if threatens(pos, side):
        for i in range(all_threats(pos, side, thread.blocks)):
            turn = np.int64(thread.blocks[i])
            if pos.left == 2 or first(turn) == second(turn):
                return turn
    if pos.left < pos.turn or allowance == 0:
        return np.int64(-1)
    if prove(pos, thread, side, depth, allowance) == WON or prove_mixed(pos, thread, side, mixed) == WON:
        return np.int64(thread.proof[0])
    return np.int64(-1)
