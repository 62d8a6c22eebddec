"""Move picker: moves in order, listed as needed, since most nodes are cut off before quiet moves.

Stages: the hash move; noisy moves that do not lose by exchange; two killers; all others. In check,
and at the root, all moves are listed at once.
"""

import numpy as np

from boyi.engines.jit import Bool, Int, Record, inline
from boyi.engines.rules import NO_MOVE, generate, generate_noisy, generate_quiet, legal, noisy, see
from boyi.engines.search.ordering import (
    BAD,
    FIRST,
    GOOD,
    LAST,
    SCALE,
    pick,
    score_mixed,
    score_noisy,
    score_quiet,
)

HASH_MOVE, LIST_NOISY, NOISY, KILLER, SECOND_KILLER, LIST_QUIET, REST, WHOLE = range(8)


@inline
def list_all(pos: Record, thread: Record, ply: Int, hash_move: Int) -> Int:
    """Start with every move listed; how many there are.

    At ply 0 they are the root's own, whose first is the best so far; else all legal ones.
    """
    if ply == 0:
        count = thread.roots
        for i in range(count):
            thread.moves[0, i & LAST] = thread.root[i & LAST]
        hash_move = np.int64(thread.root[0])
    else:
        count = generate(pos, thread.moves[ply])
    score_mixed(pos, thread, ply, count, hash_move)
    thread.stages[ply], thread.places[ply], thread.counts[ply] = WHOLE, 0, count
    return count


@inline
def list_later(thread: Record, ply: Int, hash_move: Int) -> None:
    """Start with nothing listed; `hash_move` is legal or none."""
    thread.stages[ply] = HASH_MOVE if hash_move != NO_MOVE else LIST_NOISY
    thread.places[ply], thread.counts[ply] = 0, 0


@inline
def _killer(pos: Record, thread: Record, ply: Int, which: Int, hash_move: Int) -> Int:
    """A killer that is a legal quiet move here and not the hash move; else NO_MOVE."""
    move = np.int64(thread.killers[ply, which])
    if move != NO_MOVE and move != hash_move and legal(pos, move) and not noisy(pos, move):
        return move
    return np.int64(NO_MOVE)


@inline
def _given_before(pos: Record, thread: Record, ply: Int, move: Int, hash_move: Int) -> Bool:
    """Whether an earlier stage has already given out a listed move: the hash move, or a quiet killer."""
    if thread.stages[ply] == WHOLE:
        return False
    killer = move == thread.killers[ply, 0] or move == thread.killers[ply, 1]
    return move == hash_move or (killer and not noisy(pos, move))


@inline
def next_move(pos: Record, thread: Record, ply: Int, hash_move: Int) -> Int:
    """The next move to try, NO_MOVE after the last. Those behind `places` have been tried or left out."""
    while True:
        stage = thread.stages[ply]
        place, count = np.int64(thread.places[ply]), np.int64(thread.counts[ply])
        if stage == HASH_MOVE:
            thread.stages[ply] = LIST_NOISY
            return hash_move
        if stage == LIST_NOISY:
            count = generate_noisy(pos, thread.moves[ply])
            score_noisy(pos, thread, ply, np.int64(0), count)
            thread.stages[ply], thread.counts[ply] = NOISY, count
        elif stage == KILLER or stage == SECOND_KILLER:
            thread.stages[ply] = stage + 1
            move = _killer(pos, thread, ply, np.int64(stage - KILLER), hash_move)
            if move != NO_MOVE:
                return move
        elif stage == LIST_QUIET:
            # quiet moves join the noisy ones that were put off
            more = generate_quiet(pos, thread.moves[ply, count:])
            score_quiet(pos, thread, ply, count, count + more)
            thread.stages[ply], thread.counts[ply] = REST, count + more
        else:
            move, score = np.int64(NO_MOVE), np.int64(0)
            if place < count:
                move = pick(thread, ply, place, count)
                score = np.int64(thread.scores[ply, place & LAST]) // SCALE
            if stage == NOISY and (move == NO_MOVE or score < GOOD // 2):
                thread.stages[ply] = KILLER
            elif move == NO_MOVE:
                return move
            elif GOOD // 2 <= score < FIRST and not see(pos, move, 0):
                thread.scores[ply, place & LAST] = (score - GOOD + BAD) * SCALE + place
            else:
                thread.places[ply] = place + 1
                if not _given_before(pos, thread, ply, move, hash_move):
                    return move
