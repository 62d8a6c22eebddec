"""The numbers of the hand-crafted evaluation: one record, every term a pair (middle game, endgame).

The starting values below are set by hand and by formulas of centre and advance; a trainer may fit
all of them, since the evaluation is linear in every field.
"""

from typing import Any

import numpy as np

from boyi.engines.evaluators.tapered import mobility_weights
from boyi.engines.jit import Record, new, record

BY_HAND: dict[str, Any] = {
    "passed": [(0, 0), (0, 6), (0, 10), (6, 22), (22, 44), (44, 78), (74, 120), (0, 0)],  # by rank
    # by rank, with an empty square ahead
    "passed_free": [(0, 0), (0, 2), (0, 4), (2, 10), (6, 18), (12, 36), (20, 60), (0, 0)],
    # by rank, with a square ahead that the enemy does not attack
    "passed_guarded": [(0, 0), (0, 2), (0, 4), (2, 10), (6, 20), (12, 34), (20, 50), (0, 0)],
    # by distance from the square ahead
    "passed_own_king": [(0, end) for end in (0, 16, 10, 4, 0, -4, -8, -12)],
    "passed_enemy_king": [(0, end) for end in (0, -24, -14, -4, 8, 16, 22, 26)],
    # by rank: guarded by or beside another pawn
    "connected": [(0, 0), (3, 0), (6, 3), (8, 6), (16, 16), (34, 36), (60, 60), (0, 0)],
    "isolated": (-9, -12),
    "doubled": (-6, -18),
    "backward": (-8, -10),
    "bishop_pair": (26, 52),
    "bishop_pawns": (-2, -5),  # per own pawn on the bishop's colour
    # by kind: guarded by a pawn, out of reach of enemy pawns
    "outpost": [(0, 0), (24, 16), (18, 8), (0, 0), (0, 0), (0, 0)],
    "open_file": (28, 8),
    "half_open_file": (12, 8),
    "pawn_threat": (56, 32),  # per piece attacked by a pawn
    "minor_threat": (38, 34),  # per rook or queen attacked by a knight or bishop
    "rook_threat": (40, 34),  # per queen attacked by a rook
    "hanging": (30, 24),  # per piece attacked and not defended
    "tempo": (18, 12),
}
"""Terms and their starting values."""

HANDCRAFTED = record(
    ("value", np.int16, (6, 2)),  # by kind of piece
    ("square", np.int16, (6, 64, 2)),  # by kind and square, White's view
    ("mobility", np.int16, (6, 28, 2)),  # by kind and number of safe squares
    ("danger", np.int16, (64, 2)),  # by weight of attacks near the king
    ("shelter", np.int16, (8, 2)),  # by rank of the nearest own pawn on a file before the king, 0 none
    ("storm", np.int16, (8, 2)),  # by rank of the nearest enemy pawn there, king's side view
    *((name, np.int16, np.shape(values)) for name, values in BY_HAND.items()),
)

MATERIAL = record(("value", np.int16, (6, 2)), ("tempo", np.int16, (2,)))
"""The evaluation that only counts pieces."""

VALUES = ((82, 105), (335, 315), (355, 335), (470, 560), (1010, 1030), (0, 0))
MOBILITY = {  # slope and neutral count by kind
    1: ((8, 8), 4.0),
    2: ((7, 8), 6.0),
    3: ((4, 7), 7.0),
    4: ((3, 6), 13.0),
}


def _centre(square: int) -> float:
    """0 on the rim, 3 in the middle."""
    file, rank = square % 8, square // 8
    return 3.5 - (abs(file - 3.5) + abs(rank - 3.5)) / 2


def _file_centre(square: int) -> float:
    return 3.5 - abs(square % 8 - 3.5)


def _pawn(square: int) -> tuple[float, float]:
    rank, middle = square // 8, _file_centre(square)
    centre = 14 if square in {27, 28} else 8 if square in {35, 36} else 0
    early = -8 if square in {11, 12} else 0
    return centre + early + 3 * (middle - 1.5) + 3 * (rank - 1), 4 * (rank - 1) - 2 * middle


def _knight(square: int) -> tuple[float, float]:
    rank, centre = square // 8, _centre(square)
    return 12 * (centre - 1.8) + 4 * min(rank, 5) - (10 if rank == 0 else 0), 10 * (centre - 1.8)


def _bishop(square: int) -> tuple[float, float]:
    rank, centre = square // 8, _centre(square)
    fianchetto = 10 if square in {9, 14} else 0
    return 5 * (centre - 1.5) + fianchetto - (12 if rank == 0 else 0), 4 * (centre - 1.5)


def _rook(square: int) -> tuple[float, float]:
    rank = square // 8
    return 4 * _file_centre(square) - 8 + (18 if rank == 6 else 0), 3 * min(rank, 6) - 6


def _queen(square: int) -> tuple[float, float]:
    rank, centre = square // 8, _centre(square)
    return 2 * (centre - 1.5) - (4 if rank > 4 else 0), 9 * (centre - 1.5) + 2 * rank


def _king(square: int) -> tuple[float, float]:
    file, rank = square % 8, square // 8
    castled = 26 if rank == 0 and file in {1, 6} else 14 if rank == 0 and file in {0, 2, 7} else 0
    return castled - 22 * min(rank, 4) - (8 if file in {3, 4} else 0), 13 * (_centre(square) - 1.6) + 3 * min(
        rank, 5
    )


SQUARES = (_pawn, _knight, _bishop, _rook, _queen, _king)


def handcrafted() -> Record:
    """The weights to start from."""
    weights = new(HANDCRAFTED)
    weights.value[:] = VALUES
    for kind, table in enumerate(SQUARES):
        weights.square[kind] = [[round(x) for x in table(square)] for square in range(64)]
    weights.square[0, :8] = weights.square[0, 56:] = 0
    for kind, (slope, neutral) in MOBILITY.items():
        weights.mobility[kind] = mobility_weights(28, slope, neutral)
    attack = np.arange(64)
    weights.danger[:, 0] = np.rint(np.minimum(attack**2 * 0.42, 480))
    weights.danger[:, 1] = np.rint(np.minimum(attack * 1.0, 40))
    weights.shelter[:, 0] = [-24, 20, 12, 2, -4, -8, -12, -16]
    weights.storm[:, 0] = [0, -2, -26, -14, -6, 0, 0, 0]
    for name, values in BY_HAND.items():
        weights[name] = values
    return weights


def material() -> Record:
    """Piece values alone."""
    weights = new(MATERIAL)
    weights.value[:] = VALUES
    return weights
