"""What a move's place in the order is: captures by their gain, quiet moves by what history says."""

import numpy as np

from boyi.engines.jit import Int, Record, generic, inline
from boyi.engines.rules import MOST_MOVES, hint, noisy, trace
from boyi.engines.search import margins as m
from boyi.engines.search.margins import margin
from boyi.engines.search.table import NO_VALUE
from boyi.engines.search.work import BEFORE, TRIED

FIRST = 1 << 21
GOOD = 1 << 20
KILLER = 1 << 18
BAD = -(1 << 20)
SCALE = MOST_MOVES
"""Scores leave room for an index below them."""
LAST = MOST_MOVES - 1
"""A mask that keeps an index within a list of moves, so that it needs no test."""
MOST = 16384
"""History entries stay within this."""


@inline
def quiet_score(work: Record, ply: Int, index: Int) -> Int:
    """What history says of a quiet move, by itself and as a reply to the two moves before it."""
    before, earlier = work.traces[ply + BEFORE - 1], work.traces[ply + BEFORE - 2]
    score = np.int64(work.history[index]) + work.replies[0, before, index]
    return score + work.replies[1, earlier, index]


@inline
def score_noisy(pos: Record, work: Record, ply: Int, first: Int, end: Int) -> None:
    """Give noisy moves their place in the order."""
    for i in range(first, end):
        move = np.int64(work.moves[ply, i & LAST])
        score = GOOD + hint(pos, move) + work.captures[trace(pos, move)] // 16
        work.scores[ply, i & LAST] = score * SCALE + i


@generic()
def score_quiet(pos: Record, work: Record, ply: Int, first: Int, end: Int) -> None:
    """Give quiet moves their place in the order; by history, unless the desk's type says otherwise."""
    killer, second = work.killers[ply, 0], work.killers[ply, 1]
    reply = work.replies[0, work.traces[ply + BEFORE - 1]]
    follow = work.replies[1, work.traces[ply + BEFORE - 2]]
    for i in range(first, end):
        move = work.moves[ply, i & LAST]
        if move == killer:
            score = np.int64(KILLER + 1)
        elif move == second:
            score = np.int64(KILLER)
        else:
            index = trace(pos, move)
            score = np.int64(work.history[index]) + reply[index] + follow[index]
        work.scores[ply, i & LAST] = score * SCALE + i


@inline
def put_first(work: Record, ply: Int, end: Int, table_move: Int) -> None:
    """Give the table's move, if it is listed, the first place in the order."""
    for i in range(end):
        if work.moves[ply, i & LAST] == table_move:
            work.scores[ply, i & LAST] = FIRST * SCALE + i


@inline
def score_mixed(pos: Record, work: Record, ply: Int, end: Int, table_move: Int) -> None:
    """Give moves of both kinds their place in the order, the table's first."""
    for i in range(end):
        move = work.moves[ply, i & LAST]
        if noisy(pos, move):
            score_noisy(pos, work, ply, i, i + 1)
        else:
            score_quiet(pos, work, ply, i, i + 1)
    put_first(work, ply, end, table_move)


@inline
def pick(work: Record, ply: Int, place: Int, end: Int) -> Int:
    """Bring the best of the moves from `place` on to that place.

    A score carries its move's index in the low bits, so that the maximum alone tells which it is:
    a loop the compiler turns into vector instructions.
    """
    moves, scores = work.moves[ply], work.scores[ply]
    top = scores[place & LAST]
    for score in scores[place:end]:
        top = max(top, score)
    best = top & LAST
    move = moves[best]
    moves[best] = moves[place & LAST]
    scores[best] = scores[place & LAST] & ~LAST | best
    moves[place & LAST] = move
    scores[place & LAST] = top & ~LAST | place
    return np.int64(move)


@inline
def _adjust(entry: Int, bonus: Int) -> Int:
    """Move an entry by a bonus that weighs less the nearer the limit it leads."""
    return entry + bonus - entry * abs(bonus) // MOST


@inline
def _credit(work: Record, ply: Int, index: Int, bonus: Int) -> None:
    before, earlier = work.traces[ply + BEFORE - 1], work.traces[ply + BEFORE - 2]
    work.history[index] = _adjust(np.int64(work.history[index]), bonus)
    work.replies[0, before, index] = _adjust(np.int64(work.replies[0, before, index]), bonus)
    work.replies[1, earlier, index] = _adjust(np.int64(work.replies[1, earlier, index]), bonus)


@inline
def credit_before(work: Record, ply: Int, depth: Int) -> None:
    """No move beat alpha: the quiet one that led here gains credit. `depth` in plies."""
    if work.calm[ply - 1]:
        bonus = margin(work, m.CREDIT_BEFORE) * min(depth, 10)
        _credit(work, ply - 1, np.int64(work.traces[ply + BEFORE - 1]), bonus)


@inline
def credit_static(work: Record, ply: Int, static: Int) -> None:
    """The same at once, by how far the static value fell for the side to move, or rose."""
    before = np.int64(work.values[ply + BEFORE - 1])
    if before != NO_VALUE and work.calm[ply - 1]:
        fall = -(before + static) * margin(work, m.CREDIT_STATIC) // 4
        index = work.traces[ply + BEFORE - 1]
        work.history[index] = _adjust(np.int64(work.history[index]), max(-600, min(600, fall)))


@generic()
def credit_quiet(pos: Record, work: Record, ply: Int, move: Int) -> None:
    """Told every quiet move that cuts off: a desk of another type may keep more than its history."""


@inline
def reward(pos: Record, work: Record, ply: Int, tried: Int, best: Int, depth: Int) -> None:
    """A move cut off: it gains credit, those searched before it lose some. `depth` in plies."""
    bonus = min(margin(work, m.CREDIT) * depth, margin(work, m.MOST_CREDIT))
    quiet = not noisy(pos, best)
    if quiet:
        if work.killers[ply, 0] != best:
            work.killers[ply, 1] = work.killers[ply, 0]
            work.killers[ply, 0] = best
        _credit(work, ply, trace(pos, best), bonus)
        credit_quiet(pos, work, ply, best)
    else:
        index = trace(pos, best)
        work.captures[index] = _adjust(np.int64(work.captures[index]), bonus)
    for i in range(min(tried, TRIED)):
        move = np.int64(work.tried[ply, i])
        if move == best:
            continue
        index = trace(pos, move)
        if noisy(pos, move):
            work.captures[index] = _adjust(np.int64(work.captures[index]), -bonus)
        elif quiet:
            _credit(work, ply, index, -bonus * margin(work, m.BLAME) // 64)
