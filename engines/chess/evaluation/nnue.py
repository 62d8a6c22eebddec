"""The learned evaluation: a network over pieces on squares, as either side sees them.

A side sees the board from its own end, and with its king always on the files a to d: on the others the
board is mirrored. Where its king stands also chooses the rows that speak to it. Accumulators lie beside
the undo stack, one pair per height, each marked by the key of its position; `evaluate` brings the present
one up to date from the nearest one that is. Where there is none, since the king went to where its side
sees the board otherwise, it is made from the last one that was seen so.
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
from boyi.engines.jit import Bool, Int, Record, inline, kernel
from boyi.engines.jit.intrinsics import ONE, ZERO, count, lowest
from boyi.engines.rules import bind, evaluate
from boyi.engines.weights import load

KING_REGIONS = np.array([[0, 0, 1, 1], [2, 2, 2, 2]] + 6 * [[3, 3, 3, 3]], np.int64)
"""Where a king may stand, by rank and file: castled, on its home row, before it, and out in the open."""
PIECE_SQUARES = 768
FEATURES = PIECE_SQUARES * (int(KING_REGIONS.max()) + 1)
BUCKETS = 8
NET = nnue.net_dtype(FEATURES, HIDDEN, BUCKETS)

FAR_BACK = 8
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


@inline
def _changes_outlook(state: Int, view: Int) -> Bool:
    """Whether the move of an undo entry takes this side's king to where it sees the board otherwise."""
    piece, move = state >> 4 & 15, state >> 40
    if piece != KINGS + 8 * view:
        return False
    origin, goal = source(move), target(move)
    if kind(move) == CASTLE:
        goal, _ = castling_goals(origin, goal)
    return outlook(view, origin) != outlook(view, goal)


@inline
def _advance(pos: Record, weights: Record, view: Int, height: Int, seen: Int) -> None:
    """Make the accumulator at a height, one move after the one below it."""
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


@inline
def _sum_up(pos: Record, weights: Record, view: Int, seen: Int) -> None:
    """Make the accumulator of the present position from the last one that was made so for this outlook."""
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


@kernel
def _bring_up(pos: Record, weights: Record, view: Int) -> None:
    """See that the accumulator of the present position is right for one side."""
    height = np.int64(pos.height)
    if pos.marks[height & MASK, view] == pos.key:
        return
    seen = outlook(view, king_square(pos, view))
    last = max(height - FAR_BACK, np.int64(0))
    good = height
    while good > last:
        good -= 1
        if _changes_outlook(np.int64(pos.states[good]), view):
            good = np.int64(-1)
        elif pos.marks[good & MASK, view] == pos.keys[good]:
            break
    if good < 0 or good == height or pos.marks[good & MASK, view] != pos.keys[good]:
        _sum_up(pos, weights, view, seen)
    else:
        while good < height:
            good += 1
            _advance(pos, weights, view, good, seen)
            if good < height:
                pos.marks[good & MASK, view] = pos.keys[good]
    pos.marks[height & MASK, view] = pos.key


@bind.register(POSITION, NET)
def _bind(pos: Record, weights: Record) -> None:
    pos.marks[:] = 0
    pos.summed[:] = 0


@evaluate.register(POSITION, NET)
def _evaluate(pos: Record, weights: Record) -> Int:
    side, place = np.int64(pos.side & 1), np.int64(pos.height) & MASK
    _bring_up(pos, weights, np.int64(0))
    _bring_up(pos, weights, np.int64(1))
    pieces = count(pos.colours[0] | pos.colours[1])
    value = nnue.evaluate_views(pos.accumulators[place], side, weights, bucket(pieces))
    if pieces > FEW and pos.pieces[KNIGHTS] | pos.pieces[ROOKS] | pos.pieces[QUEENS]:
        return value
    return value * ending_scale(pos, side if value > 0 else side ^ 1) // WHOLE


def builtin() -> Record:
    """The network that comes with the program."""
    return load(Path(__file__).with_name("nnue.safetensors"), "chess", "nnue", NET).weights
