"""The numbers of the traditional evaluation: one record, every term a pair (middle game, endgame).

The starting values below are set by hand; a trainer may fit all of them, since the evaluation is
linear in every field but for `danger`, which is a table.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from boyi.engines.jit import Record, copy, new, record

PARTS = ("Material", "Position", "Mobility", "Threats")
"""What can be switched off on its own, in the order of `parts`."""
MATERIAL, POSITION, MOBILITY, THREATS = range(4)

PAIR = (2,)
TRADITIONAL = record(
    ("parts", np.int16, 4),  # 1 for the parts that count, 0 for those switched off
    ("value", np.int16, (7, 2)),  # by kind of piece
    ("square", np.int16, (7, 90, 2)),  # by kind and square, Red's view
    ("mobility", np.int16, (7, 20, 2)),  # by kind and number of moves
    ("hanging", np.int16, (7, 2)),  # per piece attacked and not guarded
    ("harried", np.int16, (7, 2)),  # per piece attacked by a lesser one
    ("guarded", np.int16, (7, 2)),  # per own piece guarded by another
    ("danger", np.int16, (64, 2)),  # by weight of attacks on the palace
    ("bare_cannon", np.int16, PAIR),  # a cannon faces the king with nothing between
    ("tempo", np.int16, PAIR),
)

VALUES = ((45, 75), (115, 115), (110, 120), (275, 290), (300, 280), (620, 640), (0, 0))

# Rank 9 first, files a to e; the other wing is the mirror image.
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
    0   0   0   0   0
    0   0   0   0   0
    0   0   0   0   0
    0   0   0   0   0
    0   0   0   0   0
    0   0   0   0   0
    0   0   0   0   0
    0   0   0  -6   0
    0   0   0   0   6
    0   0   0   0   0
"""
ELEPHANT = """
    0   0   0   0   0
    0   0   0   0   0
    0   0   0   0   0
    0   0   0   0   0
    0   0   0   0   0
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
    0   0   0   0   0
    0   0   0   0   0
    0   0   0   0   0
    0   0   0   0   0
    0   0   0   0   0
    0   0   0   0   0
    0   0   0   0   0
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
    """A drawn table as 90 values from a0 on."""
    half = np.array([[int(word) for word in line.split()] for line in table.strip().splitlines()])
    return np.concatenate([half, half[:, 3::-1]], axis=1)[::-1].reshape(90)


def traditional() -> Record:
    """The weights to start from."""
    weights = new(TRADITIONAL)
    weights.parts[:] = 1
    weights.value[:] = VALUES
    for kind, table in enumerate(SQUARES):
        worth = _squares(table)
        weights.square[kind] = np.stack([worth, np.rint(worth * LATE[kind])], axis=1)
    counts = np.arange(20)
    for kind, (slope, neutral) in SLOPES.items():
        bent = np.sign(counts - neutral) * np.abs(counts - neutral) ** 0.85
        weights.mobility[kind] = np.rint(np.outer(bent, slope))
    weights.hanging[:] = [(6, 10), (8, 8), (8, 8), (22, 22), (22, 22), (30, 30), (0, 0)]
    weights.harried[:] = [(0, 0), (0, 0), (0, 0), (16, 16), (16, 16), (34, 30), (0, 0)]
    weights.guarded[:] = [(4, 6), (2, 2), (4, 4), (6, 6), (4, 4), (2, 2), (0, 0)]
    attack = np.arange(64)
    weights.danger[:, 0] = np.rint(np.minimum(attack**1.7 * 0.55, 300))
    weights.danger[:, 1] = np.rint(np.minimum(attack**1.5 * 0.4, 150))
    weights.bare_cannon[:] = (50, 20)
    weights.tempo[:] = (14, 10)
    return weights


def fitted(weights: Record, options: Mapping[str, Any]) -> Record:
    """The weights with the parts switched off that the options say; other evaluators' as they are."""
    if weights.dtype != TRADITIONAL:
        return weights
    own = copy(weights)
    for place, part in enumerate(PARTS):
        own.parts[place] = own.parts[place] and bool(options.get(f"Eval {part}", True))
    return own
