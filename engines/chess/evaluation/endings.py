"""Endings whose material promises more than can be won: how much of an advantage is real.

Both evaluations scale what they say by it. What a search would have to see fifty moves ahead is told here by
the pieces on the board, and in few cases by where the kings stand.
"""

import numpy as np

from boyi.engines.chess.position import BISHOPS, KINGS, KNIGHTS, PAWNS, QUEENS, ROOKS
from boyi.engines.chess.squares import LIGHT
from boyi.engines.jit import Int, Record, Word, inline, kernel
from boyi.engines.jit.intrinsics import bit, count, lowest, several

WHOLE = np.int64(64)
"""All of an advantage."""
NOTHING, TRACE, LITTLE, HALF = np.int64(0), np.int64(4), np.int64(10), np.int64(30)
"""A dead draw; a draw that can hardly be lost; one that needs some care; an ending that is often drawn."""
FEW = 8
"""Pieces on the board, up to which endings other than those of bishops are looked at."""
ROOK_FILES = (np.uint64(0x0101010101010101), np.uint64(0x8080808080808080))
LAST_RANKS = (np.uint64(0xFF00000000000000), np.uint64(0xFF))
"""Where each colour's pawns promote."""


@inline
def distance(one: Int, other: Int) -> Int:
    """Moves of a king between two squares."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


@inline
def _pawnless(pos: Record, own: Word, others: Word) -> Int:
    """Without pawns less than a rook's lead hardly ever wins, and two knights do not mate a lone king."""
    pieces = pos.pieces
    minors, rooks, queens = pieces[KNIGHTS] | pieces[BISHOPS], pieces[ROOKS], pieces[QUEENS]
    lead = 3 * (count(minors & own) - count(minors & others))
    lead += 5 * (count(rooks & own) - count(rooks & others)) + 10 * (
        count(queens & own) - count(queens & others)
    )
    if lead <= 3:
        return TRACE
    if (pieces[BISHOPS] | rooks | queens) & own or count(pieces[KNIGHTS] & own) > 2:
        return WHOLE
    return TRACE if pieces[PAWNS] & others else NOTHING


@inline
def _rooks_pawns(pos: Record, leader: Int, pawns: Word, others: Word) -> Int:
    """A lone king can't be driven from the corner of rook's pawns whose bishop is of the other colour."""
    pieces = pos.pieces
    if pawns & ROOK_FILES[0] != pawns and pawns & ROOK_FILES[1] != pawns:
        return WHOLE
    file = ROOK_FILES[0] if pawns & ROOK_FILES[0] else ROOK_FILES[1]
    corner = lowest(file & (LAST_RANKS[0] if leader == 0 else LAST_RANKS[1]))
    if pieces[BISHOPS] & (LIGHT if bit(corner) & LIGHT else ~LIGHT):
        return WHOLE
    far = distance(lowest(others), corner)
    return NOTHING if far <= 1 else (TRACE if far == 2 else WHOLE)


@inline
def _rooks_and_pawn(pos: Record, leader: Int, pawns: Word, others: Word) -> Int:
    """A king before the only pawn hardly ever loses, if it is at most a file beside it, until the seventh."""
    pawn, king = lowest(pawns), lowest(others & pos.pieces[KINGS])
    rank = pawn >> 3 if leader == 0 else 7 - (pawn >> 3)
    before = (king >> 3) - rank if leader == 0 else 7 - (king >> 3) - rank
    beside = abs((king & 7) - (pawn & 7))
    if rank <= 5 and before >= 1 and beside <= 1:
        return TRACE
    return HALF if rank <= 4 and before >= 0 and beside <= 2 else WHOLE


@kernel
def ending_scale(pos: Record, leader: Int) -> Int:
    """How much of a side's advantage is real, of 64."""
    pieces, own, others = pos.pieces, pos.colours[leader & 1], pos.colours[leader & 1 ^ 1]
    knights, bishops, rooks, queens = pieces[KNIGHTS], pieces[BISHOPS], pieces[ROOKS], pieces[QUEENS]
    pawns = pieces[PAWNS] & own
    if not pawns:
        return _pawnless(pos, own, others)
    if queens | knights:
        return WHOLE
    if not rooks:
        if bishops & own and not others & ~pieces[KINGS]:
            return _rooks_pawns(pos, leader, pawns, others)
        if (
            count(bishops) == 2
            and bishops & own
            and bishops & others
            and bishops & LIGHT
            and bishops & ~LIGHT
        ):
            return LITTLE if count(pawns) - count(pieces[PAWNS] & others) <= 2 else HALF
        return WHOLE
    if bishops or several(pawns) or several(rooks & own) or not rooks & others:
        return WHOLE
    return _rooks_and_pawn(pos, leader, pawns, others)
