"""Generating the moves of pawns: by goals, each so many squares from its origin; pins are heeded."""

import numpy as np

from boyi.engines.chess.position import DOUBLE, EN_PASSANT, NORMAL, NOWHERE, PAWNS, pack, passant_takers
from boyi.engines.chess.squares import RANK_1, RANK_8, THROUGH, east, forward, west
from boyi.engines.jit import Int, Record, Word, inline
from boyi.engines.jit.intrinsics import ONE, bit, lowest

LAST_RANKS = RANK_1 | RANK_8
THIRD_RANKS = np.array([0xFF0000, 0xFF0000000000], np.uint64)
"""Where a pawn's single step must land for it to step again."""
SEVENTH_RANKS = np.array([0xFF000000000000, 0xFF00], np.uint64)


@inline
def _list_moves(
    moves: np.ndarray, count: Int, goals: Word, shift: Int, king: Int, pinned: Word, first: Int, last: Int
) -> Int:
    """List pawn moves of kinds from first to last by their goals, each `shift` squares from its origin."""
    while goals:
        goal = lowest(goals)
        goals &= goals - ONE
        origin = (goal - shift) & 63
        if bit(origin) & pinned and not THROUGH[king, origin] & bit(goal):
            continue
        for what in range(first, last + 1):
            moves[count] = pack(origin, goal, what)
            count += 1
    return count


@inline
def passant_moves(pos: Record, moves: np.ndarray, count: Int, side: Int, king: Int) -> Int:
    """List en passant captures."""
    goal = np.int64(pos.passant) & 63
    takers = passant_takers(pos, side, king, goal)
    while takers:
        moves[count] = pack(lowest(takers), goal, EN_PASSANT)
        count += 1
        takers &= takers - ONE
    return count


@inline
def pawn_captures(
    pos: Record, moves: np.ndarray, count: Int, side: Int, king: Int, pinned: Word, goals: Word
) -> Int:
    """List captures by pawns that do not promote, en passant among them."""
    ahead = forward(pos.pieces[PAWNS] & pos.colours[side], side)
    step = 8 - 16 * side
    to_west, to_east = west(ahead) & goals, east(ahead) & goals
    count = _list_moves(moves, count, to_west & ~LAST_RANKS, step - 1, king, pinned, NORMAL, NORMAL)
    count = _list_moves(moves, count, to_east & ~LAST_RANKS, step + 1, king, pinned, NORMAL, NORMAL)
    if pos.passant != NOWHERE:
        count = passant_moves(pos, moves, count, side, king)
    return count


@inline
def pawn_pushes(
    pos: Record, moves: np.ndarray, count: Int, side: Int, king: Int, pinned: Word, goals: Word
) -> Int:
    """List single and double steps that do not promote."""
    empty = ~(pos.colours[0] | pos.colours[1])
    step = 8 - 16 * side
    single = forward(pos.pieces[PAWNS] & pos.colours[side], side) & empty
    double = forward(single & THIRD_RANKS[side], side) & empty & goals
    count = _list_moves(moves, count, single & goals & ~LAST_RANKS, step, king, pinned, NORMAL, NORMAL)
    return _list_moves(moves, count, double, 2 * step, king, pinned, DOUBLE, DOUBLE)


@inline
def promotions(
    pos: Record,
    moves: np.ndarray,
    count: Int,
    side: Int,
    king: Int,
    pinned: Word,
    goals: Word,
    first: Int,
    last: Int,
) -> Int:
    """List promotions, by capture or by a step ahead, to the pieces from first to last."""
    ahead = forward(pos.pieces[PAWNS] & pos.colours[side] & SEVENTH_RANKS[side], side)
    if not ahead:
        return count
    step = 8 - 16 * side
    enemy, empty = pos.colours[side ^ 1] & goals, ~(pos.colours[0] | pos.colours[1]) & goals
    count = _list_moves(moves, count, west(ahead) & enemy, step - 1, king, pinned, first, last)
    count = _list_moves(moves, count, east(ahead) & enemy, step + 1, king, pinned, first, last)
    return _list_moves(moves, count, ahead & empty, step, king, pinned, first, last)
