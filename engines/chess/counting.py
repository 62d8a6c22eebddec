"""How many legal moves there are, counted without listing most of them: what perft's last ply needs."""

import numpy as np

from boyi.engines.bits import ONE, ZERO, lowest, several
from boyi.engines.bits import count as population
from boyi.engines.chess.moves import (
    ANY_PIECE,
    answers,
    castling_moves,
    find_pinned,
    king_moves,
)
from boyi.engines.chess.pawn_moves import (
    SEVENTH_RANKS,
    THIRD_RANKS,
    pawn_captures,
    pawn_pushes,
    promotions,
)
from boyi.engines.chess.position import (
    BISHOPS,
    KNIGHTS,
    NOWHERE,
    PAWNS,
    POSITION,
    QUEENS,
    ROOKS,
    king_square,
)
from boyi.engines.chess.sliders import bishop_attacks, rook_attacks
from boyi.engines.chess.squares import KING, KNIGHT, THROUGH, east, forward, west
from boyi.engines.jit import Int, Record, Word, inline
from boyi.engines.rules import tally


@inline
def _tally_pieces(pos: Record, side: Int, king: Int, pinned: Word, goals: Word) -> Int:
    """How many moves knights, bishops, rooks and queens have to `goals`."""
    own, pieces = pos.colours[side], pos.pieces
    occupied = own | pos.colours[side ^ 1]
    total = np.int64(0)
    rest = pieces[KNIGHTS] & own & ~pinned
    while rest:
        total += population(KNIGHT[lowest(rest)] & goals)
        rest &= rest - ONE
    rest = (pieces[BISHOPS] | pieces[QUEENS]) & own
    while rest:
        origin = lowest(rest)
        reach = bishop_attacks(origin, occupied) & goals
        if rest & (ZERO - rest) & pinned:
            reach &= THROUGH[king, origin]
        total += population(reach)
        rest &= rest - ONE
    rest = (pieces[ROOKS] | pieces[QUEENS]) & own
    while rest:
        origin = lowest(rest)
        reach = rook_attacks(origin, occupied) & goals
        if rest & (ZERO - rest) & pinned:
            reach &= THROUGH[king, origin]
        total += population(reach)
        rest &= rest - ONE
    return total


@inline
def _tally_pawns(pos: Record, side: Int, goals: Word) -> Int:
    """How many moves pawns have when none is pinned, about to promote, or able to take en passant."""
    enemy, empty = pos.colours[side ^ 1] & goals, ~(pos.colours[0] | pos.colours[1])
    ahead = forward(pos.pieces[PAWNS] & pos.colours[side], side)
    single = ahead & empty
    double = forward(single & THIRD_RANKS[side], side) & empty & goals
    takes = population(west(ahead) & enemy) + population(east(ahead) & enemy)
    return takes + population(single & goals) + population(double)


@tally.register(POSITION)
def _tally(pos: Record, moves: np.ndarray) -> Int:
    side = np.int64(pos.side & 1)
    king = king_square(pos, side)
    own, enemy = pos.colours[side], pos.colours[side ^ 1]
    count = king_moves(pos, moves, np.int64(0), side, king, KING[king] & ~own)
    if several(pos.checkers):
        return count
    goals, pinned = answers(pos, king), find_pinned(pos, side, king)
    if pos.passant != NOWHERE or pos.pieces[PAWNS] & own & (pinned | SEVENTH_RANKS[side]):
        count = pawn_captures(pos, moves, count, side, king, pinned, goals & enemy)
        count = promotions(pos, moves, count, side, king, pinned, goals, ANY_PIECE)
        count = pawn_pushes(pos, moves, count, side, king, pinned, goals)
    else:
        count += _tally_pawns(pos, side, goals)
    count = castling_moves(pos, moves, count, side, king)
    return count + _tally_pieces(pos, side, king, pinned, goals & ~own)
