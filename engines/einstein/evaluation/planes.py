"""What published policy networks of EinStein are shown: three features of every square.

| feature | `ori`, a number a square | `sim`, planes of 0 and 1 |
|---|---|---|
| 1 | the piece, blue 1-6, red 7-12; negative if it may move | 12 pieces, and whether it may move |
| 2 | its colour, +1 or -1 | 2 colours |
| 3 | enemies in the block of 3x3 squares before it | 22 + 6 patterns of that block |

The patterns are our reading of the numbers 22 and 6: the inner three squares of a block hold enemies in 6
ways and the outer five in 20, up to the mirror image; 2 more planes say whether one edge or two cut it.
Player and trainer are shown the same by the same kernels.
"""

import numpy as np

from boyi.engines.einstein.evaluation.blocks import BLOCK, INNER
from boyi.engines.einstein.squares import NOWHERE, PIECES, SIDE, SQUARES, colour
from boyi.engines.jit import Int, inline

PLANES = {1: 2 * PIECES + 1, 2: 2, 3: 28}
MOVABLE = 2 * PIECES
"""The plane that says which pieces may move."""
MOST = 6
"""Planes that a piece stands in, at most."""
ABSENT = -1
"""The first plane of a feature that is not shown."""
INNER_PATTERNS, OUTER_PATTERNS = 6, 20
AHEAD = 8
"""Squares of the block before a piece."""


def _outer_patterns() -> np.ndarray:
    """The class of each set of outer squares (0,2) (1,2) (2,0) (2,1) (2,2), up to the mirror image."""
    turned = (2, 3, 0, 1, 4)
    least = [min(s, sum(1 << turned[i] for i in range(5) if s >> i & 1)) for s in range(32)]
    ranks = {pattern: rank for rank, pattern in enumerate(sorted(set(least)))}
    return np.array([ranks[pattern] for pattern in least])


OUTER = _outer_patterns()
INNER_CLASS = np.array([2 * ((s & 1) + (s >> 1 & 1)) + (s >> 2) for s in range(8)])
"""Of each set of inner squares (0,1) (1,0) (1,1)."""


def _cut(side: int) -> np.ndarray:
    """By square: how many edges cut the block before it."""
    ahead = np.arange(SIDE) + (2 if side else -2)
    beyond = ((ahead < 0) | (ahead >= SIDE)).astype(int)
    cut: np.ndarray = (beyond[:, None] + beyond[None, :]).reshape(SQUARES)
    return cut


CUT = np.stack([_cut(0), _cut(1)])


@inline
def enemies_before(squares: np.ndarray, piece: Int) -> Int:
    """Which of the eight squares before a piece on the board hold enemies, as a set."""
    side, held = colour(piece), np.int64(0)
    for i in range(PIECES):
        held |= np.int64(1) << np.int64(squares[(1 - side) * PIECES + i])
    found, square = np.int64(0), np.int64(squares[piece])
    for i in range(AHEAD):
        near = np.int64(BLOCK[side, square, i])
        if near != NOWHERE:
            found |= (held >> near & 1) << i
    return found


@inline
def planes_of(squares: np.ndarray, piece: Int, second: Int, third: Int, planes: np.ndarray) -> Int:
    """Write the planes that a piece on the board stands in, but for MOVABLE; how many there are.

    `second` and `third` are the first planes of those features, or ABSENT.
    """
    side, count = colour(piece), 1
    planes[0] = piece
    if second >= 0:
        planes[count] = second + side
        count += 1
    if third >= 0:
        enemies, cut = enemies_before(squares, piece), np.int64(CUT[side, squares[piece]])
        planes[count] = third + INNER_CLASS[enemies & 7]
        planes[count + 1] = third + INNER_PATTERNS + OUTER[enemies >> INNER & 31]
        count += 2
        if cut > 0:
            planes[count] = third + INNER_PATTERNS + OUTER_PATTERNS + cut - 1
            count += 1
    return count
