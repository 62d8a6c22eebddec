"""The hybrid evaluator: n-tuples, and a small network that is shown each piece among its living fellows.

What a piece can do depends on which others of its side still live, for they share the dice and inherit each
other's. So the network has an input for every piece of every set of living pieces, by side and square; sets
of numbers that are each other's reflection (i -> 7 - i) share theirs. At most twelve inputs are not zero. One
hidden layer of rectified sums adds to the log-odds of the n-tuples, which see shapes and who can be taken.
"""

from pathlib import Path

import numpy as np

from boyi.engines.einstein.endgame.lookup import CLASS, COUNT, ORDER
from boyi.engines.einstein.evaluation.evaluate import CERTAIN, look_ahead, policy
from boyi.engines.einstein.evaluation.lines import RECTANGLES
from boyi.engines.einstein.evaluation.race import TURNS, VECTORS
from boyi.engines.einstein.evaluation.tuples import BINS, FLATTEST, ONE, PATTERNS, SIGMOID, blank, log_odds
from boyi.engines.einstein.position import POSITION
from boyi.engines.einstein.squares import ALL, NOWHERE, PIECES, SQUARES
from boyi.engines.jit import Int, Record, inline, new, record
from boyi.engines.rules import LOST, ONGOING, evaluate, outcome

HIDDEN = 64
UNIT = 256
"""A weight of 1."""


def _rows() -> tuple[np.ndarray, int]:
    """By set of living pieces and piece: its row among all pieces of all classes; how many rows there are."""
    rows, count = np.zeros((ALL + 1, PIECES), np.uint8), 0
    for own in sorted({int(c) for c in CLASS if c}):
        members = np.flatnonzero(np.equal(CLASS, own) & (COUNT[own] == COUNT))
        for alive in members:
            for place in range(COUNT[own]):
                rows[alive, ORDER[alive, place]] = count + place
        count += int(COUNT[own])
    return rows, count


ROW, ROWS = _rows()
INPUTS = 2 * ROWS * SQUARES
"""By side, piece of a set, and square."""

BUILT_IN = Path(__file__).with_name("hybrid.npz")
LEARNED = ("inputs", "hidden", "value", "bias", "cells", "men", "race")
"""The fields that training changes; those of the race are worked out."""

HYBRID = record(
    # the network's fields come first, or numba would take this for a record of the n-tuples
    ("inputs", np.int16, (INPUTS, HIDDEN)),
    ("hidden", np.int32, HIDDEN),
    ("value", np.int16, HIDDEN),
    ("bias", np.int32),
    ("cells", np.int16, (RECTANGLES, PATTERNS)),
    ("men", np.int16, (PIECES + 1, PIECES + 1)),
    ("race", np.int16, BINS),
    ("sooner", np.int32, (VECTORS, TURNS)),
    ("later", np.int32, (VECTORS, TURNS)),
)


@inline
def inputs_of(pos: Record, inputs: np.ndarray) -> Int:
    """Write the inputs that are not zero; how many there are."""
    side, count = np.int64(pos.side & 1), 0
    for piece in range(2 * PIECES):
        square = np.int64(pos.squares[piece])
        if square == NOWHERE:
            continue
        owner = np.int64(piece >= PIECES)
        row = np.int64(ROW[pos.alive[owner] & ALL, piece - PIECES * owner])
        if owner != side:
            row += ROWS
        inputs[count] = row * SQUARES + (square if side == 1 else SQUARES - 1 - square)
        count += 1
    return count


@inline
def _network(pos: Record, weights: Record) -> Int:
    """What the network adds to the log-odds, in UNITs squared."""
    inputs, units = np.empty(2 * PIECES, np.int64), np.empty(HIDDEN, np.int32)
    count = inputs_of(pos, inputs)
    for unit in range(HIDDEN):
        units[unit] = weights.hidden[unit]
    for i in range(count):
        row = weights.inputs[inputs[i]]
        for unit in range(HIDDEN):
            units[unit] += np.int32(row[unit])
    total = np.int32(weights.bias)
    for unit in range(HIDDEN):
        total += np.int32(max(units[unit], np.int32(0)) * np.int32(weights.value[unit]))
    return np.int64(total)


@evaluate.register(POSITION, HYBRID)
def _evaluate(pos: Record, weights: Record) -> Int:
    ended = outcome(pos, np.int64(0))
    if ended != ONGOING:
        return np.int64(-CERTAIN if ended == LOST else CERTAIN)
    odds = log_odds(pos, weights) + _network(pos, weights) * ONE // (UNIT * UNIT)
    return np.int64(SIGMOID[max(min(odds, np.int64(FLATTEST)), np.int64(-FLATTEST)) + FLATTEST])


@policy.register(POSITION, HYBRID)
def _policy(pos: Record, weights: Record, chances: np.ndarray) -> None:
    look_ahead(pos, weights, chances)


def hybrid() -> Record:
    """The built-in weights, learned from searches."""
    weights, known = new(HYBRID), blank()
    weights.sooner[:], weights.later[:] = known.sooner, known.later
    with np.load(BUILT_IN) as file:
        for name in LEARNED:
            weights[name] = file[name]
    return weights
