"""The numbers of the traditional evaluation: one record, every term a pair (middle game, endgame).

The starting values below are set by hand; a trainer may fit all of them, since the evaluation is
linear in every field but for `danger`, which is a table.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from boyi.engines.evaluators.tapered import mobility_weights
from boyi.engines.jit import Record, copy, new, record

PARTS = ("Material", "Position", "Mobility", "Threats")
"""What can be switched off on its own, in the order of `parts`."""
MATERIAL, POSITION, MOBILITY, THREATS = range(4)

BY_HAND: dict[str, Any] = {
    "hanging": [(6, 10), (8, 8), (8, 8), (22, 22), (22, 22), (30, 30), (0, 0)],  # attacked and not guarded
    "harried": [(0, 0), (0, 0), (0, 0), (16, 16), (16, 16), (34, 30), (0, 0)],  # attacked by a lesser piece
    "guarded": [(4, 6), (2, 2), (4, 4), (6, 6), (4, 4), (2, 2), (0, 0)],  # an own piece guarded by another
    "danger": np.stack(  # by weight of attacks on the palace
        [
            np.rint(np.minimum(np.arange(64) ** 1.7 * 0.55, 300)),
            np.rint(np.minimum(np.arange(64) ** 1.5 * 0.4, 150)),
        ],
        axis=1,
    ),
    "bare_cannon": (50, 20),  # a cannon faces the king with nothing between
    "tempo": (14, 10),
}
"""Terms and their starting values; the first three by kind."""

TRADITIONAL = record(
    ("parts", np.int16, 4),  # 1 for the parts that count, 0 for those switched off
    ("value", np.int16, (7, 2)),  # by kind of piece
    ("square", np.int16, (7, 90, 2)),  # by kind and square, Red's view
    ("mobility", np.int16, (7, 20, 2)),  # by kind and number of moves
    *((name, np.int16, np.shape(values)) for name, values in BY_HAND.items()),
)

VALUES = ((45, 75), (115, 115), (110, 120), (275, 290), (300, 280), (620, 640), (0, 0))

# Rank 0 last, files a to e; the other wing is the mirror image, and ranks left out are 0.
PAWN = """
    5   8  12  14  16
   30  50  70  95 105
   30  48  62  76  84
   28  40  54  60  64
   18  30  36  44  46
    4   0   8   0  10
    0   0   0   0   6
    0   0   0   0   0
    0   0   0   0   0
    0   0   0   0   0
"""
ADVISOR = """
    0   0   0  -6   0
    0   0   0   0   6
    0   0   0   0   0
"""
ELEPHANT = """
    0   0  -4   0   0
    0   0   0   0   0
  -12   0   0   0  10
    0   0   0   0   0
    0   0   0   0   0
"""
HORSE = """
    0   5   8  12   5
    5  20  40  22  10
   12  20  24  34  24
   18  32  28  34  30
   14  26  28  30  32
   10  20  24  26  28
    5  10  16  16  20
    0   4  10   8  -4
   -4   2   4   4 -25
   -6 -10  -2   0  -8
"""
CANNON = """
   14  10   4  -4  -6
    8   8   4  -2   0
    6   6   2  -2   2
    2   6   6   4  12
    2   4   6   4  10
    2   4   8   4  10
    0   2   4   2   8
    2   4   8   8  14
    2   4   6   6   4
    0   0   2   4   2
"""
ROOK = """
   20  20  18  26  28
   22  28  24  34  36
   20  24  22  32  34
   22  30  28  34  34
   22  28  28  32  34
   20  26  26  30  32
   12  18  16  24  26
    4  12   8  22  20
    0  10   8  20   6
  -12   4  -2  18   4
"""
KING = """
    0   0   0 -40 -45
    0   0   0 -20 -24
    0   0   0   0   8
"""
SQUARES = (PAWN, ADVISOR, ELEPHANT, HORSE, CANNON, ROOK, KING)
LATE = (1.2, 1.0, 1.0, 0.8, 0.5, 0.7, 0.3)
"""How much of a square's worth is left in the endgame, by kind."""

SLOPES = {3: ((7, 6), 4.0), 4: ((2, 3), 8.0), 5: ((4, 4), 8.0)}
"""Worth of one more move and the neutral number of them, by kind."""


def _squares(table: str) -> np.ndarray:
    """A table of square values as 90 numbers from a0 on."""
    half = np.array([[int(word) for word in line.split()] for line in table.strip().splitlines()])
    whole = np.concatenate([half, half[:, 3::-1]], axis=1)[::-1]
    return np.pad(whole, ((0, 10 - len(whole)), (0, 0))).reshape(90)


def traditional() -> Record:
    """The weights to start from."""
    weights = new(TRADITIONAL)
    weights.parts[:] = 1
    weights.value[:] = VALUES
    for kind, table in enumerate(SQUARES):
        worth = _squares(table)
        weights.square[kind] = np.stack([worth, np.rint(worth * LATE[kind])], axis=1)
    for kind, (slope, neutral) in SLOPES.items():
        weights.mobility[kind] = mobility_weights(20, slope, neutral)
    for name, values in BY_HAND.items():
        weights[name] = values
    return weights


def apply_options(weights: Record, options: Mapping[str, Any]) -> Record:
    """The weights with the parts switched off that the options say; other evaluators' as they are."""
    if weights.dtype != TRADITIONAL:
        return weights
    own = copy(weights)
    for place, part in enumerate(PARTS):
        own.parts[place] = own.parts[place] and bool(options.get(f"Eval {part}", True))
    return own
