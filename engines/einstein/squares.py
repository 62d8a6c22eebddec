"""The board of EinStein: squares 0-24 row by row from the top left, ways of moving, distances, dice.

Blue starts at the bottom right and goes to square 0, red the other way to square 24. A side's
*progress* is its square as seen with its own goal at 24.
"""

import numpy as np

from boyi.engines.jit import Int, inline

BLUE, RED = 0, 1
SIDE = 5
SQUARES = SIDE * SIDE
NOWHERE = SQUARES
"""Where a taken piece stands."""

PIECES = 6
"""Of a side; pieces 0-5 are blue's, 6-11 red's."""
DIRECTIONS = 3
"""Horizontal, vertical, diagonal."""
ALL = (1 << PIECES) - 1

STEPS = ((0, 1), (1, 0), (1, 1))
"""Rows and columns that red's pieces move by; blue's go the other way."""

HOME = ((24, 23, 22, 19, 18, 14), (0, 1, 2, 5, 6, 10))
"""The squares on which each side starts."""

GOAL = np.array([0, SQUARES - 1], np.uint8)

TURNED = np.array([*range(SQUARES - 1, -1, -1), NOWHERE], np.uint8)
"""Each square after half a turn of the board: the same place as the other side sees it."""
MIRRORED = np.array([*(s % SIDE * SIDE + s // SIDE for s in range(SQUARES)), NOWHERE], np.uint8)
"""Each square mirrored on the diagonal between the goals."""


def _targets() -> np.ndarray:
    targets = np.full((2, SQUARES + 1, DIRECTIONS), NOWHERE, np.uint8)
    for square in range(SQUARES):
        for direction, (rows, columns) in enumerate(STEPS):
            for side, sign in ((BLUE, -1), (RED, 1)):
                row, column = square // SIDE + sign * rows, square % SIDE + sign * columns
                if 0 <= row < SIDE and 0 <= column < SIDE:
                    targets[side, square, direction] = row * SIDE + column
    return targets


def _distances() -> np.ndarray:
    distances = np.zeros((2, SQUARES + 1), np.uint8)
    for square in range(SQUARES):
        row, column = divmod(square, SIDE)
        distances[BLUE, square] = max(row, column)
        distances[RED, square] = SIDE - 1 - min(row, column)
    return distances


def _movers() -> np.ndarray:
    movers = np.zeros((1 << PIECES, PIECES + 1), np.uint8)
    for alive in range(1 << PIECES):
        movers[alive, 0] = alive
        for die in range(1, PIECES + 1):
            below = [piece for piece in range(die) if alive >> piece & 1]
            above = [piece for piece in range(die - 1, PIECES) if alive >> piece & 1]
            for piece in {*below[-1:], *above[:1]} if not alive >> (die - 1) & 1 else {die - 1}:
                movers[alive, die] |= 1 << piece
    return movers


TARGET = _targets()
"""By side, square and direction; NOWHERE beyond the edge."""
DISTANCE = _distances()
"""By side and square: moves to the goal at least."""
MOVERS = _movers()
"""By the set of a side's living pieces and the die: the set that may move; for die 0, not rolled, all."""


@inline
def colour(piece: Int) -> Int:
    """The side of a piece."""
    return np.int64(piece >= PIECES)
