"""The search at the leaves: captures are played out, so that what is evaluated stands still."""

import numpy as np

from boyi.engines.bits import prefetch
from boyi.engines.jit import Int, Record, lean
from boyi.engines.rules import (
    NO_MOVE,
    ONGOING,
    blocked,
    evaluate,
    exchange,
    foreseen,
    gain,
    generate,
    generate_noisy,
    in_check,
    make,
    noisy,
    outcome,
    trace,
    turned,
    unmake,
)
from boyi.engines.search import margins as m
from boyi.engines.search.bounds import decides, sharpened, verdict
from boyi.engines.search.correction import corrected
from boyi.engines.search.margins import margin
from boyi.engines.search.ordering import pick, put_first, score_mixed, score_noisy
from boyi.engines.search.table import (
    EXACT,
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
    stored_move,
    stored_open,
    stored_score,
)
from boyi.engines.search.work import BEFORE, MAX_PLY, poll, remember_line


@lean
def quiescence(pos: Record, weights: Record, work: Record, table: np.ndarray, alpha: Int, beta: Int) -> Int:
    """A value for the side to move once captures are played out, failing soft outside (alpha, beta)."""
    ply = np.int64(work.ply)
    work.lengths[ply] = 0
    work.deepest = max(work.deepest, ply)
    if poll(work):
        return np.int64(0)
    result = outcome(pos, ply)
    if result != ONGOING:
        return verdict(result, ply)

    # Step 1. The table.
    data, value = probe(table, pos.key)
    bound, table_move, stored = stored_bound(data), stored_move(data), stored_score(data, ply)
    if bound != NO_BOUND and decides(bound, stored, alpha, beta):
        return stored

    # Step 2. Stand pat, unless in check.
    checked = in_check(pos)
    best = ply - MATE
    if not checked:
        if bound == NO_BOUND or value == NO_VALUE:
            value = np.int64(evaluate(pos, weights))
        best = sharpened(corrected(pos, work, ply, value), bound, stored)
    else:
        value = np.int64(NO_VALUE)
    if ply >= MAX_PLY:
        return best if not checked else np.int64(0)
    if best >= beta:
        if bound == NO_BOUND:
            store(
                table,
                pos.key,
                ply,
                np.int64(NO_MOVE),
                best,
                np.int64(0),
                np.int64(LOWER),
                work.generation,
                value,
                stored_open(data),
            )
        return best
    floor, open_window = alpha, beta - alpha > 1
    alpha = max(alpha, best)
    hopeless = best + margin(work, m.QUIESCENCE)

    # Step 3. Captures that do not lose by exchange; every move, when in check.
    if checked:
        count = generate(pos, work.moves[ply])
        if count == 0:
            return verdict(blocked(pos), ply)
        score_mixed(pos, work, ply, count, table_move)
    else:
        count = generate_noisy(pos, work.moves[ply])
        score_noisy(pos, work, ply, np.int64(0), count)
        put_first(work, ply, count, table_move)
    best_move = np.int64(NO_MOVE)
    for i in range(count):
        move = pick(work, ply, i, count)
        if best > -MATE_BOUND:
            if checked:
                if not noisy(pos, move):
                    break
            else:
                if hopeless + gain(pos, move) <= alpha:
                    best = max(best, hopeless + gain(pos, move))
                    continue
                prefetch(table, bucket(table, foreseen(pos, move)))
                if not exchange(pos, move, 0):
                    continue
        work.traces[ply + BEFORE] = trace(pos, move)
        make(pos, move)
        work.ply = ply + 1
        passed = turned(pos, move)
        score = quiescence(pos, weights, work, table, -beta if passed else alpha, -alpha if passed else beta)
        score = -score if passed else score
        work.ply = ply
        unmake(pos, move)
        if work.stop:
            return np.int64(0)
        if score > best:
            best = score
            if score > alpha:
                best_move, alpha = move, score
                remember_line(work, ply, move)
                if score >= beta:
                    break

    # Step 4. Remember.
    bound = LOWER if best >= beta else UPPER
    if best > floor and best < beta:
        bound = UPPER if best_move == NO_MOVE else EXACT
    once_open = open_window or stored_open(data)
    store(
        table, pos.key, ply, best_move, best, np.int64(0), np.int64(bound), work.generation, value, once_open
    )
    return best
