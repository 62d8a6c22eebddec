"""The order of moves, made as it is needed: most nodes are cut off before quiet moves are even listed.

Stages: the table's move; noisy moves that do not lose by exchange; two killers; all others. In check,
and at the root, all moves are listed at once.
"""

import numpy as np

from boyi.engines.jit import Bool, Int, Record, inline
from boyi.engines.rules import NO_MOVE, exchange, generate, generate_noisy, generate_quiet, legal, noisy
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

TABLE, LIST_NOISY, NOISY, KILLER, SECOND_KILLER, LIST_QUIET, REST, WHOLE = range(8)


@inline
def list_all(pos: Record, work: Record, ply: Int, table_move: Int) -> Int:
    """Start with every move listed; how many there are.

    At ply 0 they are the root's own, whose first is the best so far; else all legal ones.
    """
    if ply == 0:
        count = work.roots
        for i in range(count):
            work.moves[0, i & LAST] = work.root[i & LAST]
        table_move = np.int64(work.root[0])
    else:
        count = generate(pos, work.moves[ply])
    score_mixed(pos, work, ply, count, table_move)
    work.stages[ply], work.places[ply], work.counts[ply] = WHOLE, 0, count
    return count


@inline
def list_later(work: Record, ply: Int, table_move: Int) -> None:
    """Start with nothing listed; `table_move` is legal or none."""
    work.stages[ply] = TABLE if table_move != NO_MOVE else LIST_NOISY
    work.places[ply], work.counts[ply] = 0, 0


@inline
def _killer(pos: Record, work: Record, ply: Int, which: Int, table_move: Int) -> Int:
    """A killer that is a legal quiet move here and not the table's; else NO_MOVE."""
    move = np.int64(work.killers[ply, which])
    if move != NO_MOVE and move != table_move and legal(pos, move) and not noisy(pos, move):
        return move
    return np.int64(NO_MOVE)


@inline
def _given_before(pos: Record, work: Record, ply: Int, move: Int, table_move: Int) -> Bool:
    """Whether an earlier stage has already given out a listed move: the table's, or a quiet killer."""
    if work.stages[ply] == WHOLE:
        return False
    killer = move == work.killers[ply, 0] or move == work.killers[ply, 1]
    return move == table_move or (killer and not noisy(pos, move))


@inline
def next_move(pos: Record, work: Record, ply: Int, table_move: Int) -> Int:
    """The next move to try, NO_MOVE after the last. Those behind `places` have been tried or left out."""
    while True:
        stage = work.stages[ply]
        place, count = np.int64(work.places[ply]), np.int64(work.counts[ply])
        if stage == TABLE:
            work.stages[ply] = LIST_NOISY
            return table_move
        if stage == LIST_NOISY:
            count = generate_noisy(pos, work.moves[ply])
            score_noisy(pos, work, ply, np.int64(0), count)
            work.stages[ply], work.counts[ply] = NOISY, count
        elif stage == KILLER or stage == SECOND_KILLER:
            work.stages[ply] = stage + 1
            move = _killer(pos, work, ply, np.int64(stage - KILLER), table_move)
            if move != NO_MOVE:
                return move
        elif stage == LIST_QUIET:
            # quiet moves join the noisy ones that were put off
            more = generate_quiet(pos, work.moves[ply, count:])
            score_quiet(pos, work, ply, count, count + more)
            work.stages[ply], work.counts[ply] = REST, count + more
        else:
            move, score = np.int64(NO_MOVE), np.int64(0)
            if place < count:
                move = pick(work, ply, place, count)
                score = np.int64(work.scores[ply, place & LAST]) // SCALE
            if stage == NOISY and (move == NO_MOVE or score < GOOD // 2):
                work.stages[ply] = KILLER
            elif move == NO_MOVE:
                return move
            elif GOOD // 2 <= score < FIRST and not exchange(pos, move, 0):
                work.scores[ply, place & LAST] = (score - GOOD + BAD) * SCALE + place
            else:
                work.places[ply] = place + 1
                if not _given_before(pos, work, ply, move, table_move):
                    return move
