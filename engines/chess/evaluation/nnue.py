"""The learned evaluation: a network over pieces on squares, as either side sees them.

A side sees the board from its own end, and with its king always on the files a to d: on the others the
board is mirrored. Where its king stands also chooses the rows that speak to it.
"""

from pathlib import Path

import numpy as np

from boyi.engines.chess.evaluation.endings import FEW, WHOLE, ending_scale
from boyi.engines.chess.position import (
    CASTLE,
    EMPTY,
    EN_PASSANT,
    HIDDEN,
    KINGS,
    KNIGHTS,
    PAWNS,
    POSITION,
    QUEENS,
    ROOKS,
    SLOTS,
    TO_KNIGHT,
    TO_QUEEN,
    castling_goals,
    kind,
    king_square,
    source,
    target,
)
from boyi.engines.evaluators import lanes, nnue
from boyi.engines.evaluators.accumulators import advance, bring_up, changes_outlook, outlook_of, sum_up
from boyi.engines.jit import Bool, Int, Record, inline
from boyi.engines.jit.intrinsics import ONE, ZERO, count, lowest
from boyi.engines.rules import bind, evaluate
from boyi.engines.weights import load

KING_REGIONS = np.array([[0, 0, 1, 1], [2, 2, 2, 2]] + 6 * [[3, 3, 3, 3]], np.int64)
"""Where a king may stand, by rank and file: castled, on its home row, before it, and out in the open."""
PIECE_SQUARES = 768
FEATURES = PIECE_SQUARES * (int(KING_REGIONS.max()) + 1)
BUCKETS = 8
NET = nnue.net_dtype(FEATURES, HIDDEN, BUCKETS)

FAR_BACK = np.int64(8)
"""Heights to look back for an accumulator, before it is summed up anew."""
MASK = np.int64(SLOTS - 1)


@inline
def outlook(view: Int, king: Int) -> Int:
    """How a side sees the board with its king here: 64 times its region, and what squares are turned by."""
    mirror = 7 * (king >> 2 & 1)
    turn = 56 * view ^ mirror
    return 64 * KING_REGIONS[(king ^ turn) >> 3, (king ^ turn) & 3] + turn


@inline
def feature(view: Int, piece: Int, square: Int, seen: Int) -> Int:
    """The index of a piece on a square as a side sees it; `seen` is that side's outlook."""
    row = (seen >> 6) * 12 + ((piece >> 3) ^ view) * 6 + (piece & 7)
    return row * 64 + (square ^ (seen & 63))


@inline
def bucket(pieces: Int) -> Int:
    """Which output layer speaks, by the number of pieces on the board."""
    return min(max((pieces - 2) >> 2, 0), BUCKETS - 1)


@outlook_of.register(POSITION)
def _outlook_of(pos: Record, view: Int) -> Int:
    return outlook(view, king_square(pos, view))


@changes_outlook.register(POSITION)
def _changes_outlook(pos: Record, height: Int, view: Int) -> Bool:
    """Exact: a king may move without seeing the board otherwise."""
    state = np.int64(pos.states[height])
    piece, move = state >> 4 & 15, state >> 40
    if piece != KINGS + 8 * view:
        return False
    origin, goal = source(move), target(move)
    if kind(move) == CASTLE:
        goal, _ = castling_goals(origin, goal)
    return outlook(view, origin) != outlook(view, goal)


@advance.register(POSITION, NET)
def _advance(pos: Record, weights: Record, view: Int, height: Int, seen: Int) -> None:
    state = np.int64(pos.states[height - 1])
    captured, piece, move = state & 15, state >> 4 & 15, state >> 40
    before, after = pos.accumulators[(height - 1) & MASK, view], pos.accumulators[height & MASK, view]
    origin, goal, what = source(move), target(move), kind(move)
    if piece == EMPTY:
        nnue.copy_accumulator(before, after)
        return
    gone = weights.rows[feature(view, piece, origin, seen)]
    if what == CASTLE:
        king_goal, rook_goal = castling_goals(origin, goal)
        rook = piece - KINGS + ROOKS
        lanes.move_feature(before, after, gone, weights.rows[feature(view, piece, king_goal, seen)])
        left = weights.rows[feature(view, rook, goal, seen)]
        lanes.move_feature(after, after, left, weights.rows[feature(view, rook, rook_goal, seen)])
        return
    arrived = what + (piece & 8) if TO_KNIGHT <= what <= TO_QUEEN else piece
    come = weights.rows[feature(view, arrived, goal, seen)]
    if what == EN_PASSANT:
        captured, goal = PAWNS + ((piece & 8) ^ 8), goal ^ 8
    if captured != EMPTY:
        lanes.capture_feature(before, after, gone, weights.rows[feature(view, captured, goal, seen)], come)
    else:
        lanes.move_feature(before, after, gone, come)


@sum_up.register(POSITION, NET)
def _sum_up(pos: Record, weights: Record, view: Int, seen: Int) -> None:
    place = 2 * (seen >> 6) + (seen & 1)
    sums, summed = pos.sums[view, place], pos.summed[view, place]
    if summed[view, KINGS] == ZERO:
        nnue.copy_accumulator(weights.bias, sums)
    for piece in range(16):
        if piece & 7 >= EMPTY:
            continue
        before, now = summed[piece >> 3, piece & 7], pos.pieces[piece & 7] & pos.colours[piece >> 3]
        gone, come = before & ~now, now & ~before
        while gone:
            lanes.remove_feature(sums, weights.rows[feature(view, np.int64(piece), lowest(gone), seen)])
            gone &= gone - ONE
        while come:
            lanes.add_feature(sums, weights.rows[feature(view, np.int64(piece), lowest(come), seen)])
            come &= come - ONE
        summed[piece >> 3, piece & 7] = now
    nnue.copy_accumulator(sums, pos.accumulators[np.int64(pos.height) & MASK, view])


@bind.register(POSITION, NET)
def _bind(pos: Record, weights: Record) -> None:
    pos.marks[:] = 0
    pos.summed[:] = 0


@evaluate.register(POSITION, NET)
def _evaluate(pos: Record, weights: Record) -> Int:
    side, place = np.int64(pos.side & 1), np.int64(pos.height) & MASK
    bring_up(pos, weights, np.int64(0), FAR_BACK)
    bring_up(pos, weights, np.int64(1), FAR_BACK)
    pieces = count(pos.colours[0] | pos.colours[1])
    value = nnue.evaluate_views(pos.accumulators[place], side, weights, bucket(pieces))
    if pieces > FEW and pos.pieces[KNIGHTS] | pos.pieces[ROOKS] | pos.pieces[QUEENS]:
        return value
    return value * ending_scale(pos, side if value > 0 else side ^ 1) // WHOLE


def builtin() -> Record:
    """The network that comes with the program."""
    return load(Path(__file__).with_name("nnue.safetensors"), "chess", "nnue", NET).weights
