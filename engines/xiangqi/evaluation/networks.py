"""The small networks of 91 inputs, `mlp…`.

The inputs are a number for each intersection, the fixed material value of the piece there, and one for the
side to move. The weights say whose eyes a network sees with: the mover's, whose pieces count positive and
whose home is at the bottom, so that the two sides are alike to it, or always Red's.
"""

import functools
from pathlib import Path

import numpy as np

from boyi.engines.evaluators import mlp
from boyi.engines.evaluators.nnue import HIGHEST
from boyi.engines.jit import Int, Real, Record, inline
from boyi.engines.rules import evaluate
from boyi.engines.weights import load
from boyi.engines.xiangqi.attacks import drop, first
from boyi.engines.xiangqi.pieces import EMPTY, RED
from boyi.engines.xiangqi.position import POSITION, occupied
from boyi.engines.xiangqi.squares import orient

INPUTS = 91
HIDDEN = (30, 50, 80, 100)
"""Sizes of hidden layers to choose from."""
MATERIAL = (0.1, 0.2, 0.2, 0.45, 0.45, 1.0, 1.5, 0.0)
"""What a piece puts into its intersection's input, by kind, unless the weights say otherwise."""
MOVERS, REDS = 0, 1
"""Whose eyes a network sees with."""
HUNDREDTHS = np.float32(300)
"""Centipawns of an output of 1."""

MLP_RECORDS = {
    hidden: mlp.mlp_record(INPUTS, hidden, ("material", np.float32, 8), ("eyes", np.int64))
    for hidden in HIDDEN
}


@inline
def viewer(weights: Record, side: Int) -> Int:
    """The side that a network of the first kind sees with when a side is to move."""
    return side if weights.eyes == MOVERS else np.int64(RED)


@inline
def input_value(weights: Record, piece: Int, view: Int) -> Real:
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
            found[orient(square, view)] = input_value(weights, piece, view)
    found[90] = 1 if view == side else -1
    return found


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
        mlp.add(units, weights, orient(square, view), input_value(weights, piece, view))
    own = mlp.ONE if view == side else -mlp.ONE
    mlp.add(units, weights, np.int64(90), own)
    value = np.int64(HUNDREDTHS * own * mlp.finish(units, weights))
    return min(max(value, -HIGHEST), HIGHEST)


for _record in MLP_RECORDS.values():
    evaluate.register(POSITION, _record)(_evaluate_mlp)


def random_mlp(hidden: int, seed: int = 91) -> Record:
    """An untrained network of the first kind that sees with the mover's eyes."""
    weights = mlp.random_network(MLP_RECORDS[hidden], seed)
    weights.material[:] = MATERIAL
    return weights


def builtin(hidden: int) -> Record:
    """The network of the first kind that comes with the program; an untrained one where none does."""
    name = f"mlp{hidden}"
    path = Path(__file__).with_name(f"{name}.safetensors")
    return load(path, "xiangqi", name, MLP_RECORDS[hidden]).weights if path.exists() else random_mlp(hidden)


mlp30, mlp50, mlp80, mlp100 = (functools.partial(builtin, hidden) for hidden in HIDDEN)
