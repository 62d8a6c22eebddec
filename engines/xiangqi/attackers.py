"""Who attacks a square, gives check, or would after a move."""

import numpy as np

from boyi.engines.bits import ZERO
from boyi.engines.jit import Bool, Int, Record, Word, inline, kernel
from boyi.engines.xiangqi.attacks import both_attacks, elephant_attacks, horse_sources
from boyi.engines.xiangqi.position import ADVISORS, CANNONS, ELEPHANTS, HORSES, KINGS, PAWNS, ROOKS, occupied
from boyi.engines.xiangqi.squares import ADVISOR, BIT, KING, PAWN_SOURCES


@inline
def raiders(pos: Record, square: Int, by: Int, near: Word, far: Word) -> tuple[Word, Word]:
    """A colour's pieces that would take a king on a square of the other palace, on a board occupied so.

    Advisors and elephants never come there; the other king does, by the rule of facing kings.
    """
    pieces = pos.pieces
    near_rook, far_rook, near_cannon, far_cannon = both_attacks(square, near, far)
    near_horse, far_horse = horse_sources(square, near, far)
    near_found = (
        near_rook & (pieces[ROOKS, 0] | pieces[KINGS, 0])
        | near_cannon & pieces[CANNONS, 0]
        | near_horse & pieces[HORSES, 0]
        | PAWN_SOURCES[by, square, 0] & pieces[PAWNS, 0]
    )
    far_found = (
        far_rook & (pieces[ROOKS, 1] | pieces[KINGS, 1])
        | far_cannon & pieces[CANNONS, 1]
        | far_horse & pieces[HORSES, 1]
        | PAWN_SOURCES[by, square, 1] & pieces[PAWNS, 1]
    )
    return near_found & pos.colours[by, 0], far_found & pos.colours[by, 1]


@kernel
def exposes(pos: Record, origin: Int, goal: Int) -> Bool:
    """Whether a move by the side to move would leave its king to be taken."""
    side = np.int64(pos.side & 1)
    near, far = occupied(pos)
    near = near & ~BIT[origin, 0] | BIT[goal, 0]
    far = far & ~BIT[origin, 1] | BIT[goal, 1]
    king = np.int64(pos.kings[side])
    if king == origin:
        king = goal
    found_near, found_far = raiders(pos, king, side ^ 1, near, far)
    return (found_near & ~BIT[goal, 0] | found_far & ~BIT[goal, 1]) != ZERO


@inline
def find_checkers(pos: Record) -> None:
    """Work out which pieces give check to the side to move."""
    side = np.int64(pos.side & 1)
    near, far = occupied(pos)
    pos.checkers[0], pos.checkers[1] = raiders(pos, np.int64(pos.kings[side]), side ^ 1, near, far)


@inline
def attackers(pos: Record, square: Int, by: Int, near: Word, far: Word) -> tuple[Word, Word]:
    """A colour's pieces that attack a square of the board, lines and legs being open as it is occupied."""
    pieces = pos.pieces
    near_rook, far_rook, near_cannon, far_cannon = both_attacks(square, near, far)
    near_horse, far_horse = horse_sources(square, near, far)
    near_elephant, far_elephant = elephant_attacks(square, near, far)
    near_found = (
        near_rook & pieces[ROOKS, 0]
        | near_cannon & pieces[CANNONS, 0]
        | near_horse & pieces[HORSES, 0]
        | near_elephant & pieces[ELEPHANTS, 0]
        | PAWN_SOURCES[by, square, 0] & pieces[PAWNS, 0]
        | ADVISOR[square, 0] & pieces[ADVISORS, 0]
        | KING[square, 0] & pieces[KINGS, 0]
    )
    far_found = (
        far_rook & pieces[ROOKS, 1]
        | far_cannon & pieces[CANNONS, 1]
        | far_horse & pieces[HORSES, 1]
        | far_elephant & pieces[ELEPHANTS, 1]
        | PAWN_SOURCES[by, square, 1] & pieces[PAWNS, 1]
        | ADVISOR[square, 1] & pieces[ADVISORS, 1]
        | KING[square, 1] & pieces[KINGS, 1]
    )
    return near_found & pos.colours[by, 0] & near, far_found & pos.colours[by, 1] & far
