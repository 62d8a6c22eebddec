"""What exact tables say of a position, asked inside the search.

A position carries the address of the tables that its search has, since kernels take records; 0 is none.
"""

import numpy as np

from boyi.engines.chess.endgame.layout import IN_BYTE, entry_of
from boyi.engines.chess.evaluation.endings import distance
from boyi.engines.chess.position import (
    BISHOPS,
    EMPTY,
    KINGS,
    KNIGHTS,
    NOWHERE,
    PAWNS,
    POSITION,
    king_square,
)
from boyi.engines.chess.squares import LIGHT
from boyi.engines.jit import Int, Record, entry, inline, kernel
from boyi.engines.jit.intrinsics import ONE, ZERO, byte_at, count, lowest
from boyi.engines.rules import ONGOING, WON, known, progress

MOST = 4
"""Pieces of a position that a table may know."""
DRIVEN, NEARER = 30, 15
"""What a step of the loser's king from the middle and one of the winner's towards it are worth: more than
what an evaluation sees in either."""


@kernel
def _probe(pos: Record) -> Int:
    """The result of a position of three or four pieces for the side to move; ONGOING if no table has it."""
    rest = (pos.colours[0] | pos.colours[1]) & ~pos.pieces[KINGS]
    if pos.castling != 0 or pos.passant != NOWHERE or rest == ZERO:
        return np.int64(ONGOING)
    one, two, second = lowest(rest), np.int64(0), np.int64(EMPTY)
    rest &= rest - ONE
    if rest:
        two = lowest(rest)
        second = np.int64(pos.board[two] & 15)
    white, black, side = king_square(pos, 0), king_square(pos, 1), np.int64(pos.side & 1)
    number = entry_of(np.int64(pos.board[one] & 15), one, second, two, white, black, side)
    if number < 0:
        return np.int64(ONGOING)
    return np.int64(byte_at(pos.endings, number // IN_BYTE)) >> (number % IN_BYTE * 2) & 3


@inline
def probe(pos: Record) -> Int:
    """What the position's tables say for the side to move: LOST, DRAWN, WON; ONGOING if nothing."""
    if pos.endings == ZERO or count(pos.colours[0] | pos.colours[1]) > MOST:
        return np.int64(ONGOING)
    return _probe(pos)


@known.register(POSITION)
def _known(pos: Record) -> Int:
    return probe(pos)


@inline
def _steps(one: Int, other: Int) -> Int:
    """Steps along files and ranks between two squares."""
    return abs((one & 7) - (other & 7)) + abs((one >> 3) - (other >> 3))


@inline
def _from_centre(square: Int) -> Int:
    """Steps along files and ranks to the nearest of the four squares in the middle."""
    file, rank = square & 7, square >> 3
    return max(3 - file, file - 4) + max(3 - rank, rank - 4)


@progress.register(POSITION)
def _progress(pos: Record) -> Int:
    """Without pawns the loser's king is to be driven from the middle, by the other king; with bishop and
    knight to a corner of the bishop's colour."""
    if pos.pieces[PAWNS]:
        return np.int64(0)
    winner = np.int64(pos.side & 1) if _probe(pos) == WON else np.int64(pos.side & 1) ^ 1
    hunted, hunter = king_square(pos, winner ^ 1), king_square(pos, winner)
    driven = _from_centre(hunted)
    if pos.pieces[BISHOPS] and pos.pieces[KNIGHTS]:
        corner = 0 if pos.pieces[BISHOPS] & ~LIGHT else 7
        driven = 2 * (7 - min(_steps(hunted, corner), _steps(hunted, corner ^ 63)))
    return DRIVEN * driven - NEARER * distance(hunter, hunted)


@entry
def look_up(pos: Record) -> Int:
    """What the position's tables say for the side to move, asked from Python."""
    return probe(pos)


def attach(pos: Record, endings: np.ndarray) -> None:
    """Have a position ask these tables, which must live as long as it does; an empty one is none."""
    pos.endings = endings.ctypes.data if endings.size else 0
