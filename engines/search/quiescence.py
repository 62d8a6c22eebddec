"""Quiescence search: captures are played out at the leaves, so that what is evaluated stands still."""

import numpy as np

from boyi.engines.jit import Int, Record, lean
from boyi.engines.jit.intrinsics import prefetch
from boyi.engines.rules import (
    NO_MOVE,
    ONGOING,
    blocked,
    evaluate,
    gain,
    generate,
    generate_noisy,
    history_index,
    in_check,
    key_after,
    known,
    make,
    noisy,
    outcome,
    passes_turn,
    see,
    unmake,
)
from boyi.engines.search import parameters as p
from boyi.engines.search import table as tt
from boyi.engines.search.bounds import add_told, decides, sharpen, told_score, verdict
from boyi.engines.search.correction import correct_value
from boyi.engines.search.ordering import pick, put_first, score_mixed, score_noisy
from boyi.engines.search.parameters import tunable
from boyi.engines.search.state import BEFORE, MAX_PLY, poll, remember_line


@lean
def quiescence(pos: Record, weights: Record, thread: Record, table: np.ndarray, alpha: Int, beta: Int) -> Int:
    """A value for the side to move once captures are played out, failing soft outside (alpha, beta)."""
    ply = np.int64(thread.ply)
    thread.lengths[ply] = 0
    thread.deepest = max(thread.deepest, ply)
    if poll(thread):
        return np.int64(0)
    result = outcome(pos, ply)
    if result != ONGOING:
        return verdict(result, ply)
    told = np.int64(known(pos))
    if told != ONGOING:
        settled = told_score(told, alpha, beta)
        if settled != tt.NO_VALUE:
            return settled

    # Step 1. Transposition table.
    data, value = tt.probe(table, pos.key)
    bound, hash_move, stored = tt.stored_bound(data), tt.stored_move(data), tt.stored_score(data, ply)
    if bound != tt.NO_BOUND and decides(bound, stored, alpha, beta):
        return stored

    # Step 2. Stand pat, unless in check.
    checked = in_check(pos)
    best = ply - tt.MATE
    if not checked:
        if bound == tt.NO_BOUND or value == tt.NO_VALUE:
            value = np.int64(evaluate(pos, weights))
        best = sharpen(add_told(pos, correct_value(pos, thread, ply, value), told), bound, stored)
    else:
        value = np.int64(tt.NO_VALUE)
    if ply >= MAX_PLY:
        return best if not checked else np.int64(0)
    if best >= beta:
        if bound == tt.NO_BOUND:
            tt.store(
                table,
                pos.key,
                ply,
                np.int64(NO_MOVE),
                best,
                np.int64(0),
                np.int64(tt.LOWER),
                thread.generation,
                value,
                tt.stored_was_pv(data),
            )
        return best
    old_alpha, pv_node = alpha, beta - alpha > 1
    alpha = max(alpha, best)
    futility_base = best + tunable(thread, p.QUIESCENCE_FUTILITY)

    # Step 3. Captures, unless pruned by futility or static exchange evaluation (SEE); in check every move.
    if checked:
        count = generate(pos, thread.moves[ply])
        if count == 0:
            return verdict(blocked(pos), ply)
        score_mixed(pos, thread, ply, count, hash_move)
    else:
        count = generate_noisy(pos, thread.moves[ply])
        score_noisy(pos, thread, ply, np.int64(0), count)
        put_first(thread, ply, count, hash_move)
    best_move = np.int64(NO_MOVE)
    for i in range(count):
        move = pick(thread, ply, i, count)
        if best > -tt.MATE_BOUND:
            if checked:
                if not noisy(pos, move):
                    break
            else:
                if futility_base + gain(pos, move) <= alpha:
                    best = max(best, futility_base + gain(pos, move))
                    continue
                prefetch(table, tt.bucket(table, key_after(pos, move)))
                if not see(pos, move, 0):
                    continue
        thread.indexes[ply + BEFORE] = history_index(pos, move)
        make(pos, move)
        thread.ply = ply + 1
        passed = passes_turn(pos, move)
        score = quiescence(
            pos, weights, thread, table, -beta if passed else alpha, -alpha if passed else beta
        )
        score = -score if passed else score
        thread.ply = ply
        unmake(pos, move)
        if thread.stop:
            return np.int64(0)
        if score > best:
            best = score
            if score > alpha:
                best_move, alpha = move, score
                remember_line(thread, ply, move)
                if score >= beta:
                    break

    # Step 4. Save to the transposition table.
    bound = tt.LOWER if best >= beta else tt.UPPER
    if best > old_alpha and best < beta:
        bound = tt.UPPER if best_move == NO_MOVE else tt.EXACT
    was_pv = pv_node or tt.stored_was_pv(data)
    tt.store(
        table, pos.key, ply, best_move, best, np.int64(0), np.int64(bound), thread.generation, value, was_pv
    )
    return best
