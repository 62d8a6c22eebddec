"""How many legal moves there are, counted without listing most of them: what perft's last ply needs."""

import numpy as np

from boyi.engines.chess.moves import castling_moves, check_evasions, find_pinned, king_moves
from boyi.engines.chess.pawn_moves import SEVENTH_RANKS, THIRD_RANKS, pawn_captures, pawn_pushes, promotions
from boyi.engines.chess.position import (
    BISHOPS,
    KNIGHTS,
    NOWHERE,
    PAWNS,
    POSITION,
    QUEENS,
    TO_KNIGHT,
    TO_QUEEN,
    king_square,
    slider_attacks,
)
from boyi.engines.chess.squares import KING, KNIGHT, THROUGH, east, forward, west
from boyi.engines.jit import Int, Record, Word, inline
from boyi.engines.jit.intrinsics import ONE, ZERO, count, lowest, several
from boyi.engines.rules import count_legal


@inline
def _count_piece_moves(pos: Record, side: Int, king: Int, pinned: Word, goals: Word) -> Int:
    """How many moves knights, bishops, rooks and queens have to `goals`."""
    own, pieces = pos.colours[side], pos.pieces
    occupied = own | pos.colours[side ^ 1]
    total = np.int64(0)
    rest = pieces[KNIGHTS] & own & ~pinned
    while rest:
        total += count(KNIGHT[lowest(rest)] & goals)
        rest &= rest - ONE
    for kind in range(BISHOPS, QUEENS):
        rest = (pieces[kind] | pieces[QUEENS]) & own
        while rest:
            origin = lowest(rest)
            reach = slider_attacks(kind, origin, occupied) & goals
            if rest & (ZERO - rest) & pinned:
                reach &= THROUGH[king, origin]
            total += count(reach)
            rest &= rest - ONE
    return total


@inline
def _count_pawn_moves(pos: Record, side: Int, goals: Word) -> Int:
    """How many moves pawns have when none is pinned, about to promote, or able to take en passant."""
    enemy, empty = pos.colours[side ^ 1] & goals, ~(pos.colours[0] | pos.colours[1])
    ahead = forward(pos.pieces[PAWNS] & pos.colours[side], side)
    single = ahead & empty
    double = forward(single & THIRD_RANKS[side], side) & empty & goals
    takes = count(west(ahead) & enemy) + count(east(ahead) & enemy)
    return takes + count(single & goals) + count(double)


@count_legal.register(POSITION)
def _count_legal(pos: Record, moves: np.ndarray) -> Int:
    side = np.int64(pos.side & 1)
    king = king_square(pos, side)
    own, enemy = pos.colours[side], pos.colours[side ^ 1]
    listed = king_moves(pos, moves, np.int64(0), side, king, KING[king] & ~own)
    if several(pos.checkers):
        return listed
    goals, pinned = check_evasions(pos, king), find_pinned(pos, side, king)
    if pos.passant != NOWHERE or pos.pieces[PAWNS] & own & (pinned | SEVENTH_RANKS[side]):
        listed = pawn_captures(pos, moves, listed, side, king, pinned, goals & enemy)
        listed = promotions(pos, moves, listed, side, king, pinned, goals, TO_KNIGHT, TO_QUEEN)
        listed = pawn_pushes(pos, moves, listed, side, king, pinned, goals)
    else:
        listed += _count_pawn_moves(pos, side, goals)
    listed = castling_moves(pos, moves, listed, side, king)
    return listed + _count_piece_moves(pos, side, king, pinned, goals & ~own)
