"""Generating the moves of pawns: by goals, each so many squares from its origin; pins are heeded."""

import numpy as np

from boyi.engines.bits import ONE, bit, lowest
from boyi.engines.chess.position import (
    DOUBLE,
    EN_PASSANT,
    NORMAL,
    NOWHERE,
    PAWNS,
    TO_KNIGHT,
    TO_QUEEN,
    pack,
    passant_takers,
)
from boyi.engines.chess.squares import (
    RANK_1,
    RANK_8,
    THROUGH,
    east,
    forward,
    west,
)
from boyi.engines.jit import Int, Record, Word, inline

LAST_RANKS = RANK_1 | RANK_8
THIRD_RANKS = np.array([0xFF0000, 0xFF0000000000], np.uint64)
"""Where a pawn's single step must land for it to step again."""
SEVENTH_RANKS = np.array([0xFF000000000000, 0xFF00], np.uint64)


@inline
def _pawn_spread(
    moves: np.ndarray, count: Int, goals: Word, shift: Int, what: Int, king: Int, pinned: Word
) -> Int:
    """List pawn moves by their goals, each `shift` squares from its origin; pins are heeded."""
    while goals:
        goal = lowest(goals)
        goals &= goals - ONE
        origin = (goal - shift) & 63
        if bit(origin) & pinned and not THROUGH[king, origin] & bit(goal):
            continue
        moves[count] = pack(origin, goal, what)
        count += 1
    return count


@inline
def _promotion_spread(
    moves: np.ndarray, count: Int, goals: Word, shift: Int, kinds: Int, king: Int, pinned: Word
) -> Int:
    """List promotions to the pieces whose bits are set in `kinds`."""
    while goals:
        goal = lowest(goals)
        goals &= goals - ONE
        origin = (goal - shift) & 63
        if bit(origin) & pinned and not THROUGH[king, origin] & bit(goal):
            continue
        for what in range(TO_KNIGHT, TO_QUEEN + 1):
            if kinds >> what & 1:
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
    count = _pawn_spread(moves, count, to_west & ~LAST_RANKS, step - 1, NORMAL, king, pinned)
    count = _pawn_spread(moves, count, to_east & ~LAST_RANKS, step + 1, NORMAL, king, pinned)
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
    count = _pawn_spread(moves, count, single & goals & ~LAST_RANKS, step, NORMAL, king, pinned)
    return _pawn_spread(moves, count, double, 2 * step, DOUBLE, king, pinned)


@inline
def promotions(
    pos: Record,
    moves: np.ndarray,
    count: Int,
    side: Int,
    king: Int,
    pinned: Word,
    goals: Word,
    kinds: Int,
) -> Int:
    """List promotions, by capture or by a step ahead, to the pieces in `kinds`."""
    ahead = forward(pos.pieces[PAWNS] & pos.colours[side] & SEVENTH_RANKS[side], side)
    if not ahead:
        return count
    step = 8 - 16 * side
    enemy, empty = pos.colours[side ^ 1] & goals, ~(pos.colours[0] | pos.colours[1]) & goals
    count = _promotion_spread(moves, count, west(ahead) & enemy, step - 1, kinds, king, pinned)
    count = _promotion_spread(moves, count, east(ahead) & enemy, step + 1, kinds, king, pinned)
    return _promotion_spread(moves, count, ahead & empty, step, kinds, king, pinned)
