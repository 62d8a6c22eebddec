"""The order of moves, made as it is needed: most nodes are cut off before quiet moves are even listed.

Stages: the table's move; noisy moves that do not lose by exchange; all others. In check, and at the
root, all moves are listed at once.
"""

import numpy as np

from boyi.engines.jit import Int, Record, inline
from boyi.engines.rules import NO_MOVE, exchange, generate, generate_noisy, generate_quiet
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

TABLE, LIST_NOISY, NOISY, REST = 0, 1, 2, 3


@inline
def list_all(pos: Record, work: Record, ply: Int, table_move: Int) -> Int:
    """Start with every move listed: the root's at ply 0, else all legal ones. How many there are."""
    if ply == 0:
        count = work.roots
        for i in range(count):
            work.moves[0, i & LAST] = work.root[i & LAST]
    else:
        count = generate(pos, work.moves[ply])
    score_mixed(pos, work, ply, count, table_move)
    work.stages[ply], work.places[ply], work.counts[ply] = REST, 0, count
    return count


@inline
def list_later(work: Record, ply: Int, table_move: Int) -> None:
    """Start with nothing listed; `table_move` is legal or none."""
    work.stages[ply] = TABLE if table_move != NO_MOVE else LIST_NOISY
    work.places[ply], work.counts[ply] = 0, 0


@inline
def next_move(pos: Record, work: Record, ply: Int, table_move: Int) -> Int:
    """The next move to try, NO_MOVE after the last. Those behind `places` have been tried or left out."""
    # Step 1. The table's move, which costs nothing to find.
    if work.stages[ply] == TABLE:
        work.stages[ply] = LIST_NOISY
        return table_move
    if work.stages[ply] == LIST_NOISY:
        count = generate_noisy(pos, work.moves[ply])
        score_noisy(pos, work, ply, np.int64(0), count)
        work.stages[ply], work.counts[ply] = NOISY, count

    # Step 2. Noisy moves; those that lose by exchange are put off.
    while True:
        place, count = np.int64(work.places[ply]), np.int64(work.counts[ply])
        move = np.int64(NO_MOVE)
        score = np.int64(0)
        if place < count:
            move = pick(work, ply, place, count)
            score = np.int64(work.scores[ply, place & LAST]) // SCALE
        if work.stages[ply] == NOISY and (move == NO_MOVE or score < GOOD // 2):
            # Step 3. Quiet moves join those put off.
            more = generate_quiet(pos, work.moves[ply, count:])
            score_quiet(pos, work, ply, count, count + more)
            work.stages[ply], work.counts[ply] = REST, count + more
            continue
        if move == NO_MOVE:
            return move
        if GOOD // 2 <= score < FIRST and not exchange(pos, move, 0):
            work.scores[ply, place & LAST] = (score - GOOD + BAD) * SCALE + place
            continue
        work.places[ply] = place + 1
        if move != table_move or score == FIRST:
            return move
