"""The race to the corner: how many turns a side needs if nobody takes anything.

For every vector of distances of a side's six pieces there is a distribution of the turns until the
first of them arrives, with the piece chosen that is soonest there on average. The side to move wins the
race if it needs no more turns than the other. The tables are an evaluator's weights, so that they
lie in a record like any other and a trainer may bend them.
"""

import numpy as np

from boyi.engines.einstein.squares import DISTANCE, MOVERS, PIECES
from boyi.engines.jit import Int, Record, entry, inline, new, record

REACH = 5
"""A distance is 1-4; 0 stands for a taken piece."""
VECTORS = REACH**PIECES
TURNS = 16
"""A distribution has room for this many turns; what takes longer counts as the last."""
UNIT = 1 << 15
"""What a sure thing is in the tables: whole numbers, so that sums are the same on every machine."""

RACE = record(
    ("sooner", np.int32, (VECTORS, TURNS)),  # chance of needing exactly this many turns, less one
    ("later", np.int32, (VECTORS, TURNS)),  # chance of needing at least as many
)


@inline
def _digit(vector: Int, piece: Int) -> Int:
    return vector // REACH**piece % REACH


@inline
def _alive(vector: Int) -> Int:
    alive = 0
    for piece in range(PIECES):
        if _digit(vector, piece) != 0:
            alive |= 1 << piece
    return alive


@inline
def _quickest(vector: Int, among: Int, expected: np.ndarray) -> Int:
    """The vector after the best move of one of some pieces; VECTORS if one arrives."""
    best, least = np.int64(VECTORS), 1e9
    for piece in range(PIECES):
        if among >> piece & 1:
            arrives = _digit(vector, piece) == 1
            turns = 0.0 if arrives else expected[vector - REACH**piece]
            if turns < least:
                best, least = (np.int64(VECTORS) if arrives else vector - REACH**piece), turns
    return best


@entry
def distribute(chances: np.ndarray, expected: np.ndarray) -> None:
    """Fill the chance of each number of turns, by vector, and the number expected."""
    for vector in range(1, VECTORS):
        # every move makes the number of the vector smaller, so that what it leads to is known
        alive = _alive(vector)
        expected[vector] = 1.0
        for die in range(1, PIECES + 1):
            after = _quickest(vector, np.int64(MOVERS[alive, die]), expected)
            if after == VECTORS:
                chances[vector, 0] += 1.0 / PIECES
                continue
            expected[vector] += expected[after] / PIECES
            for turn in range(TURNS):
                chances[vector, min(turn + 1, TURNS - 1)] += chances[after, turn] / PIECES


def race() -> Record:
    """The built-in weights: the tables as they are worked out."""
    weights = new(RACE)
    chances, expected = np.zeros((VECTORS, TURNS)), np.zeros(VECTORS)
    distribute(chances, expected)
    weights.sooner[:] = np.round(chances * UNIT)
    weights.later[:, 1:] = np.round((1 - np.cumsum(chances, axis=1)[:, :-1]) * UNIT)
    weights.later[:, 0] = UNIT
    return weights


@inline
def vector_of(pos: Record, side: Int) -> Int:
    """The number of a side's vector of distances; no piece may have arrived."""
    vector: Int = 0
    unit = 1
    for piece in range(PIECES):
        vector += unit * np.int64(DISTANCE[side, pos.squares[side * PIECES + piece]])
        unit *= REACH
    return vector


@inline
def chance(pos: Record, weights: Record) -> Int:
    """How likely the side to move wins the race, in UNITs squared."""
    side = np.int64(pos.side & 1)
    mine, theirs = vector_of(pos, side), vector_of(pos, 1 - side)
    total: Int = np.int64(0)
    for turn in range(TURNS):
        total += np.int64(weights.sooner[mine, turn]) * np.int64(weights.later[theirs, turn])
    return total
