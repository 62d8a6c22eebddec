"""Alpha-beta over turns: threats first, then the best pairs of points, with threat sequences at every node.

Depth counts turns. A win found by a threat sequence is scored as the length of the sequence.
"""

import numpy as np

from boyi.engines.connect6.desk import MOST_PLY, first, poll, second
from boyi.engines.connect6.mixed import prove_mixed
from boyi.engines.connect6.sequences import WON, prove
from boyi.engines.connect6.threats import all_threats, defences, threatens
from boyi.engines.connect6.turns import (
    list_pairs,
    list_stopping,
    make_turn,
    pick,
    unmake_turn,
)
from boyi.engines.jit import Int, Record, entry, kernel
from boyi.engines.rules import evaluate
from boyi.engines.search import table as tt
from boyi.engines.search.work import remember_line

SURE = 255
"""Turns of depth under which a proven win is stored."""
SEQUENCE = 12
"""Forcing turns that a sequence in the tree has at most."""
QUIET_POINTS = np.int64(5)
"""Points beside a forced stone where no depth is left."""
PRINCIPAL = 10
"""So many times more nodes has a threat sequence on the principal variation."""
CARE = 2500
"""Nodes of the sequence by which the enemy might refute a turn that seems best."""
LATE = 6
"""Turns searched before later ones are searched less deeply."""


@kernel
def stops(pos: Record, desk: Record) -> tuple[Int, Int]:
    """How many stones stop the enemy's threats, and in how many ways, listed in `desk.stops`."""
    enemy = np.int64(pos.side & 1) ^ 1
    if not threatens(pos, enemy):
        return np.int64(0), np.int64(0)
    return defences(desk.blocks, all_threats(pos, enemy, desk.blocks), desk.stops)


@kernel
def alphabeta(
    pos: Record,
    weights: Record,
    desk: Record,
    table: np.ndarray,
    alpha: Int,
    beta: Int,
    depth: Int,
    ply: Int,
) -> Int:
    """The score of a position for the side to move, within a window, `depth` turns ahead.

    `desk.lines[ply]` is the line that gives it. Worthless once `desk.stop` is set.
    """
    desk.lengths[ply] = 0
    # 1. The end of the board, of the line, of the time
    if pos.stones == pos.points:
        return np.int64(0)
    if poll(desk):
        return np.int64(0)
    desk.deepest = max(desk.deepest, ply)
    side = np.int64(pos.side & 1)
    if threatens(pos, side):
        return tt.MATE - ply - 1
    if ply >= MOST_PLY:
        return np.int64(evaluate(pos, weights))
    # 2. Threats to be stopped
    need, ways = stops(pos, desk)
    if need > pos.turn:
        return ply + 2 - tt.MATE
    # 3. No depth left, and good enough as it stands: a sequence could only make it better
    quiet = depth <= 0 and need == 0
    value = np.int64(evaluate(pos, weights)) if quiet else np.int64(0)
    if quiet and value >= beta:
        return value
    # 4. The table
    data, _ = tt.probe(table, pos.key)
    table_turn = tt.stored_move(data)
    if data != tt.NOTHING and tt.stored_depth(data) >= depth:
        score, bound = tt.stored_score(data, ply), tt.stored_bound(data)
        if (
            bound == tt.EXACT
            or (bound == tt.LOWER and score >= beta)
            or (bound == tt.UPPER and score <= alpha)
        ):
            return score
    # 5. A sequence of threats that wins
    level = np.uint64(min(max(depth, 0), 3))
    allowance = desk.allowances[level] * (PRINCIPAL if beta - alpha > 1 else 1)
    if allowance and prove(pos, desk, side, np.int64(SEQUENCE), allowance) == WON:
        score = tt.MATE - ply - 2 * desk.proven - 1
        turn = np.int64(desk.proof[0])
        bound, never = np.int64(tt.LOWER), np.bool_(False)
        tt.store(table, pos.key, ply, turn, score, np.int64(255), bound, desk.generation, np.int64(0), never)
        desk.lines[ply, 0], desk.lengths[ply] = turn, 1
        return score
    if desk.stop:
        return np.int64(0)
    # 6. Quiet positions have their static value, others their forced replies
    if quiet:
        return value
    if need:
        points = desk.points[level] if depth > 0 else QUIET_POINTS
        count = list_stopping(pos, weights, desk, ply, need, ways, points)
    else:
        count = list_pairs(pos, weights, desk, ply, desk.points[level])
    # 7. Turns that did well before come first
    for i in range(count):
        turn = np.int64(desk.turns[ply, i])
        if turn == table_turn:
            desk.scores[ply, i] += 100_000
        elif turn == desk.killers[ply, 0] or turn == desk.killers[ply, 1]:
            desk.scores[ply, i] += 400
    # 8. Each in turn
    best, old_alpha, best_turn, left = np.int64(-tt.INFINITE), alpha, np.int64(0), pos.left
    for i in range(min(count, desk.breadth[level])):
        turn = pick(desk.turns[ply], desk.scores[ply], i, count)
        below = max(depth - 1, 0) if need < pos.turn else depth  # a forced reply costs nothing
        reduced = below - 1 if i >= LATE and below >= 2 and need == 0 else below
        make_turn(pos, turn)
        narrow = i > 0
        while True:
            bottom = -alpha - 1 if narrow else -beta
            score = -alphabeta(pos, weights, desk, table, bottom, -alpha, reduced, ply + 1)
            if desk.stop or score <= alpha:
                break
            if reduced < below:
                reduced = below
            elif narrow and score < beta:
                narrow = False
            else:
                break
        unmake_turn(pos, turn, left)
        if desk.stop:
            return np.int64(0)
        if score > best:
            best = score
            if score > alpha:
                alpha, best_turn = score, turn
                remember_line(desk, ply, turn)
                if score >= beta:
                    break
    # 9. What is learned for other nodes
    if best >= beta and best_turn != desk.killers[ply, 0]:
        desk.killers[ply, 1] = desk.killers[ply, 0]
        desk.killers[ply, 0] = best_turn
    bound = tt.LOWER if best >= beta else tt.EXACT if best > old_alpha else tt.UPPER
    nothing, never, left = np.int64(0), np.bool_(False), max(depth, 0)
    tt.store(table, pos.key, ply, best_turn, best, left, np.int64(bound), desk.generation, nothing, never)
    return best


@kernel
def _safe(pos: Record, desk: Record, score: Int) -> Int:
    """The score of a turn just made at the root, or a lost one if a long sequence of threats refutes it."""
    side = np.int64(pos.side & 1)
    if desk.allowances[3] == 0 or threatens(pos, side):
        return score
    if prove(pos, desk, side, np.int64(2 * SEQUENCE), np.int64(CARE)) == WON:
        return 2 * desk.proven + 2 - tt.MATE
    return score


@entry
def search(
    pos: Record, weights: Record, desk: Record, table: np.ndarray, alpha: Int, beta: Int, depth: Int
) -> Int:
    """Search the turns of `desk.root` to a depth; their best score within a window.

    `desk.lines[0]` is the line that gives it. Broken off by `desk.stop`, the line is that of the best
    turn so far, if any was searched.
    """
    desk.lengths[0] = 0
    best, left = np.int64(-tt.INFINITE), pos.left
    for i in range(desk.roots):
        turn = np.int64(desk.root[i])
        reduced = depth - 2 if i >= 2 * LATE and depth >= 3 else depth - 1
        make_turn(pos, turn)
        narrow = i > 0
        while True:
            bottom = -alpha - 1 if narrow else -beta
            score = -alphabeta(pos, weights, desk, table, bottom, -alpha, reduced, np.int64(1))
            if desk.stop or score <= alpha:
                break
            if reduced < depth - 1:
                reduced = depth - 1
            elif narrow and score < beta:
                narrow = False
            else:
                break
        if score > alpha and not desk.stop:
            score = min(score, _safe(pos, desk, score))
        unmake_turn(pos, turn, left)
        if desk.stop:
            return best
        best = max(best, score)
        if score > alpha:
            alpha = score
            remember_line(desk, np.int64(0), turn)
            if score >= beta:
                break
    return best


@entry
def list_roots(pos: Record, weights: Record, desk: Record, points: Int) -> Int:
    """List the turns worth searching at the root, with their static values; how many there are."""
    need, ways = stops(pos, desk)
    if need:
        return list_stopping(pos, weights, desk, np.int64(0), need, ways, points)
    return list_pairs(pos, weights, desk, np.int64(0), points)


@entry
def find_win(pos: Record, desk: Record, depth: Int, allowance: Int, mixed: Int) -> Int:
    """A turn that wins at once or begins a sequence of threats that wins; -1 if none is found.

    `desk.proven` is the number of forcing turns. Nodes are allowed for sequences of double threats, and for
    those with one single threat.
    """
    side = np.int64(pos.side & 1)
    desk.proven = 0
    if threatens(pos, side):
        for i in range(all_threats(pos, side, desk.blocks)):
            turn = np.int64(desk.blocks[i])
            if pos.left == 2 or first(turn) == second(turn):
                return turn
    if pos.left < pos.turn or allowance == 0:
        return np.int64(-1)
    if prove(pos, desk, side, depth, allowance) == WON or prove_mixed(pos, desk, side, mixed) == WON:
        return np.int64(desk.proof[0])
    return np.int64(-1)
