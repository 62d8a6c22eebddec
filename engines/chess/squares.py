"""Bitboard geometry: tables computed once at import, and functions that only index.

Squares run a1 = 0 … h8 = 63.
"""

import numpy as np

from boyi.engines.jit import Int, Word, inline

RANKS, FILES, DIAGONALS, ANTIDIAGONALS = 0, 1, 2, 3
STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""File and rank step of each kind of line, towards the higher squares."""

FULL = np.uint64(0xFFFFFFFFFFFFFFFF)
FILE_A = np.uint64(0x0101010101010101)
FILE_H = np.uint64(0x8080808080808080)
RANK_1 = np.uint64(0xFF)
RANK_8 = np.uint64(0xFF00000000000000)
LIGHT = np.uint64(0x55AA55AA55AA55AA)


def walk(square: int, step: tuple[int, int], reach: int = 7) -> list[int]:
    """Squares met on the way from a square to the edge, at most `reach` of them."""
    file, rank = square % 8, square // 8
    path = []
    for _ in range(reach):
        file, rank = file + step[0], rank + step[1]
        if not (0 <= file < 8 and 0 <= rank < 8):
            break
        path.append(rank * 8 + file)
    return path


def _mask(squares: list[int]) -> int:
    return sum(1 << square for square in squares)


def _leaper(steps: list[tuple[int, int]]) -> np.ndarray:
    masks = [sum(_mask(walk(square, step, 1)) for step in steps) for square in range(64)]
    return np.array(masks, np.uint64)


def opposite(step: tuple[int, int]) -> tuple[int, int]:
    """The step back."""
    return -step[0], -step[1]


def _lines() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    upper = np.array([[_mask(walk(s, step)) for step in STEPS] for s in range(64)], np.uint64)
    lower = np.array([[_mask(walk(s, opposite(step))) for step in STEPS] for s in range(64)], np.uint64)
    return lower, upper, lower | upper


def _pairs() -> tuple[np.ndarray, np.ndarray]:
    between, through = np.zeros((64, 64), np.uint64), np.zeros((64, 64), np.uint64)
    for square in range(64):
        for step in STEPS + tuple(map(opposite, STEPS)):
            ray = walk(square, step)
            line = _mask([square, *ray, *walk(square, opposite(step))])
            for distance, other in enumerate(ray):
                between[square, other] = _mask(ray[:distance])
                through[square, other] = line
    return between, through


KNIGHT = _leaper([(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)])
KING = _leaper([(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)])
PAWN = np.stack([_leaper([(-1, 1), (1, 1)]), _leaper([(-1, -1), (1, -1)])])
"""Squares a pawn of each colour attacks."""

LOWER, UPPER, LINE = _lines()
BETWEEN, THROUGH = _pairs()
"""Squares strictly between two squares of one line; the whole line through both. Else empty."""

ROOK_LINES = LINE[:, RANKS] | LINE[:, FILES]
BISHOP_LINES = LINE[:, DIAGONALS] | LINE[:, ANTIDIAGONALS]


@inline
def west(bits: Word) -> Word:
    """Every square's neighbour towards the a-file."""
    return (bits & ~FILE_A) >> np.uint64(1)


@inline
def east(bits: Word) -> Word:
    """Every square's neighbour towards the h-file."""
    return (bits & ~FILE_H) << np.uint64(1)


@inline
def forward(bits: Word, colour: Int) -> Word:
    """Every square's neighbour in the direction that a colour's pawns move."""
    return bits << np.uint64(8) if colour == 0 else bits >> np.uint64(8)


@inline
def pawn_attacks(pawns: Word, colour: Int) -> Word:
    """Squares that a set of pawns attacks."""
    ahead = forward(pawns, colour)
    return west(ahead) | east(ahead)
