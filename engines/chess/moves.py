"""Legal move generation: pins and checks bound the targets, so that no move has to be tried out."""

import numpy as np

from boyi.engines.chess.pawn_moves import pawn_captures, pawn_pushes, promotions
from boyi.engines.chess.position import (
    BISHOPS,
    CASTLE,
    KNIGHTS,
    NORMAL,
    POSITION,
    QUEENS,
    ROOKS,
    TO_KNIGHT,
    TO_QUEEN,
    TO_ROOK,
    castling_goals,
    is_attacked,
    king_square,
    pack,
    slider_attacks,
)
from boyi.engines.chess.squares import BETWEEN, BISHOP_LINES, FULL, KING, KNIGHT, ROOK_LINES, THROUGH
from boyi.engines.jit import Bool, Int, Record, Word, inline
from boyi.engines.jit.intrinsics import ONE, ZERO, bit, lowest, several
from boyi.engines.rules import generate, generate_noisy, generate_quiet

WITH, WITHOUT = np.bool_(True), np.bool_(False)
"""Not literals, which would compile everything twice."""


@inline
def find_pinned(pos: Record, side: Int, king: Int) -> Word:
    """Own pieces that alone stand between the king and an enemy slider."""
    own, enemy, pieces = pos.colours[side], pos.colours[side ^ 1], pos.pieces
    occupied = own | enemy
    snipers = ROOK_LINES[king] & (pieces[ROOKS] | pieces[QUEENS])
    snipers = (snipers | BISHOP_LINES[king] & (pieces[BISHOPS] | pieces[QUEENS])) & enemy
    pinned = ZERO
    while snipers:
        blockers = BETWEEN[king, lowest(snipers)] & occupied
        snipers &= snipers - ONE
        if not several(blockers):
            pinned |= blockers & own
    return pinned


@inline
def _list_goals(moves: np.ndarray, count: Int, origin: Int, goals: Word) -> Int:
    """List the moves of one piece to each of its goals."""
    while goals:
        moves[count] = origin | lowest(goals) << 6
        count += 1
        goals &= goals - ONE
    return count


@inline
def king_moves(pos: Record, moves: np.ndarray, count: Int, side: Int, king: Int, goals: Word) -> Int:
    """List the king's steps to squares that stay safe when it has left its own."""
    occupied = (pos.colours[0] | pos.colours[1]) ^ bit(king)
    while goals:
        goal = lowest(goals)
        goals &= goals - ONE
        if not is_attacked(pos, goal, side ^ 1, occupied):
            moves[count] = pack(king, goal, NORMAL)
            count += 1
    return count


@inline
def castling_moves(pos: Record, moves: np.ndarray, count: Int, side: Int, king: Int) -> Int:
    """List castling: the way is free but for king and rook, and the king's way not attacked."""
    if pos.checkers or not pos.castling >> (2 * side) & 3:
        return count
    occupied = pos.colours[0] | pos.colours[1]
    for wing in range(2):
        if not pos.castling >> (2 * side + wing) & 1:
            continue
        rook = np.int64(pos.rooks[2 * side + wing])
        king_goal, rook_goal = castling_goals(king, rook)
        king_way = BETWEEN[king, king_goal] | bit(king_goal)
        others = occupied & ~(bit(king) | bit(rook))
        if others & (king_way | BETWEEN[rook, rook_goal] | bit(rook_goal)):
            continue
        # an attacker on the rook's far side sees through it, so the board is taken without both
        safe = True
        way = king_way
        while way:
            if is_attacked(pos, lowest(way), side ^ 1, others | bit(rook_goal)):
                safe = False
                break
            way &= way - ONE
        if safe:
            moves[count] = pack(king, rook, CASTLE)
            count += 1
    return count


@inline
def _piece_moves(
    pos: Record, moves: np.ndarray, count: Int, side: Int, king: Int, pinned: Word, goals: Word
) -> Int:
    """List the moves of knights, bishops, rooks and queens to `goals`."""
    own, pieces = pos.colours[side], pos.pieces
    occupied = own | pos.colours[side ^ 1]
    knights = pieces[KNIGHTS] & own & ~pinned
    while knights:
        origin = lowest(knights)
        knights &= knights - ONE
        count = _list_goals(moves, count, origin, KNIGHT[origin] & goals)
    for kind in range(BISHOPS, QUEENS):
        sliders = (pieces[kind] | pieces[QUEENS]) & own
        while sliders:
            origin = lowest(sliders)
            sliders &= sliders - ONE
            reach = slider_attacks(kind, origin, occupied) & goals
            if bit(origin) & pinned:
                reach &= THROUGH[king, origin]
            count = _list_goals(moves, count, origin, reach)
    return count


@inline
def check_evasions(pos: Record, king: Int) -> Word:
    """Squares where a piece other than the king must go: all, or those that end a single check."""
    checkers = pos.checkers
    return BETWEEN[king, lowest(checkers)] | checkers if checkers else FULL


@inline
def _list_moves(pos: Record, moves: np.ndarray, captures: Bool, quiets: Bool) -> Int:
    """List captures and promotions to a queen, or the other moves, or all."""
    side = np.int64(pos.side & 1)
    king = king_square(pos, side)
    enemy, empty = pos.colours[side ^ 1], ~(pos.colours[0] | pos.colours[1])
    goals = (enemy if captures else ZERO) | (empty if quiets else ZERO)
    count = king_moves(pos, moves, np.int64(0), side, king, KING[king] & goals)
    if several(pos.checkers):
        return count
    answers, pinned = check_evasions(pos, king), find_pinned(pos, side, king)
    if captures:
        count = pawn_captures(pos, moves, count, side, king, pinned, answers & enemy)
    first, last = TO_KNIGHT if quiets else TO_QUEEN, TO_QUEEN if captures else TO_ROOK
    count = promotions(pos, moves, count, side, king, pinned, answers, first, last)
    if quiets:
        count = pawn_pushes(pos, moves, count, side, king, pinned, answers)
    count = _piece_moves(pos, moves, count, side, king, pinned, answers & goals)
    return castling_moves(pos, moves, count, side, king) if quiets else count


@generate.register(POSITION)
def _generate(pos: Record, moves: np.ndarray) -> Int:
    return _list_moves(pos, moves, WITH, WITH)


@generate_noisy.register(POSITION)
def _generate_noisy(pos: Record, moves: np.ndarray) -> Int:
    """Captures and promotions to a queen."""
    return _list_moves(pos, moves, WITH, WITHOUT)


@generate_quiet.register(POSITION)
def _generate_quiet(pos: Record, moves: np.ndarray) -> Int:
    return _list_moves(pos, moves, WITHOUT, WITH)
