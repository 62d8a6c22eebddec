"""Move ordering: captures by their gain and capture history, quiet moves by killers and history."""

import numpy as np

from boyi.engines.jit import Int, Record, generic, inline
from boyi.engines.rules import MOST_MOVES, capture_order, history_index, noisy
from boyi.engines.search import parameters as p
from boyi.engines.search.parameters import tunable
from boyi.engines.search.state import BEFORE, TRIED
from boyi.engines.search.table import NO_VALUE

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
def quiet_score(thread: Record, ply: Int, index: Int) -> Int:
    """History of a quiet move, and its continuation history as a reply to the two moves before it."""
    before, earlier = thread.indexes[ply + BEFORE - 1], thread.indexes[ply + BEFORE - 2]
    score = np.int64(thread.history[index]) + thread.continuation[0, before, index]
    return score + thread.continuation[1, earlier, index]


@inline
def score_noisy(pos: Record, thread: Record, ply: Int, first: Int, end: Int) -> None:
    """Give noisy moves their place in the order."""
    for i in range(first, end):
        move = np.int64(thread.moves[ply, i & LAST])
        score = GOOD + capture_order(pos, move) + thread.captures[history_index(pos, move)] // 16
        thread.scores[ply, i & LAST] = score * SCALE + i


@generic()
def score_quiet(pos: Record, thread: Record, ply: Int, first: Int, end: Int) -> None:
    """Give quiet moves their place in the order; by history, unless the thread's type says otherwise."""
    killer, second = thread.killers[ply, 0], thread.killers[ply, 1]
    reply = thread.continuation[0, thread.indexes[ply + BEFORE - 1]]
    follow = thread.continuation[1, thread.indexes[ply + BEFORE - 2]]
    for i in range(first, end):
        move = thread.moves[ply, i & LAST]
        if move == killer:
            score = np.int64(KILLER + 1)
        elif move == second:
            score = np.int64(KILLER)
        else:
            index = history_index(pos, move)
            score = np.int64(thread.history[index]) + reply[index] + follow[index]
        thread.scores[ply, i & LAST] = score * SCALE + i


@inline
def put_first(thread: Record, ply: Int, end: Int, hash_move: Int) -> None:
    """Give the hash move, if it is listed, the first place in the order."""
    for i in range(end):
        if thread.moves[ply, i & LAST] == hash_move:
            thread.scores[ply, i & LAST] = FIRST * SCALE + i


@inline
def score_mixed(pos: Record, thread: Record, ply: Int, end: Int, hash_move: Int) -> None:
    """Give moves of both kinds their place in the order, the hash move the first."""
    for i in range(end):
        move = thread.moves[ply, i & LAST]
        if noisy(pos, move):
            score_noisy(pos, thread, ply, i, i + 1)
        else:
            score_quiet(pos, thread, ply, i, i + 1)
    put_first(thread, ply, end, hash_move)


@inline
def pick(thread: Record, ply: Int, place: Int, end: Int) -> Int:
    """Bring the best of the moves from `place` on to that place.

    A score carries its move's index in the low bits, so that the maximum alone tells which it is:
    a loop the compiler turns into vector instructions.
    """
    moves, scores = thread.moves[ply], thread.scores[ply]
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
def _credit(thread: Record, ply: Int, index: Int, bonus: Int) -> None:
    before, earlier = thread.indexes[ply + BEFORE - 1], thread.indexes[ply + BEFORE - 2]
    thread.history[index] = _adjust(np.int64(thread.history[index]), bonus)
    thread.continuation[0, before, index] = _adjust(np.int64(thread.continuation[0, before, index]), bonus)
    thread.continuation[1, earlier, index] = _adjust(np.int64(thread.continuation[1, earlier, index]), bonus)


@inline
def credit_before(thread: Record, ply: Int, depth: Int) -> None:
    """No move beat alpha: the quiet move that led here gains credit. `depth` in plies."""
    if thread.quiet[ply - 1]:
        bonus = tunable(thread, p.HISTORY_BONUS_BEFORE) * min(depth, 10)
        _credit(thread, ply - 1, np.int64(thread.indexes[ply + BEFORE - 1]), bonus)


@inline
def credit_static(thread: Record, ply: Int, static: Int) -> None:
    """The quiet move that led here gains or loses credit, by how far the static value fell or rose."""
    before = np.int64(thread.values[ply + BEFORE - 1])
    if before != NO_VALUE and thread.quiet[ply - 1]:
        fall = -(before + static) * tunable(thread, p.HISTORY_BONUS_STATIC) // 4
        index = thread.indexes[ply + BEFORE - 1]
        thread.history[index] = _adjust(np.int64(thread.history[index]), max(-600, min(600, fall)))


@generic()
def credit_quiet(pos: Record, thread: Record, ply: Int, move: Int) -> None:
    """Called with every quiet move that cuts off: a thread state of another type may keep more of it."""


@inline
def reward(pos: Record, thread: Record, ply: Int, tried: Int, best: Int, depth: Int) -> None:
    """A move cut off: history bonus for it, malus for those searched before it. `depth` in plies."""
    bonus = min(tunable(thread, p.HISTORY_BONUS) * depth, tunable(thread, p.HISTORY_BONUS_MOST))
    quiet = not noisy(pos, best)
    if quiet:
        if thread.killers[ply, 0] != best:
            thread.killers[ply, 1] = thread.killers[ply, 0]
            thread.killers[ply, 0] = best
        _credit(thread, ply, history_index(pos, best), bonus)
        credit_quiet(pos, thread, ply, best)
    else:
        index = history_index(pos, best)
        thread.captures[index] = _adjust(np.int64(thread.captures[index]), bonus)
    for i in range(min(tried, TRIED)):
        move = np.int64(thread.tried[ply, i])
        if move == best:
            continue
        index = history_index(pos, move)
        if noisy(pos, move):
            thread.captures[index] = _adjust(np.int64(thread.captures[index]), -bonus)
        elif quiet:
            _credit(thread, ply, index, -bonus * tunable(thread, p.HISTORY_MALUS) // 64)
