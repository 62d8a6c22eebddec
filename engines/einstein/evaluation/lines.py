"""The board as rows and columns of small numbers, from which the patterns of rectangles are read.

A square's state has a few bits; `pos.lines` holds the rows, then the columns, as one side sees the board:
with its goal at 24. A rectangle of 3x2 squares is the mirror image of one of 2x3: columns are read as rows.
"""

import numpy as np

from boyi.engines.einstein.squares import SIDE, SQUARES
from boyi.engines.jit import Int, Record, inline

WIDE = SIDE - 2
"""Places of a rectangle along its longer side; along the shorter one there are SIDE - 1."""
RECTANGLES = (SIDE - 1) * WIDE


@inline
def clear(pos: Record) -> None:
    """Begin with an empty board."""
    for line in range(2 * SIDE):
        pos.lines[line] = 0


@inline
def enter(pos: Record, side: Int, square: Int, state: Int, bits: Int) -> None:
    """Write the state of a square, of so many bits, as a side sees it."""
    seen = square if side == 1 else SQUARES - 1 - square
    row, column = seen // SIDE, seen % SIDE
    pos.lines[row] |= np.uint16(state << bits * column)
    pos.lines[SIDE + column] |= np.uint16(state << bits * row)


@inline
def pattern(pos: Record, lying: Int, row: Int, column: Int, bits: Int) -> Int:
    """The pattern of a rectangle by its upper left corner; `lying` is SIDE for a mirrored one, else 0."""
    triple = (1 << 3 * bits) - 1
    upper = np.int64(pos.lines[lying + row]) >> bits * column & triple
    lower = np.int64(pos.lines[lying + row + 1]) >> bits * column & triple
    return upper | lower << 3 * bits
