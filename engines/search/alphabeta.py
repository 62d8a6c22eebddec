"""Principal variation search over any game."""

import math

import numpy as np

from boyi.engines.bits import prefetch
from boyi.engines.jit import Bool, Int, Record, entry, inline, lean
from boyi.engines.rules import (
    CHECK,
    NO_MOVE,
    ONGOING,
    bind,
    blocked,
    evaluate,
    exchange,
    foreseen,
    generate_noisy,
    in_check,
    legal,
    make,
    may_check,
    move_class,
    noisy,
    outcome,
    skip,
    trace,
    turned,
    unmake,
    unskip,
)
from boyi.engines.search import margins as m
from boyi.engines.search.bounds import decides, sharpened, verdict
from boyi.engines.search.correction import corrected, learn
from boyi.engines.search.extensions import classify, extension
from boyi.engines.search.margins import margin
from boyi.engines.search.ordering import credit_before, credit_static, pick, quiet_score, reward, score_noisy
from boyi.engines.search.picker import REST, list_all, list_later, next_move
from boyi.engines.search.quiescence import quiescence
from boyi.engines.search.table import (
    EXACT,
    INFINITE,
    LOWER,
    MATE,
    MATE_BOUND,
    NO_BOUND,
    NO_VALUE,
    UPPER,
    bucket,
    probe,
    store,
    stored_bound,
    stored_depth,
    stored_move,
    stored_open,
    stored_score,
)
from boyi.engines.search.work import BEFORE, MAX_PLY, PLY, TRIED, poll, remember_line

MANY_CUTS = 3
"""Cut-offs among the moves before, after which those left promise little."""
CLEAR = 80
"""A cut-off that beats beta by more earns the credit of one more ply."""
NO = np.bool_(False)
"""A literal argument would compile a search of its own; this does not."""


def _reductions() -> np.ndarray:
    """What late quiet moves are reduced by, by plies left and moves tried, in sixtieths of a ply."""
    table = np.zeros((64, 64), np.int16)
    for depth in range(1, 64):
        for tried in range(1, 64):
            table[depth, tried] = round(PLY * (0.8 + math.log(depth) * math.log(tried) / 2.2))
    return table


REDUCTION = _reductions()


@lean
def alphabeta(
    pos: Record,
    weights: Record,
    work: Record,
    table: np.ndarray,
    alpha: Int,
    beta: Int,
    depth: Int,
    cut: Bool,
) -> Int:
    """A value for the side to move, failing soft: at most alpha or at least beta are bounds.

    `depth` is in sixtieths of a ply; below one ply it is quiescence. `cut` says that a cut-off is
    expected. With `work.stop` set the value means nothing and the position is as it was. The best
    line is in `work.lines[ply]`; at ply 0 the moves are those of `work.root`.
    """
    # Step 1. Leaves.
    if depth < PLY:
        return quiescence(pos, weights, work, table, alpha, beta)
    ply = np.int64(work.ply)
    root = ply == 0
    open_window = beta - alpha > 1
    work.lengths[ply] = 0
    work.deepest = max(work.deepest, ply)
    if poll(work):
        return np.int64(0)

    # Step 2. The game has ended, or no mate can change the result any more.
    if not root:
        result = outcome(pos, ply)
        if result != ONGOING:
            return verdict(result, ply)
        alpha, beta = max(alpha, ply - MATE), min(beta, MATE - ply - 1)
        if alpha >= beta:
            return alpha
    if ply >= MAX_PLY:
        return np.int64(evaluate(pos, weights))

    # Step 3. The table. A search without one of the moves is of another node, and keeps its hands off it.
    excluded = np.int64(work.excluded[ply])
    whole_node = excluded == NO_MOVE
    data, value = probe(table, pos.key)
    bound, table_move, stored = stored_bound(data), stored_move(data), stored_score(data, ply)
    settled = not open_window and stored_depth(data) >= depth and decides(bound, stored, alpha, beta)
    if settled and whole_node:
        return stored
    once_open = open_window or stored_open(data)
    work.cuts[ply + 1] = 0

    # Step 4. The static value; whether it rises against two plies ago.
    checked = in_check(pos)
    static, estimate, improving = np.int64(NO_VALUE), np.int64(NO_VALUE), False
    if not checked:
        if bound == NO_BOUND or value == NO_VALUE:
            value = np.int64(evaluate(pos, weights))
        static = corrected(pos, work, ply, value)
        estimate = sharpened(static, bound, stored)
        improving = static > work.values[ply + BEFORE - 2]
        if whole_node and not root:
            credit_static(work, ply, static)
    else:
        value = np.int64(NO_VALUE)
    work.values[ply + BEFORE] = static
    plies = depth // PLY
    threatened = False

    if not open_window and not checked and whole_node and abs(beta) < MATE_BOUND:
        # Step 5. Reverse futility: far enough above beta that no quiet reply spoils it.
        slack = margin(work, m.REVERSE) * depth // PLY - margin(work, m.REVERSE_RISING) * improving
        if plies <= 8 and not once_open and estimate - slack >= beta:
            return (estimate + beta) // 2

        # Step 6. Razoring: so far below alpha that only captures could help.
        if plies <= 3 and estimate + margin(work, m.RAZOR) * plies <= alpha:
            score = quiescence(pos, weights, work, table, alpha, beta)
            if score <= alpha or work.stop:
                return score

        # Step 7. Null move: if even passing holds beta, moving will. Mated after it: a threat.
        if (
            plies >= 2
            and estimate >= beta
            and static + 20 * plies >= beta + margin(work, m.NULL)
            and _free(work, ply)
            and skip(pos)
        ):
            work.traces[ply + BEFORE], work.calm[ply] = work.history.size - 1, 0
            work.ply = ply + 1
            surplus = min(PLY * (estimate - beta) // margin(work, m.NULL_SURPLUS), 3 * PLY)
            reduced = depth - margin(work, m.NULL_BASE) - margin(work, m.NULL_DEPTH) * plies - surplus
            score = -alphabeta(pos, weights, work, table, -beta, 1 - beta, reduced, not cut)
            work.ply = ply
            unskip(pos)
            if work.stop:
                return np.int64(0)
            if score >= beta:
                return beta if score >= MATE_BOUND else score
            threatened = score < -MATE_BOUND

        # Step 8. A capture that beats beta by far in a shallow search will hold it in a deep one.
        raised = beta + margin(work, m.PROMISING) - 50 * improving
        known = bound != NO_BOUND and stored_depth(data) >= depth - 3 * PLY and stored < raised
        if plies >= 5 and raised < MATE_BOUND and not known:
            count = generate_noisy(pos, work.moves[ply])
            score_noisy(pos, work, ply, np.int64(0), count)
            for i in range(count):
                move = pick(work, ply, i, count)
                if not exchange(pos, move, raised - static):
                    continue
                work.traces[ply + BEFORE], work.calm[ply] = trace(pos, move), 0
                prefetch(table, bucket(table, foreseen(pos, move)))
                make(pos, move)
                work.ply = ply + 1
                score = np.int64(-INFINITE)
                if turned(pos, move):
                    score = -quiescence(pos, weights, work, table, -raised, 1 - raised)
                if score >= raised:
                    shallow = depth - 4 * PLY
                    score = -alphabeta(pos, weights, work, table, -raised, 1 - raised, shallow, not cut)
                work.ply = ply
                unmake(pos, move)
                if work.stop:
                    return np.int64(0)
                if score >= raised:
                    bound, shown = np.int64(LOWER), depth - 3 * PLY
                    store(table, pos.key, ply, move, score, shown, bound, work.generation, value, once_open)
                    return score

    # Step 9. Without a move to start from, a shallower search finds one more cheaply.
    if table_move != NO_MOVE and not legal(pos, table_move):
        table_move = np.int64(NO_MOVE)
    if table_move == NO_MOVE and plies >= 4 and (open_window or cut):
        depth -= PLY
        plies -= 1

    # Step 10. Is the table's move alone in its worth? Then it goes deeper; if others hold beta too, cut off.
    stretch = np.int64(0)
    if (
        not root
        and whole_node
        and plies >= 6
        and table_move != NO_MOVE
        and (bound == LOWER or bound == EXACT)
        and stored_depth(data) >= depth - 3 * PLY
        and abs(stored) < MATE_BOUND
    ):
        threshold, half = stored - margin(work, m.SINGULAR) * plies // 16, (depth - PLY) // 2
        work.excluded[ply] = table_move
        score = alphabeta(pos, weights, work, table, threshold - 1, threshold, half, cut)
        work.excluded[ply] = NO_MOVE
        if work.stop:
            return np.int64(0)
        if score < threshold:
            twice = not open_window and score < threshold - margin(work, m.SINGULAR_TWICE)
            stretch = np.int64(2 * PLY if twice else PLY)
        elif threshold >= beta:
            return threshold
        elif stored >= beta or cut:
            stretch = np.int64(-PLY)

    # Step 11. Set out the moves.
    forced = False
    if root or checked:
        forced = list_all(pos, work, ply, table_move) == 1 and checked
    else:
        list_later(work, ply, table_move)
    work.lengths[ply] = 0  # searches of this very node may have left a line
    work.killers[ply + 1, 0] = NO_MOVE
    work.killers[ply + 1, 1] = NO_MOVE
    table_noisy = table_move != NO_MOVE and noisy(pos, table_move)

    best, best_move, floor = np.int64(-INFINITE), np.int64(NO_MOVE), alpha
    quiets, searched, hopeless = 0, 0, False
    while True:
        move = next_move(pos, work, ply, table_move)
        if move == NO_MOVE:
            break
        if move == excluded:
            continue
        quiet = not noisy(pos, move)
        holds = not root and best > -MATE_BOUND
        if quiet and holds:
            enough = margin(work, m.LATE_RISING) if improving else margin(work, m.LATE)
            if quiets >= (3 + plies * plies) * enough // 64:
                break  # what follows is worse still, or loses by exchange
            if hopeless and not may_check(pos, move):
                continue
        prefetch(table, bucket(table, foreseen(pos, move)))
        index = trace(pos, move)
        history = quiet_score(work, ply, index) if quiet else np.int64(work.captures[index])
        favoured = move == work.killers[ply, 0] or move == work.killers[ply, 1] or move == table_move

        # Step 12. Find moves that will hardly matter, once one move holds.
        doomed = False
        if holds:
            if quiet:
                left = max(0, plies - np.int64(REDUCTION[min(plies, 63), min(searched + 1, 63)]) // PLY)
                promise = static + margin(work, m.FUTILE) + margin(work, m.FUTILE_DEPTH) * left
                promise += history * margin(work, m.FUTILE_HISTORY) // 16384
                futile = not checked and left <= 8 and promise <= alpha
                hopeless = hopeless or (futile and work.stages[ply] == REST)  # the rest is listed by history
                doomed = (
                    futile
                    or (left <= 4 and history < -margin(work, m.DISLIKED) * plies)
                    or (plies <= 8 and not exchange(pos, move, -margin(work, m.LOSING_QUIET) * left * left))
                )
            elif plies <= 7 and not exchange(pos, move, -margin(work, m.LOSING_NOISY) * plies):
                continue

        # Step 13. Make it, and take it back if it is one of those and gives no check; its class is its price.
        if doomed and not may_check(pos, move):
            continue
        work.traces[ply + BEFORE], work.calm[ply] = index, quiet
        make(pos, move)
        kind = classify(move_class(pos, move), forced, threatened)
        if doomed and kind != CHECK:
            unmake(pos, move)
            continue
        work.ply = ply + 1
        before = work.nodes
        work.tried[ply, min(searched, TRIED - 1)] = move
        searched += 1
        quiets += quiet
        whole = depth - PLY + extension(work, kind, ply, stretch if move == table_move else np.int64(0))

        # Step 14. Late moves: first with a null window and reduced; again if they surprise.
        reduced = whole
        if searched > 1 + root + open_window and plies >= 3:
            cut_back = np.int64(REDUCTION[min(plies, 63), min(searched, 63)]) * margin(work, m.REDUCED) // 64
            if not quiet:
                cut_back = cut_back * margin(work, m.REDUCED_NOISY) // 64
            cut_back += margin(work, m.REDUCED_CUT) * cut
            cut_back += margin(work, m.REDUCED_FALLING) * (not improving)
            cut_back += margin(work, m.REDUCED_TABLE_NOISY) * table_noisy
            cut_back -= history * margin(work, m.REDUCED_HISTORY) // 16384 + margin(work, m.REDUCED_LESS)
            cut_back -= margin(work, m.REDUCED_OPEN) * open_window
            cut_back -= margin(work, m.REDUCED_ONCE_OPEN) * once_open
            cut_back += margin(work, m.REDUCED_CUTS) * (work.cuts[ply + 1] > MANY_CUTS)
            cut_back -= margin(work, m.REDUCED_FAVOURED) * favoured
            cut_back -= margin(work, m.REDUCED_CHECK) * (kind == CHECK)
            reduced = min(whole, max(PLY, whole - max(cut_back, 0)))
        narrow = searched > 1
        passed = turned(pos, move)
        while True:
            top = alpha + 1 if narrow else beta
            ahead = reduced if narrow else whole
            expect = (not cut or reduced < whole) if narrow else False
            score = alphabeta(
                pos,
                weights,
                work,
                table,
                -top if passed else alpha,
                -alpha if passed else top,
                ahead,
                np.bool_(expect),
            )
            score = -score if passed else score
            if work.stop or not narrow or score <= alpha:
                break
            if reduced < whole and not root:  # by how much it surprises tells how deep to look
                whole += PLY * (score > best + margin(work, m.DEEPER))
                whole -= PLY * (score < best + margin(work, m.SHALLOWER))
            if reduced < whole:
                reduced = whole
            elif open_window:
                narrow = False
            else:
                break
        work.ply = ply
        unmake(pos, move)
        if work.stop:
            return np.int64(0)

        # Step 15. Better than all before?
        if score > best:
            best = score
            if score > alpha:
                best_move, alpha = move, score
                remember_line(work, ply, move)
                if root:
                    work.effort = work.nodes - before
                if score >= beta:
                    work.cuts[ply] += 1
                    break
                if 2 <= plies <= 12 and abs(score) < MATE_BOUND:
                    depth -= PLY  # the others have to beat a move that is good already
                    plies -= 1

    # Step 16. No move at all, or none that was worth a search.
    if searched == 0:
        return verdict(blocked(pos), ply) if whole_node else alpha

    # Step 17. Learn from it and remember it.
    if best >= beta:
        reward(pos, work, ply, searched, best_move, plies + (best > beta + CLEAR))
    bound = LOWER if best >= beta else (EXACT if best > floor else UPPER)
    if bound == UPPER and whole_node and not root:
        credit_before(work, ply, plies)
    told = not (bound == LOWER and best <= static) and not (bound == UPPER and best >= static)
    whole_node = whole_node and (not root or not work.partial)
    if whole_node and told and not checked and (best_move == NO_MOVE or not noisy(pos, best_move)):
        learn(pos, work, ply, best - static, plies)
    if whole_node:
        store(table, pos.key, ply, best_move, best, depth, np.int64(bound), work.generation, value, once_open)
    return best


@inline
def _free(work: Record, ply: Int) -> Bool:
    """Whether the move before was no null move: two in a row prove nothing."""
    return work.traces[ply + BEFORE - 1] != work.history.size - 1


@entry
def search(
    pos: Record, weights: Record, work: Record, table: np.ndarray, alpha: Int, beta: Int, depth: Int
) -> Int:
    """Search the moves of `work.root` to a depth: the entry point, one compilation per game."""
    work.ply = 0
    work.lengths[0] = 0
    for i in range(BEFORE):
        work.traces[i] = work.history.size - 1
        work.values[i] = NO_VALUE
    return alphabeta(pos, weights, work, table, alpha, beta, depth, NO)


@entry
def ready(pos: Record, weights: Record, work: Record) -> None:
    """Bind a thread's position to the weights, before its first `search`."""
    bind(pos, weights)
