"""Xiangqi seen by networks: what their inputs are, and how positions keep them up.

`mlp…` is a network of 91 inputs: a number for each intersection, the fixed material value of the piece
there, and one for the side to move. Its weights say whose eyes it sees with: the mover's, whose pieces
count positive and whose home is at the bottom, so that the two sides are alike to it, or always Red's.
`nnue` sums one row of weights for each piece on its square, once as each side sees the board.
"""

import functools
from pathlib import Path

import numpy as np

from boyi.engines.bits import count
from boyi.engines.evaluators import lanes, mlp, nnue
from boyi.engines.jit import Int, Real, Record, inline, kernel
from boyi.engines.rules import bind, evaluate
from boyi.engines.weights import load
from boyi.engines.xiangqi.attacks import drop, first
from boyi.engines.xiangqi.position import (
    ACCUMULATORS,
    EMPTY,
    POSITION,
    RED,
    WIDTH,
    occupied,
    source,
    target,
)

INPUTS = 91
HIDDEN = (30, 50, 80, 100)
"""Sizes of hidden layers to choose from."""
MATERIAL = (0.1, 0.2, 0.2, 0.45, 0.45, 1.0, 1.5, 0.0)
"""What a piece puts into its intersection's input, by kind, unless the weights say otherwise."""
MOVERS, REDS = 0, 1
"""Whose eyes a network sees with."""
HUNDREDTHS = np.float32(300)
"""Centipawns of an output of 1."""
HIGHEST = 20000
"""Values stay below, far from announcing a mate."""

FEATURES = 14 * 90
BUCKETS = 8
MLP_RECORDS = {
    hidden: mlp.mlp_record(INPUTS, hidden, ("material", np.float32, 8), ("eyes", np.int64))
    for hidden in HIDDEN
}
NNUE = nnue.net_dtype(FEATURES, WIDTH, BUCKETS)
REACH = 24
"""Plies that are looked back for accumulators to start from. Summing up anew costs as much as a dozen, but
those on the way are then missing the next time, too."""
NEWEST = np.int64(ACCUMULATORS - 1)
"""A mask that makes a height the place of its accumulators."""


def _features() -> np.ndarray:
    """The index of each piece on each square in each side's view; 0 for no piece."""
    table, squares = np.zeros((2, 16, 90), np.uint16), np.arange(90)
    for side, seen in enumerate((squares, 81 - squares + 2 * (squares % 9))):
        for piece in (*range(7), *range(8, 15)):
            table[side, piece] = ((piece & 7) + 7 * ((piece >> 3) != side)) * 90 + seen
    return table


FEATURE = _features()


@inline
def turned(square: Int, side: Int) -> Int:
    """A square as a side sees it, its own home at the bottom."""
    return square if side == 0 else 81 - square + 2 * (square % 9)


@inline
def feature(piece: Int, square: Int, side: Int) -> Int:
    """The index of a piece on a square in a side's view."""
    return np.int64(FEATURE[side & 1, piece & 15, square])


@inline
def bucket(pieces: Int) -> Int:
    """Which output layer speaks, by the number of pieces on the board."""
    return min(max((pieces - 1) >> 2, 0), BUCKETS - 1)


@inline
def viewer(weights: Record, side: Int) -> Int:
    """The side that a network of the first kind sees with when a side is to move."""
    return side if weights.eyes == MOVERS else np.int64(RED)


@inline
def shown(weights: Record, piece: Int, view: Int) -> Real:
    """What a piece puts into its intersection's input."""
    value = weights.material[piece & 7]
    return value if piece >> 3 == view else -value


def inputs(pos: Record, weights: Record) -> np.ndarray:
    """The 91 numbers that a network of the first kind is given."""
    found, side = np.zeros(INPUTS, np.float32), int(pos.side)
    view = viewer(weights, side)
    for square in range(90):
        piece = int(pos.board[square])
        if piece != EMPTY:
            found[turned(square, view)] = shown(weights, piece, view)
    found[90] = 1 if view == side else -1
    return found


def features(pos: Record, side: int) -> list[int]:
    """The features of a side's view that are active."""
    squares = [square for square in range(90) if pos.board[square] != EMPTY]
    return [int(feature(int(pos.board[square]), square, side)) for square in squares]


def _evaluate_mlp(pos: Record, weights: Record) -> Int:
    side = np.int64(pos.side & 1)
    view = viewer(weights, side)
    units = pos.units
    mlp.begin(units, weights)
    near, far = occupied(pos)
    while near | far:
        square = first(near, far)
        near, far = drop(near, far)
        piece = np.int64(pos.board[square])
        mlp.add(units, weights, turned(square, view), shown(weights, piece, view))
    own = mlp.ONE if view == side else -mlp.ONE
    mlp.add(units, weights, np.int64(90), own)
    value = np.int64(HUNDREDTHS * own * mlp.finish(units, weights))
    return min(max(value, -HIGHEST), HIGHEST)


for _record in MLP_RECORDS.values():
    evaluate.register(POSITION, _record)(_evaluate_mlp)


@inline
def _sum_up(pos: Record, weights: Record, slot: Int) -> None:
    """Make the accumulators of the present position from nothing."""
    for side in range(2):
        row = pos.accumulators[slot, side]
        nnue.repeated(weights.bias, row)
        near, far = occupied(pos)
        while near | far:
            square = first(near, far)
            near, far = drop(near, far)
            lanes.added(row, weights.rows[feature(pos.board[square], square, side)])


@inline
def _advance(pos: Record, weights: Record, height: Int) -> None:
    """Make the accumulators at a height, one move after those below it."""
    state = np.int64(pos.states[height - 1])
    captured, piece, move = state & 15, state >> 4 & 15, state >> 8 & 0x3FFF
    origin, goal = source(move), target(move)
    for side in range(2):
        before = pos.accumulators[(height - 1) & NEWEST, side]
        after = pos.accumulators[height & NEWEST, side]
        gone = weights.rows[feature(piece, origin, side)]
        come = weights.rows[feature(piece, goal, side)]
        if captured != EMPTY:
            lanes.taken(before, after, gone, weights.rows[feature(captured, goal, side)], come)
        elif piece != EMPTY:
            lanes.moved(before, after, gone, come)
        else:
            nnue.repeated(before, after)


@kernel
def _accumulate(pos: Record, weights: Record) -> None:
    """See that the present position has its accumulators.

    Those of the positions on the way to it are kept, too: its neighbours will start from them.
    """
    height, good = np.int64(pos.height), np.int64(pos.height)
    last = max(height - REACH, np.int64(0))
    while good > last:
        good -= 1
        if pos.accumulated[good & NEWEST] == pos.keys[good]:
            break
    if good == height or pos.accumulated[good & NEWEST] != pos.keys[good]:
        _sum_up(pos, weights, height & NEWEST)
        good = height
    while good < height:
        good += 1
        _advance(pos, weights, good)
        pos.accumulated[good & NEWEST] = pos.key if good == height else pos.keys[good]
    pos.accumulated[height & NEWEST] = pos.key


@bind.register(POSITION, NNUE)
def _bind_nnue(pos: Record, weights: Record) -> None:
    for slot in range(ACCUMULATORS):
        pos.accumulated[slot] = ~pos.key


@evaluate.register(POSITION, NNUE)
def _evaluate_nnue(pos: Record, weights: Record) -> Int:
    side, slot = np.int64(pos.side & 1), np.int64(pos.height) & NEWEST
    if pos.accumulated[slot] != pos.key:
        _accumulate(pos, weights)
    near, far = occupied(pos)
    chosen = bucket(count(near) + count(far))
    mine = nnue.output(pos.accumulators[slot, side], weights.output[chosen, 0])
    theirs = nnue.output(pos.accumulators[slot, side ^ 1], weights.output[chosen, 1])
    value = nnue.value(mine, theirs, weights.output_bias[chosen], weights.scale)
    return min(max(value, -HIGHEST), HIGHEST)


def fresh(hidden: int, seed: int = 91) -> Record:
    """An untrained network of the first kind that sees with the mover's eyes."""
    weights = mlp.untrained(MLP_RECORDS[hidden], seed)
    weights.material[:] = MATERIAL
    return weights


def builtin(hidden: int) -> Record:
    """The network of the first kind that comes with the program; an untrained one where none does."""
    name = f"mlp{hidden}"
    path = Path(__file__).with_name(f"{name}.safetensors")
    return load(path, "xiangqi", name, MLP_RECORDS[hidden]).weights if path.exists() else fresh(hidden)


mlp30, mlp50, mlp80, mlp100 = (functools.partial(builtin, hidden) for hidden in HIDDEN)


def nnue128() -> Record:
    """The network of the second kind that comes with the program."""
    return load(Path(__file__).with_name("nnue.safetensors"), "xiangqi", "nnue", NNUE).weights
