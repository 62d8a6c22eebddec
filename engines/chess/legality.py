"""Whether a number is a legal move here, told without listing moves: what the table and killers suggest."""

import numpy as np

from boyi.engines.chess.moves import castling_moves, check_evasions, find_pinned
from boyi.engines.chess.pawn_moves import LAST_RANKS, THIRD_RANKS, passant_moves
from boyi.engines.chess.position import (
    BISHOPS,
    CASTLE,
    DOUBLE,
    EN_PASSANT,
    KINGS,
    KNIGHTS,
    NORMAL,
    NOWHERE,
    PAWNS,
    POSITION,
    ROOKS,
    TO_KNIGHT,
    TO_QUEEN,
    is_attacked,
    kind,
    king_square,
    source,
    target,
)
from boyi.engines.chess.squares import BETWEEN, BISHOP_LINES, KING, KNIGHT, PAWN, ROOK_LINES, THROUGH, forward
from boyi.engines.jit import Bool, Int, Record, inline
from boyi.engines.jit.intrinsics import ZERO, bit, several
from boyi.engines.rules import legal


@inline
def _pawn_may(pos: Record, side: Int, origin: Int, goal: Int, what: Int) -> Bool:
    """Whether a pawn's move has the right shape for its kind; en passant and castling are left out."""
    occupied = pos.colours[0] | pos.colours[1]
    if (what >= TO_KNIGHT and what <= TO_QUEEN) != (bit(goal) & LAST_RANKS != ZERO):
        return False
    ahead = forward(bit(origin), side) & ~occupied
    if what == DOUBLE:
        return bit(goal) & forward(ahead & THIRD_RANKS[side], side) & ~occupied != ZERO
    return bit(goal) & (ahead | PAWN[side, origin] & pos.colours[side ^ 1]) != ZERO


@inline
def _is_listed(pos: Record, move: Int, side: Int, king: Int, what: Int) -> Bool:
    """Whether a castling or en passant move is among those that generation lists."""
    spare = pos.scratch
    count = np.int64(0)
    if what == CASTLE:
        count = castling_moves(pos, spare, count, side, king)
    elif pos.passant != NOWHERE:
        count = passant_moves(pos, spare, count, side, king)
    for i in range(count):  # noqa: SIM110  kernels know no generators
        if spare[i] == move:
            return True
    return False


@legal.register(POSITION)
def _legal(pos: Record, move: Int) -> Bool:
    side = np.int64(pos.side & 1)
    origin, goal, what = source(move), target(move), kind(move)
    king = king_square(pos, side)
    own, enemy = pos.colours[side], pos.colours[side ^ 1]
    occupied = own | enemy

    # Step 1. The shape of the move.
    if move <= 0 or move >> 15 or not own & bit(origin):
        return False
    if what == CASTLE or what == EN_PASSANT:
        return _is_listed(pos, move, side, king, what)
    piece = np.int64(pos.board[origin] & 7)
    if own & bit(goal) or (what != NORMAL and piece != PAWNS):
        return False
    if piece == KINGS:
        return KING[king] & bit(goal) != ZERO and not is_attacked(pos, goal, side ^ 1, occupied ^ bit(king))
    if piece == PAWNS:
        reached = _pawn_may(pos, side, origin, goal, what)
    elif piece == KNIGHTS:
        reached = KNIGHT[origin] & bit(goal) != ZERO
    else:
        straight = piece != BISHOPS and ROOK_LINES[origin] & bit(goal) != ZERO
        diagonal = piece != ROOKS and BISHOP_LINES[origin] & bit(goal) != ZERO
        reached = (straight or diagonal) and BETWEEN[origin, goal] & occupied == ZERO

    # Step 2. Checks and pins.
    if not reached or several(pos.checkers) or not check_evasions(pos, king) & bit(goal):
        return False
    return not find_pinned(pos, side, king) & bit(origin) or THROUGH[king, origin] & bit(goal) != ZERO
