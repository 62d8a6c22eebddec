"""Principal variation search over turns: threats first, then pairs of points; threat sequences at each node.

Depth counts turns. A win found by a threat sequence is scored as the length of the sequence.
"""

import numpy as np

from boyi.engines.connect6.search.double_threats import WON, prove
from boyi.engines.connect6.search.guards import (
    SEQUENCE,
    append_turn,
    is_sealed,
    list_every_second,
    list_inverse,
    list_stopping,
    list_threatening,
    seal,
)
from boyi.engines.connect6.search.state import MOST_PAIRS, MOST_PLY, poll
from boyi.engines.connect6.search.threats import all_threats, defences, threatens
from boyi.engines.connect6.search.turns import list_pairs, make_turn, pick, unmake_turn
from boyi.engines.jit import Int, Record, inline, kernel
from boyi.engines.rules import evaluate
from boyi.engines.search import table as tt
from boyi.engines.search.bounds import bound_of, decides
from boyi.engines.search.state import remember_line

SURE = 255
"""Turns of depth under which a proven win is stored."""
QUIET_POINTS = np.int64(4)
"""Points beside a forced stone where no depth is left."""
PRINCIPAL = 4
"""So many times more nodes has a threat sequence on the principal variation."""
UNPROVEN = tt.MATE - tt.MATE_BOUND + 1
"""What a loss is softened by if turns that were not looked at might avoid it: no mate is announced of it."""
INITIATIVE = np.int64(6)
"""Turns of one threat, and of two, that are tried beside those of the best points."""
CAREFUL = 3
"""Turns of depth from which on guards are tried alone."""
SEEMS_DECIDED = tt.MATE_BOUND - 512
"""Scores beyond this say that a game seems won or lost, though it may not be proven."""
WIDE_POINTS = np.int64(30)
"""Points of replies to a turn of the root that seems to win."""
LATE = 6
"""Turns searched before later ones are searched less deeply."""


@kernel
def list_stops(pos: Record, thread: Record) -> tuple[Int, Int]:
    """How many stones stop the enemy's threats, and in how many ways, listed in `thread.stops`."""
    enemy = np.int64(pos.side & 1) ^ 1
    if not threatens(pos, enemy):
        return np.int64(0), np.int64(0)
    thread.blocked = all_threats(pos, enemy, thread.blocks)
    return defences(thread.blocks, thread.blocked, thread.stops)


@kernel
def list_ways(pos: Record, weights: Record, thread: Record, ply: Int, ways: Int) -> Int:
    """List the turns that stop threats which take a whole turn; how many there are."""
    thread.sealed[ply, :] = 0
    count = np.int64(0)
    for i in range(ways):
        count = append_turn(pos, weights, thread, ply, count, np.int64(thread.stops[i]))
    return count


@inline
def soften(score: Int) -> Int:
    """A score that no announced loss is."""
    return score + UNPROVEN if score < -tt.MATE_BOUND else score


@inline
def _store(
    pos: Record, thread: Record, table: np.ndarray, ply: Int, turn: Int, score: Int, depth: Int, bound: Int
) -> None:
    """Save to the transposition table, without a static value."""
    none, never = np.int64(0), np.bool_(False)
    tt.store(table, pos.key, ply, turn, score, depth, bound, thread.generation, none, never)


@kernel
def alphabeta(
    pos: Record,
    weights: Record,
    thread: Record,
    table: np.ndarray,
    alpha: Int,
    beta: Int,
    depth: Int,
    ply: Int,
) -> Int:
    """The score of a position for the side to move, within a window, `depth` turns ahead.

    A score beyond the bound of mates is proven: by a sequence of threats, or by every defence that there is.
    `thread.lines[ply]` is the line that gives it. Worthless once `thread.stop` is set.
    """
    thread.lengths[ply] = 0
    # Step 1. A full board, the end of the time, a win at once, the end of the line.
    if pos.stones == pos.points:
        return np.int64(0)
    if poll(thread):
        return np.int64(0)
    thread.deepest = max(thread.deepest, ply)
    side = np.int64(pos.side & 1)
    if threatens(pos, side):
        return tt.MATE - ply - 1
    if ply >= MOST_PLY:
        return np.int64(evaluate(pos, weights))
    # Step 2. Threats that can't be stopped.
    need, ways = list_stops(pos, thread)
    if need > pos.turn:
        return ply + 2 - tt.MATE
    # Step 3. Stand pat without depth: a threat sequence could only make it better.
    quiet = depth <= 0 and need == 0
    value = np.int64(evaluate(pos, weights)) if quiet else np.int64(0)
    if quiet and value >= beta:
        return value
    # Step 4. Transposition table.
    data, _ = tt.probe(table, pos.key)
    hash_turn = tt.stored_move(data)
    if data != tt.NOTHING and tt.stored_depth(data) >= depth:
        score = tt.stored_score(data, ply)
        if decides(tt.stored_bound(data), score, alpha, beta):
            return score
    # Step 5. Threat space search: a sequence of threats that wins.
    level = np.uint64(min(max(depth, 0), 3))
    allowance = thread.allowances[level] * (PRINCIPAL if beta - alpha > 1 else 1)
    unknown = thread.failed[ply] == 0
    if allowance and unknown and prove(pos, thread, side, np.int64(SEQUENCE), allowance) == WON:
        score = tt.MATE - ply - 2 * thread.proven - 1
        turn = np.int64(thread.proof[0])
        _store(pos, thread, table, ply, turn, score, np.int64(SURE), np.int64(tt.LOWER))
        thread.lines[ply, 0], thread.lengths[ply] = turn, 1
        return score
    if thread.stop:
        return np.int64(0)
    # Step 6. Static value of quiet leaves; else candidates: every reply to threats that take a whole turn,
    # replies to others, defences against what the enemy would do with a free turn, pairs of the best points.
    if quiet:
        return value
    points, most = thread.points[level] if depth > 0 else QUIET_POINTS, np.int64(thread.breadth[level])
    complete, calm = need == pos.turn, True
    wide, best, old_alpha, best_turn, left = False, np.int64(-tt.INFINITE), alpha, np.int64(0), pos.left
    while True:
        if complete:
            count = list_ways(pos, weights, thread, ply, ways)
        elif need and wide:
            most, count = np.int64(MOST_PAIRS), list_every_second(pos, thread, ply, ways)
        elif need:
            count = list_stopping(pos, weights, thread, ply, depth, ways, points, allowance)
        else:
            points, most = (WIDE_POINTS, np.int64(MOST_PAIRS)) if wide else (points, most)
            calm = allowance == 0 or seal(pos, thread, ply, depth, allowance) != WON
            if calm:
                count = list_pairs(pos, weights, thread, ply, points)
                if allowance and (depth > 1 or ply == 1):
                    count = list_threatening(pos, weights, thread, ply, INITIATIVE, count)
            else:
                care = allowance if wide or depth >= CAREFUL else np.int64(0)
                count = list_inverse(pos, weights, thread, ply, depth, points, care)
                most *= 2
        if thread.stop:
            return np.int64(0)
        # Step 7. Move ordering: the hash move, killers.
        for i in range(count):
            turn = np.int64(thread.turns[ply, i])
            if turn == hash_turn:
                thread.scores[ply, i] += 100_000
            elif turn == thread.killers[ply, 0] or turn == thread.killers[ply, 1]:
                thread.scores[ply, i] += 400
        # Step 8. Each turn: late ones reduced (LMR), all but the first with a null window (PVS).
        for i in range(min(count, most)):
            turn = pick(thread.turns[ply], thread.scores[ply], i, count)
            below = max(depth - 1, 0) if need < pos.turn else depth  # a forced reply costs nothing
            reduced = below - 1 if i >= LATE and below >= 2 and need == 0 and calm else below
            thread.failed[ply + 1] = is_sealed(thread, ply, turn)
            make_turn(pos, turn)
            null_window = i > 0
            while True:
                bottom = -alpha - 1 if null_window else -beta
                score = -alphabeta(pos, weights, thread, table, bottom, -alpha, reduced, ply + 1)
                if thread.stop or score <= alpha:
                    break
                if reduced < below:
                    reduced = below
                elif null_window and score < beta:
                    null_window = False
                else:
                    break
            unmake_turn(pos, turn, left)
            if thread.stop:
                return np.int64(0)
            if score > best:
                best = score
                if score > alpha:
                    alpha, best_turn = score, turn
                    remember_line(thread, ply, turn)
                    if score >= beta:
                        break
        # A turn of the root that seems to win is not believed before many more replies have been tried.
        if wide or complete or ply != 1 or depth <= 0 or best > -SEEMS_DECIDED or pos.turn < 2:
            break
        wide = True
        need, ways = list_stops(pos, thread)
    # Step 9. A loss is proven by a complete list alone. Killers and transposition table.
    if not complete:
        best = soften(best)
    if best >= beta and best_turn != thread.killers[ply, 0]:
        thread.killers[ply, 1] = thread.killers[ply, 0]
        thread.killers[ply, 0] = best_turn
    _store(pos, thread, table, ply, best_turn, best, max(depth, 0), bound_of(best, old_alpha, beta))
    return best
