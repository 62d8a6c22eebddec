"""Who attacks a square, gives check, or would after a move."""

import numpy as np

from boyi.engines.jit import Bool, Int, Record, Word, inline, kernel
from boyi.engines.jit.intrinsics import ZERO
from boyi.engines.xiangqi.attacks import (
    both_attacks,
    elephant_attacks,
    horse_sources,
    move_piece,
    rook_attacks,
)
from boyi.engines.xiangqi.pieces import ADVISORS, CANNONS, ELEPHANTS, HORSES, KINGS, PAWNS, ROOKS
from boyi.engines.xiangqi.position import occupied, pieces_of
from boyi.engines.xiangqi.squares import ADVISOR, BIT, KING, PAWN_SOURCES


@inline
def _raiders(pos: Record, half: Int, by: Int, square: Int, rook: Word, cannon: Word, horse: Word) -> Word:
    """A colour's pieces in one half of the board that cross the river and stand on these squares."""
    pieces = pos.pieces
    found = rook & pieces[ROOKS, half] | cannon & pieces[CANNONS, half] | horse & pieces[HORSES, half]
    return (found | PAWN_SOURCES[by, square, half] & pieces[PAWNS, half]) & pos.colours[by, half]


@inline
def king_attackers(pos: Record, square: Int, by: Int, near: Word, far: Word) -> tuple[Word, Word]:
    """A colour's pieces that would take a king on a square of the other palace, on a board occupied so.

    Advisors and elephants never come there; the other king does, by the rule of facing kings.
    """
    near_rook, far_rook, near_cannon, far_cannon = both_attacks(square, near, far)
    near_horse, far_horse = horse_sources(square, near, far)
    king_near, king_far = pieces_of(pos, KINGS, by)
    near_found = _raiders(pos, 0, by, square, near_rook, near_cannon, near_horse) | near_rook & king_near
    far_found = _raiders(pos, 1, by, square, far_rook, far_cannon, far_horse) | far_rook & king_far
    return near_found, far_found


@inline
def exposes_on(
    pos: Record, colour: Int, origin: Int, goal: Int, near: Word, far: Word, gone_near: Word, gone_far: Word
) -> Bool:
    """Whether a move exposes its own king, on a board occupied so, pieces on `gone` having left it."""
    near, far = move_piece(near, far, origin, goal)
    king = np.int64(pos.kings[colour])
    if king == origin:
        king = goal
    found_near, found_far = king_attackers(pos, king, colour ^ 1, near, far)
    return (found_near & ~(gone_near | BIT[goal, 0]) | found_far & ~(gone_far | BIT[goal, 1])) != ZERO


@kernel
def exposes(pos: Record, origin: Int, goal: Int) -> Bool:
    """Whether a move by the side to move would leave its king to be taken."""
    near, far = occupied(pos)
    return exposes_on(pos, np.int64(pos.side & 1), origin, goal, near, far, ZERO, ZERO)


@inline
def find_checkers(pos: Record) -> None:
    """Work out which pieces give check to the side to move."""
    side = np.int64(pos.side & 1)
    near, far = occupied(pos)
    pos.checkers[0], pos.checkers[1] = king_attackers(pos, np.int64(pos.kings[side]), side ^ 1, near, far)


@inline
def _defenders(pos: Record, half: Int, by: Int, square: Int, elephant: Word) -> Word:
    """A colour's king, advisors and elephants in one half of the board that attack a square."""
    pieces = pos.pieces
    found = ADVISOR[square, half] & pieces[ADVISORS, half] | KING[square, half] & pieces[KINGS, half]
    return (found | elephant & pieces[ELEPHANTS, half]) & pos.colours[by, half]


@inline
def _bearing(
    pos: Record,
    square: Int,
    by: Int,
    near: Word,
    far: Word,
    rooks: tuple[Word, Word],
    cannons: tuple[Word, Word],
) -> tuple[Word, Word]:
    """A colour's pieces that bear on a square, its rooks and cannons from where they are said to."""
    near_horse, far_horse = horse_sources(square, near, far)
    near_elephant, far_elephant = elephant_attacks(square, near, far)
    near_found = _raiders(pos, 0, by, square, rooks[0], cannons[0], near_horse)
    far_found = _raiders(pos, 1, by, square, rooks[1], cannons[1], far_horse)
    near_found |= _defenders(pos, 0, by, square, near_elephant)
    far_found |= _defenders(pos, 1, by, square, far_elephant)
    return near_found, far_found


@inline
def attackers(pos: Record, square: Int, by: Int, near: Word, far: Word) -> tuple[Word, Word]:
    """A colour's pieces that attack a square of the board, lines and legs being open as it is occupied."""
    near_rook, far_rook, near_cannon, far_cannon = both_attacks(square, near, far)
    rooks, cannons = (near_rook, far_rook), (near_cannon, far_cannon)
    near_found, far_found = _bearing(pos, square, by, near, far, rooks, cannons)
    return near_found & near, far_found & far


@inline
def movers(pos: Record, square: Int, by: Int, near: Word, far: Word) -> tuple[Word, Word]:
    """A colour's pieces that could go to an empty square; cannons go as rooks do."""
    lines = rook_attacks(square, near, far)
    return _bearing(pos, square, by, near, far, lines, lines)
