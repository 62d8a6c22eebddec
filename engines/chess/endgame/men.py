"""The few pieces of an ending as a list, their moves and entries.

Row 0 says what each piece is, row 1 where it stands. The kings come first, White's before Black's. A piece is
what the board has for it; one that was taken stands on GONE.
"""

import numpy as np

from boyi.engines.chess.endgame.layout import (
    IN_BYTE,
    KINGS_OF,
    LEAST,
    MATERIALS,
    PAWNED,
    RADIX,
    entry_of,
    place,
)
from boyi.engines.chess.position import EMPTY, KINGS, KNIGHTS, PAWNS, slider_attacks
from boyi.engines.chess.squares import KING, KNIGHT, PAWN
from boyi.engines.jit import Bool, Int, Word, inline
from boyi.engines.jit.intrinsics import ONE, ZERO, bit, lowest
from boyi.engines.rules import DRAWN

WHITE_KING, BLACK_KING, FIRST, SECOND = range(4)
CODES = np.array([material.codes for material in MATERIALS], np.int64)
"""The pieces of each table beside the kings."""
GONE = 64
"""The square of a piece that was taken."""


@inline
def attacks_of(code: Int, square: Int, occupied: Word) -> Word:
    """Squares that a piece attacks."""
    kind = code & 7
    if kind == PAWNS:
        return PAWN[code >> 3 & 1, square]
    if kind == KNIGHTS:
        return KNIGHT[square]
    return KING[square] if kind == KINGS else slider_attacks(kind, square, occupied)


@inline
def occupied_by(men: np.ndarray) -> Word:
    """Squares where pieces stand."""
    found = ZERO
    for i in range(men.shape[1]):
        if men[1, i] != GONE:
            found |= bit(men[1, i])
    return found


@inline
def owned_by(men: np.ndarray, side: Int) -> Word:
    """Squares where a side's pieces stand, none of which was taken."""
    found = ZERO
    for i in range(men.shape[1]):
        found |= bit(men[1, i]) if men[0, i] >> 3 == side else ZERO
    return found


@inline
def is_checked(men: np.ndarray, side: Int) -> Bool:
    """Whether a side's king is attacked."""
    king, occupied = bit(men[1, side]), occupied_by(men)
    for i in range(men.shape[1]):
        if men[1, i] != GONE and men[0, i] >> 3 != side and attacks_of(men[0, i], men[1, i], occupied) & king:
            return True
    return False


@inline
def take(men: np.ndarray, goal: Int) -> Int:
    """Take what stands on a square off the board; its number, 0 if there is nothing to take."""
    for i in range(FIRST, men.shape[1]):
        if men[1, i] == goal:
            men[1, i] = GONE
            return np.int64(i)
    return np.int64(0)


@inline
def goals_of(men: np.ndarray, mover: Int, occupied: Word, own: Word) -> Word:
    """Where a piece may go, kings left in check or not; en passant apart."""
    code, origin = men[0, mover], men[1, mover]
    side = code >> 3
    goals = attacks_of(code, origin, occupied) & ~own
    if code & 7 == PAWNS:
        ahead = bit(origin + 8 - 16 * side) & ~occupied
        goals = goals & occupied | ahead
        if ahead and origin >> 3 == 1 + 5 * side:
            goals |= bit(origin + 16 - 32 * side) & ~occupied
    return goals


@inline
def is_double(code: Int, origin: Int, goal: Int) -> Bool:
    """Whether a piece's move is a pawn's of two squares."""
    return code & 7 == PAWNS and abs(goal - origin) == 16


@inline
def has_move(men: np.ndarray, side: Int) -> Bool:
    """Whether a side has a legal move, en passant apart."""
    occupied, own = occupied_by(men), owned_by(men, side)
    for i in range(men.shape[1]):
        if men[0, i] >> 3 != side:
            continue
        origin, goals = men[1, i], goals_of(men, np.int64(i), occupied, own)
        while goals:
            goal = lowest(goals)
            goals &= goals - ONE
            taken = take(men, goal)
            men[1, i] = goal
            fine = not is_checked(men, side)
            men[1, i] = origin
            if taken:
                men[1, taken] = goal
            if fine:
                return True
    return False


@inline
def result_at(endings: np.ndarray, number: Int) -> Int:
    """The result that an entry holds for the side to move."""
    return np.int64(endings[number // IN_BYTE]) >> (number % IN_BYTE * 2) & 3


@inline
def known_result(endings: np.ndarray, men: np.ndarray, side: Int) -> Int:
    """The result of a position of another table; what has none is drawn."""
    first, second, one, two = np.int64(EMPTY), np.int64(EMPTY), np.int64(0), np.int64(0)
    for i in range(FIRST, men.shape[1]):
        if men[1, i] != GONE:
            if first == EMPTY:
                first, one = men[0, i], men[1, i]
            else:
                second, two = men[0, i], men[1, i]
    if first == EMPTY:
        return np.int64(DRAWN)
    number = entry_of(first, one, second, two, men[1, WHITE_KING], men[1, BLACK_KING], side)
    return result_at(endings, number) if number >= 0 else np.int64(DRAWN)


@inline
def own_entry(table: Int, men: np.ndarray, side: Int) -> Int:
    """The entry of a position of this very table."""
    two = men[1, SECOND] if men.shape[1] > SECOND else np.int64(0)
    return place(table, men[1, FIRST], two, men[1, WHITE_KING], men[1, BLACK_KING], side)


@inline
def set_up(table: Int, number: Int, men: np.ndarray) -> Int:
    """Put the pieces of an entry on their squares; the side to move."""
    side, rest = number & 1, number >> 1
    if men.shape[1] > SECOND:
        men[0, SECOND], men[1, SECOND] = CODES[table, 1], rest % RADIX[table, 1] + LEAST[table, 1]
    rest //= RADIX[table, 1]
    men[0, FIRST], men[1, FIRST] = CODES[table, 0], rest % RADIX[table, 0] + LEAST[table, 0]
    pair = rest // RADIX[table, 0]
    for colour in range(2):
        men[0, colour], men[1, colour] = KINGS + 8 * colour, KINGS_OF[PAWNED[table], pair, colour]
    return side
