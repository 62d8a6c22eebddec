"""Making and unmaking moves: bitboards, board, key and clocks, kept up one move at a time."""

import numpy as np

from boyi.engines.chess.position import (
    CASTLE,
    CASTLING_KEY,
    DOUBLE,
    EMPTY,
    EN_PASSANT,
    KEPT,
    KINGS,
    NOWHERE,
    PASSANT_KEY,
    PAWNS,
    PIECE_KEY,
    POSITION,
    ROOKS,
    SIDE_KEY,
    TO_KNIGHT,
    TO_QUEEN,
    castling_goals,
    find_checkers,
    kind,
    king_square,
    passant_takers,
    source,
    target,
)
from boyi.engines.jit import Bool, Int, Record, Word, inline
from boyi.engines.jit.intrinsics import ZERO, bit
from boyi.engines.rules import NO_MOVE, compact_history, key_after, make, skip, unmake, unskip


@inline
def _toggle(pos: Record, piece: Int, squares: Word) -> None:
    """Flip a piece on a set of squares, on the bitboards alone."""
    pos.pieces[piece & 7] ^= squares
    pos.colours[piece >> 3 & 1] ^= squares


@inline
def _save(pos: Record, captured: Int, piece: Int, move: Int) -> None:
    """Push what `unmake` can't work out, and what was played."""
    height = pos.height
    rights, passant, fifty = np.int64(pos.castling), np.int64(pos.passant), np.int64(pos.fifty)
    played = captured | piece << 4 | move << 40
    pos.states[height] = np.uint64(played | rights << 8 | passant << 16 | fifty << 24)
    pos.keys[height] = pos.key
    pos.scores[height] = pos.score
    pos.checks[height] = pos.checkers
    pos.height = height + 1


@inline
def _restore(pos: Record) -> Int:
    """Pop what `_save` pushed; the captured piece."""
    height = np.uint32(pos.height - 1)
    state = np.int64(pos.states[height])
    pos.height = height
    pos.key = pos.keys[height]
    pos.score = pos.scores[height]
    pos.checkers = pos.checks[height]
    pos.castling = (state >> 8) & 15
    pos.passant = (state >> 16) & 127
    pos.fifty = (state >> 24) & 0xFFFF
    return state & 15


@key_after.register(POSITION)
def _key_after(pos: Record, move: Int) -> Word:
    """Exact but for castling, promotion, en passant and lost rights."""
    origin, goal = source(move), target(move)
    piece, captured = pos.board[origin], pos.board[goal]
    key = pos.key ^ SIDE_KEY ^ PASSANT_KEY[pos.passant] ^ PIECE_KEY[piece, origin] ^ PIECE_KEY[piece, goal]
    return key ^ PIECE_KEY[captured, goal] if captured != EMPTY else key


@make.register(POSITION)
def _make(pos: Record, move: Int) -> None:
    # Step 1. Read the move.
    side = np.int64(pos.side & 1)
    origin, goal, what = source(move), target(move), kind(move)
    piece = np.int64(pos.board[origin])
    captured = np.int64(pos.board[goal]) if what != CASTLE else np.int64(EMPTY)
    _save(pos, captured, piece, move)
    key = pos.key ^ SIDE_KEY ^ PASSANT_KEY[pos.passant] ^ CASTLING_KEY[pos.castling]
    score = pos.score

    # Step 2. Move the pieces.
    pos.board[origin] = EMPTY
    if what == CASTLE:
        rook = piece - KINGS + ROOKS
        king_goal, rook_goal = castling_goals(origin, goal)
        pos.board[goal] = EMPTY
        pos.board[king_goal] = piece
        pos.board[rook_goal] = rook
        _toggle(pos, piece, bit(origin) ^ bit(king_goal))
        _toggle(pos, rook, bit(goal) ^ bit(rook_goal))
        key ^= PIECE_KEY[piece, origin] ^ PIECE_KEY[piece, king_goal]
        key ^= PIECE_KEY[rook, goal] ^ PIECE_KEY[rook, rook_goal]
        score += pos.psq[piece, king_goal] - pos.psq[piece, origin]
        score += pos.psq[rook, rook_goal] - pos.psq[rook, goal]
    else:
        if captured != EMPTY:
            _toggle(pos, captured, bit(goal))
            key ^= PIECE_KEY[captured, goal]
            score -= pos.psq[captured, goal]
        elif what == EN_PASSANT:
            pawn, square = PAWNS + 8 * (side ^ 1), goal ^ 8
            pos.board[square] = EMPTY
            _toggle(pos, pawn, bit(square))
            key ^= PIECE_KEY[pawn, square]
            score -= pos.psq[pawn, square]
        arrived = what + 8 * side if TO_KNIGHT <= what <= TO_QUEEN else piece
        pos.board[goal] = arrived
        _toggle(pos, piece, bit(origin))
        _toggle(pos, arrived, bit(goal))
        key ^= PIECE_KEY[piece, origin] ^ PIECE_KEY[arrived, goal]
        score += pos.psq[arrived, goal] - pos.psq[piece, origin]
    pos.score = score

    # Step 3. Clocks and rights.
    pos.fifty = 0 if captured != EMPTY or piece & 7 == PAWNS else pos.fifty + 1
    pos.castling = pos.castling & pos.losses[origin] & pos.losses[goal]
    pos.passant = NOWHERE
    if what == DOUBLE:
        # noted only if it can be taken: positions that allow the same moves are the same
        behind = (origin + goal) >> 1
        if passant_takers(pos, side ^ 1, king_square(pos, side ^ 1), behind):
            pos.passant = behind
    pos.key = key ^ PASSANT_KEY[pos.passant] ^ CASTLING_KEY[pos.castling]

    # Step 4. Hand over.
    pos.side = side ^ 1
    pos.checkers = find_checkers(pos)


@unmake.register(POSITION)
def _unmake(pos: Record, move: Int) -> None:
    side = np.int64(pos.side & 1) ^ 1
    origin, goal, what = source(move), target(move), kind(move)
    captured = _restore(pos)
    pos.side = side
    if what == CASTLE:
        king, rook = KINGS + 8 * side, ROOKS + 8 * side
        king_goal, rook_goal = castling_goals(origin, goal)
        pos.board[king_goal] = EMPTY
        pos.board[rook_goal] = EMPTY
        pos.board[origin] = king
        pos.board[goal] = rook
        _toggle(pos, king, bit(origin) ^ bit(king_goal))
        _toggle(pos, rook, bit(goal) ^ bit(rook_goal))
        return
    arrived = np.int64(pos.board[goal])
    piece = PAWNS + 8 * side if TO_KNIGHT <= what <= TO_QUEEN else arrived
    pos.board[origin] = piece
    pos.board[goal] = captured
    _toggle(pos, arrived, bit(goal))
    _toggle(pos, piece, bit(origin))
    if captured != EMPTY:
        _toggle(pos, captured, bit(goal))
    elif what == EN_PASSANT:
        pawn, square = PAWNS + 8 * (side ^ 1), goal ^ 8
        pos.board[square] = pawn
        _toggle(pos, pawn, bit(square))


@skip.register(POSITION)
def _skip(pos: Record) -> Bool:
    """Not in check, and not with pawns alone, where having to move is often what loses."""
    own = pos.colours[pos.side & 1]
    if pos.checkers != ZERO or own & ~(pos.pieces[PAWNS] | pos.pieces[KINGS]) == ZERO:
        return False
    _save(pos, EMPTY, EMPTY, NO_MOVE)
    pos.key ^= SIDE_KEY ^ PASSANT_KEY[pos.passant]
    pos.passant = NOWHERE
    pos.fifty = 0
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
    pos.keys[:KEPT] = pos.keys[height - KEPT : height]
    pos.scores[:KEPT] = pos.scores[height - KEPT : height]
    pos.checks[:KEPT] = pos.checks[height - KEPT : height]
    pos.states[:KEPT] = pos.states[height - KEPT : height]
    pos.height = KEPT
