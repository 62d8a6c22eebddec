"""Principal variation search over any game."""

import math

import numpy as np

from boyi.engines.jit import Bool, Int, Record, entry, inline, lean
from boyi.engines.jit.intrinsics import prefetch
from boyi.engines.rules import (
    CHECK,
    NO_MOVE,
    ONGOING,
    blocked,
    evaluate,
    generate_noisy,
    history_index,
    in_check,
    key_after,
    known,
    legal,
    make,
    may_check,
    move_class,
    noisy,
    outcome,
    passes_turn,
    see,
    skip,
    unmake,
    unskip,
)
from boyi.engines.search import parameters as p
from boyi.engines.search import table as tt
from boyi.engines.search.bounds import add_told, bound_of, decides, sharpen, told_score, verdict
from boyi.engines.search.correction import correct_value, update_correction
from boyi.engines.search.extensions import classify, extension
from boyi.engines.search.ordering import credit_before, credit_static, pick, quiet_score, reward, score_noisy
from boyi.engines.search.parameters import tunable
from boyi.engines.search.picker import REST, list_all, list_later, next_move
from boyi.engines.search.quiescence import quiescence
from boyi.engines.search.state import BEFORE, MAX_PLY, PLY, TRIED, poll, remember_line

MANY_CUTOFFS = 3
"""Cut-offs among the moves before, after which the moves left promise little."""
CLEARLY_BETTER = 80
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
    thread: Record,
    table: np.ndarray,
    alpha: Int,
    beta: Int,
    depth: Int,
    cut_node: Bool,
) -> Int:
    """A value for the side to move, failing soft: at most alpha or at least beta are bounds.

    `depth` is in sixtieths of a ply; below one ply it is quiescence. `cut_node` says that a cut-off is
    expected. With `thread.stop` set the value means nothing and the position is as it was. The best
    line is in `thread.lines[ply]`; at ply 0 the moves are those of `thread.root`.
    """
    # Step 1. Quiescence search at the leaves.
    if depth < PLY:
        return quiescence(pos, weights, thread, table, alpha, beta)
    ply = np.int64(thread.ply)
    root = ply == 0
    pv_node = beta - alpha > 1
    thread.lengths[ply] = 0
    thread.deepest = max(thread.deepest, ply)
    if poll(thread):
        return np.int64(0)

    # Step 2. The end of the game; mate distance pruning: no mate can change the result any more.
    if not root:
        result = outcome(pos, ply)
        if result != ONGOING:
            return verdict(result, ply)
        alpha, beta = max(alpha, ply - tt.MATE), min(beta, tt.MATE - ply - 1)
        if alpha >= beta:
            return alpha
    if ply >= MAX_PLY:
        return np.int64(evaluate(pos, weights))
    told = np.int64(known(pos))
    if told != ONGOING and not root:
        settled = told_score(told, alpha, beta)
        if settled != tt.NO_VALUE:
            return settled

    # Step 3. Transposition table. A search without the hash move is of another node, and leaves it alone.
    excluded = np.int64(thread.excluded[ply])
    full_node = excluded == NO_MOVE
    data, value = tt.probe(table, pos.key)
    bound, hash_move, stored = tt.stored_bound(data), tt.stored_move(data), tt.stored_score(data, ply)
    decided = not pv_node and tt.stored_depth(data) >= depth and decides(bound, stored, alpha, beta)
    if decided and full_node:
        return stored
    was_pv = pv_node or tt.stored_was_pv(data)
    thread.cutoffs[ply + 1] = 0

    # Step 4. Static evaluation, set right by correction history; improving: above that of two plies ago.
    checked = in_check(pos)
    static, estimate, improving = np.int64(tt.NO_VALUE), np.int64(tt.NO_VALUE), False
    if not checked:
        if bound == tt.NO_BOUND or value == tt.NO_VALUE:
            value = np.int64(evaluate(pos, weights))
        static = add_told(pos, correct_value(pos, thread, ply, value), told)
        estimate = sharpen(static, bound, stored)
        improving = static > thread.values[ply + BEFORE - 2]
        if full_node and not root:
            credit_static(thread, ply, static)
    else:
        value = np.int64(tt.NO_VALUE)
    thread.values[ply + BEFORE] = static
    plies = depth // PLY
    threatened = False

    if not pv_node and not checked and full_node and abs(beta) < tt.MATE_BOUND:
        # Step 5. Reverse futility pruning: far enough above beta that no quiet reply spoils it.
        margin = tunable(thread, p.REVERSE_FUTILITY) * depth // PLY
        margin -= tunable(thread, p.REVERSE_FUTILITY_IMPROVING) * improving
        if plies <= 8 and not was_pv and estimate - margin >= beta:
            return (estimate + beta) // 2

        # Step 6. Razoring: so far below alpha that only captures could help.
        if plies <= 3 and estimate + tunable(thread, p.RAZORING) * plies <= alpha:
            score = quiescence(pos, weights, thread, table, alpha, beta)
            if score <= alpha or thread.stop:
                return score

        # Step 7. Null move: if even passing has_best beta, moving will. Mated after it: a threat.
        if (
            plies >= 2
            and estimate >= beta
            and static + 20 * plies >= beta + tunable(thread, p.NULL_MOVE)
            and not _after_null_move(thread, ply)
            and skip(pos)
        ):
            thread.indexes[ply + BEFORE], thread.quiet[ply] = thread.history.size - 1, 0
            thread.ply = ply + 1
            surplus = min(PLY * (estimate - beta) // tunable(thread, p.NULL_MOVE_SURPLUS), 3 * PLY)
            reduced_depth = depth - tunable(thread, p.NULL_MOVE_REDUCTION) - surplus
            reduced_depth -= tunable(thread, p.NULL_MOVE_DEPTH) * plies
            score = -alphabeta(pos, weights, thread, table, -beta, 1 - beta, reduced_depth, not cut_node)
            thread.ply = ply
            unskip(pos)
            if thread.stop:
                return np.int64(0)
            if score >= beta:
                return beta if score >= tt.MATE_BOUND else score
            threatened = score < -tt.MATE_BOUND

        # Step 8. A capture that beats beta by far in a shallow search will hold it in a deep one.
        probcut_beta = beta + tunable(thread, p.PROBCUT) - 50 * improving
        refuted = bound != tt.NO_BOUND and tt.stored_depth(data) >= depth - 3 * PLY and stored < probcut_beta
        if plies >= 5 and probcut_beta < tt.MATE_BOUND and not refuted:
            count = generate_noisy(pos, thread.moves[ply])
            score_noisy(pos, thread, ply, np.int64(0), count)
            for i in range(count):
                move = pick(thread, ply, i, count)
                if not see(pos, move, probcut_beta - static):
                    continue
                thread.indexes[ply + BEFORE], thread.quiet[ply] = history_index(pos, move), 0
                prefetch(table, tt.bucket(table, key_after(pos, move)))
                make(pos, move)
                thread.ply = ply + 1
                score = np.int64(-tt.INFINITE)
                if passes_turn(pos, move):
                    score = -quiescence(pos, weights, thread, table, -probcut_beta, 1 - probcut_beta)
                if score >= probcut_beta:
                    shallow = depth - 4 * PLY
                    score = -alphabeta(
                        pos, weights, thread, table, -probcut_beta, 1 - probcut_beta, shallow, not cut_node
                    )
                thread.ply = ply
                unmake(pos, move)
                if thread.stop:
                    return np.int64(0)
                if score >= probcut_beta:
                    bound, shown = np.int64(tt.LOWER), depth - 3 * PLY
                    tt.store(table, pos.key, ply, move, score, shown, bound, thread.generation, value, was_pv)
                    return score

    # Step 9. Internal iterative reduction (IIR): without a hash move, a shallower search finds one cheaply.
    if hash_move != NO_MOVE and not legal(pos, hash_move):
        hash_move = np.int64(NO_MOVE)
    if hash_move == NO_MOVE and plies >= 4 and (pv_node or cut_node):
        depth -= PLY
        plies -= 1

    # Step 10. Singular extension: a hash move alone in its worth goes deeper. If others hold beta: multi-cut.
    singular_extension = np.int64(0)
    if (
        not root
        and full_node
        and plies >= 6
        and hash_move != NO_MOVE
        and (bound == tt.LOWER or bound == tt.EXACT)
        and tt.stored_depth(data) >= depth - 3 * PLY
        and abs(stored) < tt.MATE_BOUND
    ):
        singular_beta, singular_depth = stored - tunable(thread, p.SINGULAR) * plies // 16, (depth - PLY) // 2
        thread.excluded[ply] = hash_move
        score = alphabeta(
            pos, weights, thread, table, singular_beta - 1, singular_beta, singular_depth, cut_node
        )
        thread.excluded[ply] = NO_MOVE
        if thread.stop:
            return np.int64(0)
        if score < singular_beta:
            twice = not pv_node and score < singular_beta - tunable(thread, p.SINGULAR_DOUBLE)
            singular_extension = np.int64(2 * PLY if twice else PLY)
        elif singular_beta >= beta:
            return singular_beta
        elif stored >= beta or cut_node:
            singular_extension = np.int64(-PLY)

    # Step 11. Move picker: everything at once at the root and in check, else in stages.
    forced = False
    if root or checked:
        forced = list_all(pos, thread, ply, hash_move) == 1 and checked
    else:
        list_later(thread, ply, hash_move)
    thread.lengths[ply] = 0  # searches of this very node may have left a line
    thread.killers[ply + 1, 0] = NO_MOVE
    thread.killers[ply + 1, 1] = NO_MOVE
    hash_move_noisy = hash_move != NO_MOVE and noisy(pos, hash_move)

    best, best_move, old_alpha = np.int64(-tt.INFINITE), np.int64(NO_MOVE), alpha
    quiets, searched, skip_quiets = 0, 0, False
    while True:
        move = next_move(pos, thread, ply, hash_move)
        if move == NO_MOVE:
            break
        if move == excluded:
            continue
        quiet = not noisy(pos, move)
        has_best = not root and best > -tt.MATE_BOUND
        if quiet and has_best:  # late move pruning (LMP)
            enough = tunable(thread, p.MOVE_COUNT_IMPROVING) if improving else tunable(thread, p.MOVE_COUNT)
            if quiets >= (3 + plies * plies) * enough // 64:
                continue  # of what follows, captures that lose by exchange are still looked at
            if skip_quiets and not may_check(pos, move):
                continue
        prefetch(table, tt.bucket(table, key_after(pos, move)))
        index = history_index(pos, move)
        history = quiet_score(thread, ply, index) if quiet else np.int64(thread.captures[index])
        favoured = move == thread.killers[ply, 0] or move == thread.killers[ply, 1] or move == hash_move

        # Step 12. Futility, history and SEE pruning: moves that will hardly matter, once one is not mated.
        prunable = False
        if has_best:
            if quiet:
                lmr_depth = max(0, plies - np.int64(REDUCTION[min(plies, 63), min(searched + 1, 63)]) // PLY)
                futility_value = static + tunable(thread, p.FUTILITY)
                futility_value += tunable(thread, p.FUTILITY_DEPTH) * lmr_depth
                futility_value += history * tunable(thread, p.FUTILITY_HISTORY) // 16384
                futile = not checked and lmr_depth <= 8 and futility_value <= alpha
                # the rest is listed by history
                skip_quiets = skip_quiets or (futile and thread.stages[ply] == REST)
                lost = -tunable(thread, p.SEE_QUIET) * lmr_depth * lmr_depth
                prunable = (
                    futile
                    or (lmr_depth <= 4 and history < -tunable(thread, p.HISTORY_PRUNING) * plies)
                    or (plies <= 8 and not see(pos, move, lost))
                )
            else:
                prunable = plies <= 7 and not see(pos, move, -tunable(thread, p.SEE_NOISY) * plies)

        # Step 13. Make the move, or take back a prunable one that gives no check. Extensions by its class.
        if prunable and not may_check(pos, move):
            continue
        thread.indexes[ply + BEFORE], thread.quiet[ply] = index, quiet
        make(pos, move)
        kind = classify(move_class(pos, move), forced, threatened)
        if prunable and kind != CHECK:
            unmake(pos, move)
            continue
        thread.ply = ply + 1
        before = thread.nodes
        thread.tried[ply, min(searched, TRIED - 1)] = move
        searched += 1
        quiets += quiet
        singular = singular_extension if move == hash_move else np.int64(0)
        new_depth = depth - PLY + extension(thread, kind, ply, singular)

        # Step 14. Late move reductions (LMR), and a null window (PVS); again if the move surprises.
        reduced_depth = new_depth
        if searched > 1 + root + pv_node and plies >= 3:
            reduction = np.int64(REDUCTION[min(plies, 63), min(searched, 63)]) * tunable(thread, p.LMR) // 64
            if not quiet:
                reduction = reduction * tunable(thread, p.LMR_NOISY) // 64
            reduction += tunable(thread, p.LMR_CUT_NODE) * cut_node
            reduction += tunable(thread, p.LMR_NOT_IMPROVING) * (not improving)
            reduction += tunable(thread, p.LMR_HASH_MOVE_NOISY) * hash_move_noisy
            reduction -= history * tunable(thread, p.LMR_HISTORY) // 16384 + tunable(thread, p.LMR_LESS)
            reduction -= tunable(thread, p.LMR_PV) * pv_node
            reduction -= tunable(thread, p.LMR_WAS_PV) * was_pv
            reduction += tunable(thread, p.LMR_CUTOFFS) * (thread.cutoffs[ply + 1] > MANY_CUTOFFS)
            reduction -= tunable(thread, p.LMR_FAVOURED) * favoured
            reduction -= tunable(thread, p.LMR_CHECK) * (kind == CHECK)
            reduced_depth = min(new_depth, max(PLY, new_depth - max(reduction, 0)))
        null_window = searched > 1
        passed = passes_turn(pos, move)
        while True:
            top = alpha + 1 if null_window else beta
            next_depth = reduced_depth if null_window else new_depth
            expected_cut = (not cut_node or reduced_depth < new_depth) if null_window else False
            score = alphabeta(
                pos,
                weights,
                thread,
                table,
                -top if passed else alpha,
                -alpha if passed else top,
                next_depth,
                np.bool_(expected_cut),
            )
            score = -score if passed else score
            if thread.stop or not null_window or score <= alpha:
                break
            if reduced_depth < new_depth and not root:  # by how much it surprises tells how deep to look
                new_depth += PLY * (score > best + tunable(thread, p.LMR_DEEPER))
                new_depth -= PLY * (score < best + tunable(thread, p.LMR_SHALLOWER))
            if reduced_depth < new_depth:
                reduced_depth = new_depth
            elif pv_node:
                null_window = False
            else:
                break
        thread.ply = ply
        unmake(pos, move)
        if thread.stop:
            return np.int64(0)

        # Step 15. A new best move?
        if score > best:
            best = score
            if score > alpha:
                best_move, alpha = move, score
                remember_line(thread, ply, move)
                if root:
                    thread.effort = thread.nodes - before
                if score >= beta:
                    thread.cutoffs[ply] += 1
                    break
                if 2 <= plies <= 12 and abs(score) < tt.MATE_BOUND:
                    depth -= PLY  # the others have to beat a move that is good already
                    plies -= 1

    # Step 16. Mate or stalemate; or no move that was worth a search.
    if searched == 0:
        return verdict(blocked(pos), ply) if full_node else alpha

    # Step 17. History, correction history, transposition table.
    if best >= beta:
        reward(pos, thread, ply, searched, best_move, plies + (best > beta + CLEARLY_BETTER))
    bound = bound_of(best, old_alpha, beta)
    if bound == tt.UPPER and full_node and not root:
        credit_before(thread, ply, plies)
    informative = not (bound == tt.LOWER and best <= static) and not (bound == tt.UPPER and best >= static)
    full_node = full_node and (not root or not thread.partial)
    if full_node and informative and not checked and (best_move == NO_MOVE or not noisy(pos, best_move)):
        update_correction(pos, thread, ply, best - static, plies)
    if full_node:
        tt.store(table, pos.key, ply, best_move, best, depth, bound, thread.generation, value, was_pv)
    return best


@inline
def _after_null_move(thread: Record, ply: Int) -> Bool:
    """Whether the move before was a null move: two in a row prove nothing."""
    return thread.indexes[ply + BEFORE - 1] == thread.history.size - 1


@entry
def search(
    pos: Record, weights: Record, thread: Record, table: np.ndarray, alpha: Int, beta: Int, depth: Int
) -> Int:
    """Search the moves of `thread.root` to a depth: the entry point, one compilation per game.

    The position is bound to the weights (`bind_weights`).
    """
    thread.ply = 0
    thread.lengths[0] = 0
    for i in range(BEFORE):
        thread.indexes[i] = thread.history.size - 1
        thread.values[i] = tt.NO_VALUE
    return alphabeta(pos, weights, thread, table, alpha, beta, depth, NO)
