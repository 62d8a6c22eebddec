"""Sets of squares, and what a piece attacks on a board: kernels that only look up tables."""

import numpy as np

from boyi.engines.jit import Bool, Int, Word, inline
from boyi.engines.jit.intrinsics import ONE, lowest
from boyi.engines.xiangqi.pieces import RED
from boyi.engines.xiangqi.squares import (
    BIT,
    COLUMN,
    ELEPHANT,
    FILE_OF,
    FILE_SIGHT,
    FIRST_FILE,
    FIVE,
    GATHER,
    HALF,
    HORSE,
    HORSE_SOURCES,
    LAST_FILE,
    NINE,
    RANK_OF,
    RANK_SIGHT,
    RIVER,
    SHIFT,
    SPREAD,
    TEN,
)


@inline
def contains(near: Word, far: Word, square: Int) -> Bool:
    """Whether a set has a square."""
    return (near & BIT[square, 0] | far & BIT[square, 1]) != np.uint64(0)


@inline
def first(near: Word, far: Word) -> Int:
    """The lowest square of a set that is not empty."""
    return lowest(near) if near else lowest(far) + RIVER


@inline
def drop(near: Word, far: Word) -> tuple[Word, Word]:
    """A set without its lowest square."""
    return (near & (near - ONE), far) if near else (near, far & (far - ONE))


@inline
def move_piece(near: Word, far: Word, origin: Int, goal: Int) -> tuple[Word, Word]:
    """A set of squares after the piece on one of them has moved."""
    return near & ~BIT[origin, 0] | BIT[goal, 0], far & ~BIT[origin, 1] | BIT[goal, 1]


@inline
def _window(square: Int, near: Word, far: Word, before: Int) -> Int:
    """The squares around one, from so many before it on."""
    if square < RIVER:
        window = (near << np.uint64(before) | far << np.uint64(RIVER + before)) >> np.uint64(square)
    else:
        window = (far << np.uint64(before) | near >> np.uint64(RIVER - before)) >> np.uint64(square - RIVER)
    return np.int64(window)


@inline
def _beside(square: Int, near: Word, far: Word) -> Int:
    """Which of a square's neighbours are occupied: behind, left, right, ahead as bits 0–3."""
    bits = _window(square, near, far, 9) & 0x40501
    return bits & 1 | bits >> 7 & 2 | bits >> 8 & 4 | bits >> 15 & 8


@inline
def _around(square: Int, near: Word, far: Word) -> Int:
    """Which of the squares at a square's corners are occupied, as bits 0–3 in the order of CORNERS."""
    bits = _window(square, near, far, 10) & 0x140005
    return bits & 1 | bits >> 1 & 2 | bits >> 16 & 4 | bits >> 17 & 8


@inline
def horse_attacks(square: Int, near: Word, far: Word) -> tuple[Word, Word]:
    """Squares that a horse attacks on a board occupied so."""
    legs = _beside(square, near, far)
    return HORSE[square, legs, 0], HORSE[square, legs, 1]


@inline
def horse_sources(square: Int, near: Word, far: Word) -> tuple[Word, Word]:
    """Squares from which a horse attacks this one."""
    corners = _around(square, near, far)
    return HORSE_SOURCES[square, corners, 0], HORSE_SOURCES[square, corners, 1]


@inline
def elephant_attacks(square: Int, near: Word, far: Word) -> tuple[Word, Word]:
    """Squares that an elephant attacks, and is attacked from by elephants."""
    eyes = _around(square, near, far)
    return ELEPHANT[square, eyes, 0], ELEPHANT[square, eyes, 1]


@inline
def pawn_attacks(near: Word, far: Word, colour: Int) -> tuple[Word, Word]:
    """Squares that a colour's pawns attack: ahead, and sideways beyond the river."""
    if colour == RED:
        ahead_near, ahead_far = near << np.uint64(9), far << np.uint64(9) | near >> np.uint64(36)
        ahead_far |= (far & ~LAST_FILE) << ONE | (far & ~FIRST_FILE) >> ONE
    else:
        ahead_far, ahead_near = far >> np.uint64(9), near >> np.uint64(9) | far << np.uint64(36)
        ahead_near |= (near & ~LAST_FILE) << ONE | (near & ~FIRST_FILE) >> ONE
    return ahead_near & HALF, ahead_far & HALF


@inline
def _place(along_rank: Int, along_file: Int, square: Int) -> tuple[Word, Word]:
    """A set from its part on a square's rank and its part on the square's file."""
    file, row = np.uint64(FILE_OF[square]), np.uint64(along_rank) << np.uint64(SHIFT[square])
    near, far = SPREAD[along_file & 31] << file, SPREAD[along_file >> 5 & 31] << file
    return (near | row, far) if square < RIVER else (near, far | row)


@inline
def _look_up(square: Int, near: Word, far: Word) -> tuple[Int, Int]:
    """What the tables of sight say of a square's rank and file."""
    file = np.uint64(FILE_OF[square])
    word = near if square < RIVER else far
    row = np.int64(word >> np.uint64(SHIFT[square]) & NINE)
    lower = ((near >> file) & COLUMN) * GATHER >> np.uint64(40) & FIVE
    upper = ((far >> file) & COLUMN) * GATHER >> np.uint64(40) & FIVE
    column = np.int64(lower | upper << np.uint64(5))
    return np.int64(RANK_SIGHT[FILE_OF[square], row]), np.int64(FILE_SIGHT[RANK_OF[square], column])


@inline
def rook_attacks(square: Int, near: Word, far: Word) -> tuple[Word, Word]:
    """Squares that a rook attacks; a cannon goes to the empty ones among them."""
    row, column = _look_up(square, near, far)
    return _place(row & TEN, column & TEN, square)


@inline
def cannon_sight(square: Int, near: Word, far: Word) -> tuple[Int, Word, Word]:
    """How many empty squares a cannon can go to, and its prey."""
    row, column = _look_up(square, near, far)
    prey_near, prey_far = _place(row >> 16, column >> 16, square)
    return (row >> 10 & 63) + (column >> 10 & 63), prey_near, prey_far


@inline
def both_attacks(square: Int, near: Word, far: Word) -> tuple[Word, Word, Word, Word]:
    """A rook's squares and a cannon's prey, for one look at rank and file."""
    row, column = _look_up(square, near, far)
    near_rook, far_rook = _place(row & TEN, column & TEN, square)
    near_cannon, far_cannon = _place(row >> 16, column >> 16, square)
    return near_rook, far_rook, near_cannon, far_cannon
