"""A small network with two heads, value and policy: its forward pass, and its use in a Monte Carlo tree.

Inputs are the 25 squares in one of six states each, as the n-tuple evaluator sees them, of which at
most twelve are not zero; one hidden layer of rectified sums; a log-odds of winning, and a preference for
each of the 18 moves of three directions by six pieces. The built-in weights are random and small:
the network knows nothing until learning writes a weight file.
"""

import math

import numpy as np

from boyi.engines.einstein.evaluate import CERTAIN, policy
from boyi.engines.einstein.position import POSITION
from boyi.engines.einstein.squares import ALL, DIRECTIONS, NOWHERE, PIECES, SQUARES, TARGET
from boyi.engines.einstein.tuples import CODE, FLATTEST, ONE, SIGMOID
from boyi.engines.jit import Int, Record, inline, new, record
from boyi.engines.rules import LOST, ONGOING, evaluate, outcome

HIDDEN = 32
MOVES = PIECES * DIRECTIONS
UNIT = 64
"""A weight of 1."""

NETWORK = record(
    ("inputs", np.int16, (2 * PIECES * 3, SQUARES, HIDDEN)),  # by side, piece and faces that move it
    ("hidden", np.int32, HIDDEN),
    ("value", np.int16, HIDDEN),
    ("value_bias", np.int32),
    ("policy", np.int16, (MOVES, HIDDEN)),
    ("policy_bias", np.int32, MOVES),
)


@inline
def _hidden(pos: Record, weights: Record, unit: Int) -> Int:
    """The sum of one hidden unit, rectified."""
    side, total = np.int64(pos.side & 1), np.int64(weights.hidden[unit])
    for piece in range(2 * PIECES):
        square = np.int64(pos.squares[piece])
        if square == NOWHERE:
            continue
        owner = np.int64(piece >= PIECES)
        number = piece - PIECES * owner
        faces = np.int64(CODE[pos.alive[owner] & ALL, number]) - 1
        row = ((np.int64(owner != side)) * PIECES + number) * 3 + faces
        seen = square if side == 1 else SQUARES - 1 - square
        total += np.int64(weights.inputs[row, seen, unit])
    return max(total, np.int64(0))


@evaluate.register(POSITION, NETWORK)
def _evaluate(pos: Record, weights: Record) -> Int:
    ended = outcome(pos, np.int64(0))
    if ended != ONGOING:
        return np.int64(-CERTAIN if ended == LOST else CERTAIN)
    total = np.int64(weights.value_bias)
    for unit in range(HIDDEN):
        total += _hidden(pos, weights, unit) * np.int64(weights.value[unit])
    odds = total * ONE // (UNIT * UNIT)
    return np.int64(SIGMOID[max(min(odds, np.int64(FLATTEST)), np.int64(-FLATTEST)) + FLATTEST])


@policy.register(POSITION, NETWORK)
def _policy(pos: Record, weights: Record, chances: np.ndarray) -> None:
    """Preferences among the moves of each piece, softened to chances around a half."""
    for move in range(MOVES):
        chances[move] = weights.policy_bias[move] / (UNIT * UNIT)
    for unit in range(HIDDEN):
        strength = _hidden(pos, weights, unit)
        for move in range(MOVES):
            chances[move] += strength * np.int64(weights.policy[move, unit]) / (UNIT * UNIT)
    side = np.int64(pos.side & 1)
    for number in range(PIECES):
        for direction in range(DIRECTIONS):
            move = number * DIRECTIONS + direction
            goal = TARGET[side, pos.squares[side * PIECES + number], direction]
            chances[move] = 0.0 if goal == NOWHERE else 1.0 / (1.0 + math.exp(-chances[move]))


def network() -> Record:
    """The built-in weights: small random numbers, always the same."""
    weights, lot = new(NETWORK), np.random.Generator(np.random.PCG64(5))
    for name in ("inputs", "hidden", "value", "policy"):
        weights[name][...] = lot.integers(-UNIT // 4, UNIT // 4 + 1, weights[name].shape)
    return weights
