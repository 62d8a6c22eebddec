"""Judging a move by the squares around its goal: the rules of thumb of people who play by eye.

Before a piece lie three squares it may go to next, from which enemies may take it: with its own they
make a block of 2x2; five more squares complete a block of 3x3, from which enemies may come near.
"""

import numpy as np

from boyi.engines.einstein.squares import DISTANCE, GOAL, NOWHERE, PIECES, SIDE, SQUARES
from boyi.engines.jit import Int, Record, inline

ARRIVAL = 1000
"""For the corner, and for the last enemy."""
NEARNESS = np.array([0, 40, 22, 10, 3], np.int64)
"""By the distance to one's goal."""
CAPTURE = np.array([0, 40, 26, 18, 14], np.int64)
"""For an enemy taken, by its distance to its own goal."""
OWN_LOSS = 8
"""For a piece of one's own taken."""
THREAT, APPROACH = 9, 1
"""For each enemy in the inner and in the outer part of the block before the goal of the move."""
LEAST = 4
"""The weight of the worst move when moves are drawn by score."""


def _blocks() -> np.ndarray:
    blocks = np.full((2, SQUARES, 9), NOWHERE, np.uint8)
    for side, sign in ((0, -1), (1, 1)):
        for square in range(SQUARES):
            row, column = divmod(square, SIDE)
            steps = sorted(((r, c) for r in range(3) for c in range(3)), key=max)[1:]
            for i, (rows, columns) in enumerate(steps):
                r, c = row + sign * rows, column + sign * columns
                if 0 <= r < SIDE and 0 <= c < SIDE:
                    blocks[side, square, i] = r * SIDE + c
    return blocks


BLOCK = _blocks()
"""By side and square: the three squares of the 2x2 block before it, then the five others of the 3x3."""
INNER = 3


@inline
def _owner(pos: Record, square: Int) -> Int:
    """Whose piece stands on a square; 2 for nobody's."""
    piece = np.int64(pos.board[square])
    return np.int64(2) if piece == 0 else np.int64(piece > PIECES)


@inline
def score(pos: Record, side: Int, square: Int, goal: Int) -> Int:
    """How good a move looks, for the side that makes it."""
    other, owner = 1 - side, _owner(pos, goal)
    last = owner == other and np.int64(pos.alive[other]) & (np.int64(pos.alive[other]) - 1) == 0
    if goal == GOAL[side] or last:
        return np.int64(ARRIVAL)
    total = NEARNESS[DISTANCE[side, goal]] - NEARNESS[DISTANCE[side, square]]
    if owner == other:
        total += CAPTURE[DISTANCE[other, goal]]
    elif owner == side:
        total -= OWN_LOSS
    for i in range(8):
        near = BLOCK[side, goal, i]
        if near != NOWHERE and _owner(pos, np.int64(near)) == other:
            total -= THREAT if i < INNER else APPROACH
    return total


@inline
def weight(pos: Record, side: Int, square: Int, goal: Int) -> Int:
    """The score as a weight for drawing at random: positive, the better the larger."""
    return max(score(pos, side, square, goal) + LEAST + 3 * THREAT, LEAST)
