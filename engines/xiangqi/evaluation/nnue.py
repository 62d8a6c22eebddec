"""The learned evaluation: a network over pieces on squares, as either side sees them.

A side sees the board from its own end, and with its king never on the f-file: from there it sees the files
mirrored. Where its king stands in the palace chooses the rows that speak to it.
"""

from pathlib import Path

import numpy as np

from boyi.engines.evaluators import lanes, nnue
from boyi.engines.evaluators.accumulators import advance, bring_up, changes_outlook, outlook_of, sum_up
from boyi.engines.jit import Bool, Int, Record, inline
from boyi.engines.jit.intrinsics import ZERO, count
from boyi.engines.rules import bind, evaluate
from boyi.engines.weights import load
from boyi.engines.xiangqi.attacks import drop, first
from boyi.engines.xiangqi.pieces import CANNONS, EMPTY, HORSES, KINGS, ROOKS
from boyi.engines.xiangqi.position import ACCUMULATORS, OUTLOOKS, POSITION, WIDTH, source, target
from boyi.engines.xiangqi.squares import FILE_OF, FILES, RANK_OF, orient

PIECE_SQUARES = 14 * 90
REGIONS = 6
"""Squares of the palace on the d- and the e-file: where a king is after mirroring."""
FEATURES = PIECE_SQUARES * REGIONS
BUCKETS = 8
NET = nnue.net_dtype(FEATURES, WIDTH, BUCKETS)

FAR_BACK = np.int64(24)
"""Heights to look back for an accumulator, before it is summed up anew."""
NEWEST = np.int64(ACCUMULATORS - 1)
"""A mask that makes a height the place of its accumulators."""
MIRRORED = 2
"""The part of an outlook's number, modulo 3, that says that files are mirrored."""


def _rows() -> np.ndarray:
    """The row of each piece on each square in a view, as is and mirrored, before the king's region counts."""
    table = np.zeros((2, 2, 16, 90), np.uint16)
    for view in range(2):
        squares = np.array([orient(square, view) for square in range(90)])
        for piece in (*range(7), *range(8, 15)):
            first_row = ((piece & 7) + 7 * ((piece >> 3) != view)) * 90
            table[view, 0, piece] = first_row + squares
            table[view, 1, piece] = first_row + squares + FILES - 1 - 2 * (squares % FILES)
    return table


ROW = _rows()
FIRST_ROW = np.array(
    [PIECE_SQUARES * (2 * (seen // 3) + (seen % 3 == 1)) for seen in range(OUTLOOKS)], np.int64
)
"""Where the rows of the king's region begin, by outlook."""
OUTLOOK = np.array(
    [
        [3 * min(int(RANK_OF[king]), 9 - int(RANK_OF[king]), 2) + min(max(int(FILE_OF[king]) - 3, 0), 2)]
        for king in range(90)
    ],
    np.uint8,
).reshape(90)
"""How a side sees the board, by the square of its king: three times its rank in the palace, plus its file."""


@inline
def feature(view: Int, piece: Int, square: Int, seen: Int) -> Int:
    """The index of a piece on a square as a side sees it; `seen` is that side's outlook."""
    mirrored = np.int64(seen % 3 == MIRRORED)
    return FIRST_ROW[seen] + np.int64(ROW[view & 1, mirrored, piece & 15, square])


@inline
def bucket(rooks: Int, others: Int) -> Int:
    """Which output layer speaks, by the number of rooks, and of horses and cannons, on the board."""
    return min(2 * rooks + others + 1, 2 * BUCKETS - 1) >> 1


@inline
def material_bucket(pos: Record) -> Int:
    """Which output layer speaks for a position."""
    pieces = pos.pieces
    rooks = count(pieces[ROOKS, 0]) + count(pieces[ROOKS, 1])
    others = count(pieces[HORSES, 0] | pieces[CANNONS, 0]) + count(pieces[HORSES, 1] | pieces[CANNONS, 1])
    return bucket(rooks, others)


def features(pos: Record, view: int) -> list[int]:
    """The features of a side's view that are active."""
    seen = int(OUTLOOK[pos.kings[view]])
    squares = [square for square in range(90) if pos.board[square] != EMPTY]
    return [int(feature(view, int(pos.board[square]), square, seen)) for square in squares]


@outlook_of.register(POSITION)
def _outlook_of(pos: Record, view: Int) -> Int:
    return np.int64(OUTLOOK[pos.kings[view]])


@changes_outlook.register(POSITION)
def _changes_outlook(pos: Record, height: Int, view: Int) -> Bool:
    """Any move of the side's king does."""
    return np.int64(pos.states[height]) >> 4 & 15 == KINGS + 8 * view


@advance.register(POSITION, NET)
def _advance(pos: Record, weights: Record, view: Int, height: Int, seen: Int) -> None:
    state = np.int64(pos.states[height - 1])
    captured, piece, move = state & 15, state >> 4 & 15, state >> 8 & 0x3FFF
    before, after = pos.accumulators[(height - 1) & NEWEST, view], pos.accumulators[height & NEWEST, view]
    if piece == EMPTY:
        nnue.copy_accumulator(before, after)
        return
    origin, goal = source(move), target(move)
    gone = weights.rows[feature(view, piece, origin, seen)]
    come = weights.rows[feature(view, piece, goal, seen)]
    if captured != EMPTY:
        lanes.capture_feature(before, after, gone, weights.rows[feature(view, captured, goal, seen)], come)
    else:
        lanes.move_feature(before, after, gone, come)


@sum_up.register(POSITION, NET)
def _sum_up(pos: Record, weights: Record, view: Int, seen: Int) -> None:
    sums, summed = pos.sums[view, seen], pos.summed[view, seen]
    if summed[KINGS, 0] | summed[KINGS, 1] == ZERO:
        nnue.copy_accumulator(weights.bias, sums)
    for piece in range(16):
        kind, colour = piece & 7, piece >> 3
        if kind == EMPTY:
            continue
        near = pos.pieces[kind, 0] & pos.colours[colour, 0]
        far = pos.pieces[kind, 1] & pos.colours[colour, 1]
        gone_near, gone_far = summed[piece, 0] & ~near, summed[piece, 1] & ~far
        come_near, come_far = near & ~summed[piece, 0], far & ~summed[piece, 1]
        while gone_near | gone_far:
            square = first(gone_near, gone_far)
            gone_near, gone_far = drop(gone_near, gone_far)
            lanes.remove_feature(sums, weights.rows[feature(view, np.int64(piece), square, seen)])
        while come_near | come_far:
            square = first(come_near, come_far)
            come_near, come_far = drop(come_near, come_far)
            lanes.add_feature(sums, weights.rows[feature(view, np.int64(piece), square, seen)])
        summed[piece, 0], summed[piece, 1] = near, far
    nnue.copy_accumulator(sums, pos.accumulators[np.int64(pos.height) & NEWEST, view])


@bind.register(POSITION, NET)
def _bind(pos: Record, weights: Record) -> None:
    pos.summed[:] = 0
    for slot in range(ACCUMULATORS):
        pos.marks[slot, 0] = ~pos.key
        pos.marks[slot, 1] = ~pos.key


@evaluate.register(POSITION, NET)
def _evaluate(pos: Record, weights: Record) -> Int:
    side, slot = np.int64(pos.side & 1), np.int64(pos.height) & NEWEST
    bring_up(pos, weights, np.int64(0), FAR_BACK)
    bring_up(pos, weights, np.int64(1), FAR_BACK)
    return nnue.evaluate_views(pos.accumulators[slot], side, weights, material_bucket(pos))


def builtin() -> Record:
    """The network that comes with the program."""
    return load(Path(__file__).with_name("nnue.safetensors"), "xiangqi", "nnue", NET).weights
