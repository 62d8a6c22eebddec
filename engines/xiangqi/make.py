"""How moves change a position, and how they are taken back."""

import numpy as np

from boyi.engines.jit import Bool, Int, Record, Word, inline
from boyi.engines.jit.intrinsics import ZERO
from boyi.engines.rules import compact_history, key_after, make, skip, unmake, unskip
from boyi.engines.xiangqi.attackers import find_checkers
from boyi.engines.xiangqi.pieces import CANNONS, EMPTY, HORSES, KINGS, PAWNS, ROOKS
from boyi.engines.xiangqi.position import (
    FREE_CHECKS,
    KEPT,
    PIECE_KEY,
    POSITION,
    SIDE_KEY,
    is_check,
    seen_index,
    source,
    target,
)
from boyi.engines.xiangqi.squares import BIT


@inline
def _toggle(pos: Record, piece: Int, near: Word, far: Word) -> None:
    """Flip a piece on a set of squares, in the sets alone."""
    pos.pieces[piece & 7, 0] ^= near
    pos.pieces[piece & 7, 1] ^= far
    pos.colours[piece >> 3 & 1, 0] ^= near
    pos.colours[piece >> 3 & 1, 1] ^= far


@inline
def _save(pos: Record, piece: Int, captured: Int, move: Int) -> None:
    """Push what `unmake` can't work out, and what repetitions are judged by."""
    height = pos.height
    counters = np.int64(pos.quiet) << 22 | np.int64(pos.checks[0]) << 38 | np.int64(pos.checks[1]) << 46
    counters |= np.int64(min(pos.back, 1023)) << 54
    pos.states[height] = np.uint64(captured | piece << 4 | move << 8 | counters)
    pos.keys[height] = pos.key
    pos.seen[seen_index(pos.key)] += 1
    pos.structures[height] = pos.pawns
    pos.scores[height] = pos.score
    pos.checkings[height, 0] = pos.checkers[0]
    pos.checkings[height, 1] = pos.checkers[1]
    pos.height = height + 1


@inline
def _restore(pos: Record) -> Int:
    """Pop what `_save` pushed; the captured piece."""
    height = np.uint32(pos.height - 1)
    state = np.int64(pos.states[height])
    pos.height = height
    pos.key = pos.keys[height]
    pos.seen[seen_index(pos.key)] -= 1
    pos.pawns = pos.structures[height]
    pos.score = pos.scores[height]
    pos.checkers[0] = pos.checkings[height, 0]
    pos.checkers[1] = pos.checkings[height, 1]
    pos.quiet = state >> 22 & 0xFFFF
    pos.checks[0] = state >> 38 & 0xFF
    pos.checks[1] = state >> 46 & 0xFF
    pos.back = state >> 54 & 1023
    return state & 15


@inline
def _count(pos: Record, mover: Int, captured: Int) -> None:
    """Bring the clocks of repetition and of the natural limit up to date."""
    if captured != EMPTY:
        pos.quiet, pos.back, pos.checks[0], pos.checks[1] = 0, 0, 0, 0
        return
    pos.back = min(np.int64(pos.back) + 1, 1023)
    if is_check(pos):
        pos.checks[mover] = min(np.int64(pos.checks[mover]) + 1, 255)
        if pos.checks[mover] > FREE_CHECKS:
            return
    pos.quiet = min(np.int64(pos.quiet) + 1, 0xFFFF)


@key_after.register(POSITION)
def _key_after(pos: Record, move: Int) -> Word:
    origin, goal = source(move), target(move)
    piece = pos.board[origin]
    key = pos.key ^ SIDE_KEY ^ PIECE_KEY[piece, origin] ^ PIECE_KEY[piece, goal]
    return key ^ PIECE_KEY[pos.board[goal], goal]


@make.register(POSITION)
def _make(pos: Record, move: Int) -> None:
    # Step 1. Read the move.
    side = np.int64(pos.side & 1)
    origin, goal = source(move), target(move)
    piece, captured = np.int64(pos.board[origin]), np.int64(pos.board[goal])
    _save(pos, piece, captured, move)
    key = pos.key ^ SIDE_KEY ^ PIECE_KEY[piece, origin] ^ PIECE_KEY[piece, goal]
    score = pos.score + pos.psq[piece, goal] - pos.psq[piece, origin]

    # Step 2. Move the pieces.
    pos.board[origin] = EMPTY
    pos.board[goal] = piece
    _toggle(pos, piece, BIT[origin, 0] ^ BIT[goal, 0], BIT[origin, 1] ^ BIT[goal, 1])
    if captured != EMPTY:
        _toggle(pos, captured, BIT[goal, 0], BIT[goal, 1])
        key ^= PIECE_KEY[captured, goal]
        score -= pos.psq[captured, goal]
        if captured & 7 == PAWNS:
            pos.pawns ^= PIECE_KEY[captured, goal]
    if piece & 7 == PAWNS:
        pos.pawns ^= PIECE_KEY[piece, origin] ^ PIECE_KEY[piece, goal]
    elif piece & 7 == KINGS:
        pos.kings[side] = goal
    pos.key, pos.score = key, score

    # Step 3. Hand over.
    pos.side = side ^ 1
    find_checkers(pos)
    _count(pos, side, captured)


@unmake.register(POSITION)
def _unmake(pos: Record, move: Int) -> None:
    side = np.int64(pos.side & 1) ^ 1
    origin, goal = source(move), target(move)
    captured = _restore(pos)
    pos.side = side
    piece = np.int64(pos.board[goal])
    pos.board[origin] = piece
    pos.board[goal] = captured
    _toggle(pos, piece, BIT[origin, 0] ^ BIT[goal, 0], BIT[origin, 1] ^ BIT[goal, 1])
    if captured != EMPTY:
        _toggle(pos, captured, BIT[goal, 0], BIT[goal, 1])
    if piece & 7 == KINGS:
        pos.kings[side] = origin


@skip.register(POSITION)
def _skip(pos: Record) -> Bool:
    """Not in check, and not without a rook, cannon or horse, where having to move is often what loses."""
    side = np.int64(pos.side & 1)
    pieces = pos.pieces
    near = (pieces[ROOKS, 0] | pieces[CANNONS, 0] | pieces[HORSES, 0]) & pos.colours[side, 0]
    far = (pieces[ROOKS, 1] | pieces[CANNONS, 1] | pieces[HORSES, 1]) & pos.colours[side, 1]
    if is_check(pos) or near | far == ZERO:
        return False
    _save(pos, np.int64(EMPTY), np.int64(EMPTY), np.int64(0))
    pos.key ^= SIDE_KEY
    pos.back = 0
    pos.side ^= 1
    return True


@unskip.register(POSITION)
def _unskip(pos: Record) -> None:
    _restore(pos)
    pos.side ^= 1


@compact_history.register(POSITION)
def _compact_history(pos: Record) -> None:
    pos.number += 1
    height = np.int64(pos.height)
    if height < 2 * KEPT:
        return
    for i in range(height - KEPT):
        pos.seen[seen_index(pos.keys[i])] -= 1
    pos.keys[:KEPT] = pos.keys[height - KEPT : height]
    pos.structures[:KEPT] = pos.structures[height - KEPT : height]
    pos.scores[:KEPT] = pos.scores[height - KEPT : height]
    pos.checkings[:KEPT] = pos.checkings[height - KEPT : height]
    pos.states[:KEPT] = pos.states[height - KEPT : height]
    pos.height = KEPT
