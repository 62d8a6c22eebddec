"""Legal move generation: lines, legs and checks say which moves could expose the king; those are tried."""

import numpy as np

from boyi.engines.jit import Bool, Int, Record, Word, inline, kernel
from boyi.engines.jit.intrinsics import ONE, ZERO, lowest
from boyi.engines.rules import generate, generate_noisy, generate_quiet, legal
from boyi.engines.xiangqi.attackers import exposes
from boyi.engines.xiangqi.attacks import (
    both_attacks,
    contains,
    drop,
    elephant_attacks,
    first,
    horse_attacks,
    pawn_attacks,
    rook_attacks,
)
from boyi.engines.xiangqi.pieces import ADVISORS, CANNONS, ELEPHANTS, HORSES, KINGS, PAWNS, RED, ROOKS
from boyi.engines.xiangqi.pins import check_evasions, find_pins
from boyi.engines.xiangqi.position import POSITION, is_check, is_double_check, occupied, source, target
from boyi.engines.xiangqi.squares import ADVISOR, BIT, HALF, KING, PAWN, RIVER

LARGEST = 1 << 14


@inline
def reach(kind: Int, side: Int, square: Int, near: Word, far: Word) -> tuple[Word, Word]:
    """Where a piece may go on a board occupied so, own pieces not yet left out."""
    if kind == ROOKS:
        return rook_attacks(square, near, far)
    if kind == CANNONS:
        near_rook, far_rook, near_prey, far_prey = both_attacks(square, near, far)
        return near_rook & ~near | near_prey, far_rook & ~far | far_prey
    if kind == HORSES:
        return horse_attacks(square, near, far)
    if kind == PAWNS:
        return PAWN[side, square, 0], PAWN[side, square, 1]
    if kind == ADVISORS:
        return ADVISOR[square, 0], ADVISOR[square, 1]
    if kind == KINGS:
        return KING[square, 0], KING[square, 1]
    return elephant_attacks(square, near, far)


@inline
def _list_goals(moves: np.ndarray, count: Int, origin: Int, near: Word, far: Word) -> Int:
    """List the moves of one piece to each of its goals."""
    while near:
        moves[count] = origin | lowest(near) << 7
        count += 1
        near &= near - ONE
    while far:
        moves[count] = origin | (lowest(far) + RIVER) << 7
        count += 1
        far &= far - ONE
    return count


@inline
def _list_legal(pos: Record, moves: np.ndarray, count: Int, origin: Int, near: Word, far: Word) -> Int:
    """List those moves of a piece that do not expose its king."""
    while near | far:
        goal = first(near, far)
        near, far = drop(near, far)
        if not exposes(pos, origin, goal):
            moves[count] = origin | goal << 7
            count += 1
    return count


@inline
def _movable(pos: Record, side: Int, goals_near: Word, goals_far: Word) -> tuple[Word, Word]:
    """A side's pieces, without its king and without those kinds of which none can reach the goals."""
    pieces = pos.pieces
    near = pieces[ROOKS, 0] | pieces[CANNONS, 0] | pieces[HORSES, 0]
    far = pieces[ROOKS, 1] | pieces[CANNONS, 1] | pieces[HORSES, 1]
    if side == RED and goals_near:
        near |= pieces[ADVISORS, 0] | pieces[ELEPHANTS, 0]
    elif side != RED and goals_far:
        far |= pieces[ADVISORS, 1] | pieces[ELEPHANTS, 1]
    pawn_near, pawn_far = pieces[PAWNS, 0] & pos.colours[side, 0], pieces[PAWNS, 1] & pos.colours[side, 1]
    to_near, to_far = pawn_attacks(pawn_near, pawn_far, side)
    if to_near & goals_near | to_far & goals_far:
        near, far = near | pawn_near, far | pawn_far
    return near & pos.colours[side, 0], far & pos.colours[side, 1]


@inline
def _safe_moves(
    pos: Record, moves: np.ndarray, count: Int, side: Int, goals_near: Word, goals_far: Word
) -> Int:
    """List the moves of all pieces but the king when it is not in check."""
    king = np.int64(pos.kings[side])
    near, far = occupied(pos)
    near_guards, far_guards, near_holes, far_holes = find_pins(pos, side, king)
    own_near, own_far = _movable(pos, side, goals_near, goals_far)
    while own_near | own_far:
        origin = first(own_near, own_far)
        own_near, own_far = drop(own_near, own_far)
        to_near, to_far = reach(np.int64(pos.board[origin] & 7), side, origin, near, far)
        to_near, to_far = to_near & goals_near, to_far & goals_far
        doubt_near, doubt_far = to_near & near_holes, to_far & far_holes
        if contains(near_guards, far_guards, origin):
            doubt_near, doubt_far = to_near, to_far
        count = _list_goals(moves, count, origin, to_near & ~doubt_near, to_far & ~doubt_far)
        if doubt_near | doubt_far:
            count = _list_legal(pos, moves, count, origin, doubt_near, doubt_far)
    return count


@inline
def _evasions(
    pos: Record, moves: np.ndarray, count: Int, side: Int, goals_near: Word, goals_far: Word
) -> Int:
    """List the moves of all pieces but the king that end a check."""
    king = np.int64(pos.kings[side])
    near, far = occupied(pos)
    end_near, end_far, screen_near, screen_far = HALF, HALF, ZERO, ZERO
    if not is_double_check(pos):
        end_near, end_far, screen_near, screen_far = check_evasions(pos, king)
    own_near, own_far = pos.colours[side, 0] & ~BIT[king, 0], pos.colours[side, 1] & ~BIT[king, 1]
    while own_near | own_far:
        origin = first(own_near, own_far)
        own_near, own_far = drop(own_near, own_far)
        to_near, to_far = reach(np.int64(pos.board[origin] & 7), side, origin, near, far)
        to_near, to_far = to_near & goals_near, to_far & goals_far
        if not contains(screen_near, screen_far, origin):
            to_near, to_far = to_near & end_near, to_far & end_far
        count = _list_legal(pos, moves, count, origin, to_near, to_far)
    return count


@kernel
def _all_moves(pos: Record, moves: np.ndarray, near: Word, far: Word) -> Int:
    """List the legal moves to some squares."""
    side = np.int64(pos.side & 1)
    king = np.int64(pos.kings[side])
    count = _list_legal(pos, moves, np.int64(0), king, KING[king, 0] & near, KING[king, 1] & far)
    if is_check(pos):
        return _evasions(pos, moves, count, side, near, far)
    return _safe_moves(pos, moves, count, side, near, far)


@generate.register(POSITION)
def _generate(pos: Record, moves: np.ndarray) -> Int:
    side = pos.side & 1
    return _all_moves(pos, moves, ~pos.colours[side, 0] & HALF, ~pos.colours[side, 1] & HALF)


@generate_noisy.register(POSITION)
def _generate_noisy(pos: Record, moves: np.ndarray) -> Int:
    """Captures."""
    enemy = (pos.side & 1) ^ 1
    return _all_moves(pos, moves, pos.colours[enemy, 0], pos.colours[enemy, 1])


@generate_quiet.register(POSITION)
def _generate_quiet(pos: Record, moves: np.ndarray) -> Int:
    near, far = occupied(pos)
    return _all_moves(pos, moves, ~near & HALF, ~far & HALF)


@legal.register(POSITION)
def _legal(pos: Record, move: Int) -> Bool:
    side = np.int64(pos.side & 1)
    origin, goal = source(move), target(move)
    if move <= 0 or move >= LARGEST or origin >= 90 or goal >= 90:
        return False
    own_near, own_far = pos.colours[side, 0], pos.colours[side, 1]
    if not contains(own_near, own_far, origin) or contains(own_near, own_far, goal):
        return False
    near, far = occupied(pos)
    to_near, to_far = reach(np.int64(pos.board[origin] & 7), side, origin, near, far)
    return contains(to_near, to_far, goal) and not exposes(pos, origin, goal)
