"""A small network with two heads, value and policy: its forward pass, and its use in a Monte Carlo tree.

Inputs are the 25 squares as the mover sees them, each with any of twelve pieces that 1, 2 or more faces
of the die let move, of which at most twelve are not zero; one hidden layer of rectified sums; a log-odds of
winning, and for each of the 18 moves of three directions by six pieces the log-odds of winning by it.
"""

import math
from pathlib import Path

import numpy as np

from boyi.engines.einstein.evaluation.evaluate import CERTAIN, policy
from boyi.engines.einstein.evaluation.tuples import CODE, FLATTEST, ONE, SIGMOID
from boyi.engines.einstein.position import POSITION
from boyi.engines.einstein.squares import ALL, DIRECTIONS, NOWHERE, PIECES, SQUARES, TARGET
from boyi.engines.jit import Int, Record, inline, new, record
from boyi.engines.rules import LOST, ONGOING, evaluate, outcome
from boyi.engines.weights import load

HIDDEN = 128
MOVES = PIECES * DIRECTIONS
FACES = 3
INPUTS = 2 * PIECES * FACES * SQUARES
"""By side, piece, faces that move it, and square."""
UNIT = 256
"""A weight of 1."""

BUILT_IN = Path(__file__).with_name("network.safetensors")

NETWORK = record(
    ("inputs", np.int16, (INPUTS, HIDDEN)),
    ("hidden", np.int32, HIDDEN),
    ("value", np.int16, HIDDEN),
    ("value_bias", np.int32),
    ("policy", np.int16, (MOVES, HIDDEN)),
    ("policy_bias", np.int32, MOVES),
)


@inline
def active_inputs(pos: Record, inputs: np.ndarray) -> Int:
    """Write the inputs that are not zero; how many there are."""
    side, count = np.int64(pos.side & 1), 0
    for piece in range(2 * PIECES):
        square = np.int64(pos.squares[piece])
        if square == NOWHERE:
            continue
        owner = np.int64(piece >= PIECES)
        number = piece - PIECES * owner
        faces = np.int64(CODE[pos.alive[owner] & ALL, number]) - 1
        kind = ((np.int64(owner != side)) * PIECES + number) * FACES + faces
        inputs[count] = kind * SQUARES + (square if side == 1 else SQUARES - 1 - square)
        count += 1
    return count


@inline
def _hidden(pos: Record, weights: Record, units: np.ndarray) -> None:
    """Write what the hidden units say: rectified sums."""
    inputs = np.empty(2 * PIECES, np.int64)
    count = active_inputs(pos, inputs)
    for unit in range(HIDDEN):
        units[unit] = weights.hidden[unit]
    for i in range(count):
        row = weights.inputs[inputs[i]]
        for unit in range(HIDDEN):
            units[unit] += np.int32(row[unit])
    for unit in range(HIDDEN):
        units[unit] = max(units[unit], np.int32(0))


@inline
def _output(units: np.ndarray, row: np.ndarray, bias: Int) -> Int:
    """An output, in UNITs squared."""
    total = np.int32(bias)
    for unit in range(HIDDEN):
        total += np.int32(units[unit] * np.int32(row[unit]))
    return np.int64(total)


@evaluate.register(POSITION, NETWORK)
def _evaluate(pos: Record, weights: Record) -> Int:
    ended = outcome(pos, np.int64(0))
    if ended != ONGOING:
        return np.int64(-CERTAIN if ended == LOST else CERTAIN)
    units = np.empty(HIDDEN, np.int32)
    _hidden(pos, weights, units)
    odds = _output(units, weights.value, weights.value_bias) * ONE // (UNIT * UNIT)
    return np.int64(SIGMOID[max(min(odds, np.int64(FLATTEST)), np.int64(-FLATTEST)) + FLATTEST])


@policy.register(POSITION, NETWORK)
def _policy(pos: Record, weights: Record, chances: np.ndarray) -> None:
    """The chance of winning by each move."""
    units = np.empty(HIDDEN, np.int32)
    _hidden(pos, weights, units)
    side = np.int64(pos.side & 1)
    for number in range(PIECES):
        for direction in range(DIRECTIONS):
            move, chance = number * DIRECTIONS + direction, 0.0
            if TARGET[side, pos.squares[side * PIECES + number], direction] != NOWHERE:
                odds = _output(units, weights.policy[move], weights.policy_bias[move]) / (UNIT * UNIT)
                chance = 1.0 / (1.0 + math.exp(-odds))
            chances[move] = chance


def fresh(seed: int = 5) -> Record:
    """A network that knows nothing: small random weights, the same for the same seed."""
    weights, rng = new(NETWORK), np.random.Generator(np.random.PCG64(seed))
    for name in ("inputs", "hidden", "value", "policy"):
        weights[name][...] = rng.integers(-UNIT // 8, UNIT // 8 + 1, weights[name].shape)
    return weights


def network() -> Record:
    """The built-in weights, learned from searches."""
    return load(BUILT_IN, "einstein", "network", NETWORK).weights
