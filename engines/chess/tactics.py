"""What search asks of a chess move: its class, its gain, how its exchanges end, its name in tables."""

import numpy as np

from boyi.engines import rules
from boyi.engines.chess.position import (
    BISHOPS,
    CASTLE,
    DOUBLE,
    EMPTY,
    EN_PASSANT,
    KINGS,
    KNIGHTS,
    NORMAL,
    NOWHERE,
    PAWNS,
    POSITION,
    QUEENS,
    ROOKS,
    TO_KNIGHT,
    TO_QUEEN,
    attackers,
    discover_sliders,
    kind,
    king_square,
    source,
    target,
)
from boyi.engines.chess.squares import BISHOP_LINES, KNIGHT, PAWN, ROOK_LINES
from boyi.engines.jit import Bool, Int, Record, Word, inline
from boyi.engines.jit.intrinsics import ONE, SPREAD, ZERO, bit, lowest
from boyi.engines.rules import ADVANCE, CHECK, OTHER, RECAPTURE, gain
from boyi.engines.search import extensions

WORTH = np.array([100, 320, 330, 500, 950, 0, 0], np.int64)
"""Exchange values by kind, and nothing for an empty square; a king is never traded."""

HISTORY_SIZE = 12 * 64


def _passed_masks() -> np.ndarray:
    """Squares from which an enemy pawn can still stop a pawn, by colour and square."""
    masks = np.zeros((2, 64), np.uint64)
    for square in range(64):
        file, rank = square % 8, square // 8
        files = [f for f in (file - 1, file, file + 1) if 0 <= f < 8]
        masks[0, square] = sum(1 << (8 * r + f) for r in range(rank + 1, 8) for f in files)
        masks[1, square] = sum(1 << (8 * r + f) for r in range(rank) for f in files)
    return masks


PASSED = _passed_masks()


@rules.history_index.register(POSITION)
def _history_index(pos: Record, move: Int) -> Int:
    piece = np.int64(pos.board[source(move)])
    return (piece - 2 * (piece >> 3)) * 64 + target(move)


@inline
def _is_promotion(what: Int) -> Bool:
    return TO_KNIGHT <= what <= TO_QUEEN


@rules.noisy.register(POSITION)
def _noisy(pos: Record, move: Int) -> Bool:
    """Captures and promotions to a queen; lesser promotions are curiosities, left to full search."""
    what = kind(move)
    return what == TO_QUEEN or what == EN_PASSANT or (what == NORMAL and pos.board[target(move)] != EMPTY)


@rules.gain.register(POSITION)
def _gain(pos: Record, move: Int) -> Int:
    what = kind(move)
    if what == CASTLE:
        return 0
    if what == EN_PASSANT:
        return WORTH[PAWNS]
    won = WORTH[pos.board[target(move)] & 7]
    return won + WORTH[what] - WORTH[PAWNS] if _is_promotion(what) else won


@rules.capture_order.register(POSITION)
def _capture_order(pos: Record, move: Int) -> Int:
    """Most valuable victim first, then the least valuable attacker."""
    return gain(pos, move) * 8 - np.int64(pos.board[source(move)] & 7)


@rules.see.register(POSITION)
def _see(pos: Record, move: Int, threshold: Int) -> Bool:
    what = kind(move)
    if what == CASTLE:
        return threshold <= 0
    origin, goal = source(move), target(move)
    pieces = pos.pieces

    # Step 1. Win what stands there; if even losing the mover for nothing is enough, done.
    balance = gain(pos, move) - threshold
    if balance < 0:
        return False
    mover = what if _is_promotion(what) else np.int64(pos.board[origin] & 7)
    balance -= WORTH[mover]
    if balance >= 0:
        return True

    # Step 2. Take back by turns with the least valuable piece, until a side can't or won't.
    occupied = (pos.colours[0] | pos.colours[1]) & ~bit(origin) | bit(goal)
    if what == EN_PASSANT:
        occupied &= ~bit(goal ^ 8)
    around = attackers(pos, goal, occupied) & occupied
    side = np.int64(pos.side & 1) ^ 1
    mine = True  # whether the mover's side made the last capture
    while True:
        takers = around & pos.colours[side]
        if not takers:
            return mine
        taker = 0
        while not takers & pieces[taker]:
            taker += 1
        if taker == KINGS:
            return mine if around & pos.colours[side ^ 1] else not mine
        mine = not mine
        balance = -balance - 1 - WORTH[taker]
        if balance >= 0:
            # the other side's king can't take back on a guarded square: the last taker stays on top
            return mine
        occupied ^= ONE << np.uint64(lowest(takers & pieces[taker]))
        around = (around | discover_sliders(pos, goal, occupied, taker)) & occupied
        side ^= 1


@rules.may_check.register(POSITION)
def _may_check(pos: Record, move: Int) -> Bool:
    """By geometry: whether the piece would bear on the king of an empty board, or may uncover another."""
    what, origin, goal = kind(move), source(move), bit(target(move))
    if what != NORMAL and what != DOUBLE:
        return True
    side, pieces = np.int64(pos.side & 1), pos.pieces
    king = king_square(pos, side ^ 1)
    straight, diagonal = ROOK_LINES[king], BISHOP_LINES[king]
    if bit(origin) & (straight | diagonal):
        behind = straight & (pieces[ROOKS] | pieces[QUEENS]) | diagonal & (pieces[BISHOPS] | pieces[QUEENS])
        if behind & pos.colours[side] & ~bit(origin):
            return True
    piece = np.int64(pos.board[origin] & 7)
    if piece == PAWNS:
        return PAWN[side ^ 1, king] & goal != ZERO
    if piece == KNIGHTS:
        return KNIGHT[king] & goal != ZERO
    lines = straight if piece == ROOKS or piece == QUEENS else ZERO
    lines |= diagonal if piece == BISHOPS or piece == QUEENS else ZERO
    return lines & goal != ZERO


@extensions.captured_at.register(POSITION)
def _captured_at(pos: Record, back: Int) -> tuple[Int, Int]:
    if pos.height < back:
        return np.int64(0), np.int64(NOWHERE)
    state = np.int64(pos.states[pos.height - back])
    return WORTH[state & 7], target(state >> 40)


@rules.move_class.register(POSITION)
def _move_class(pos: Record, move: Int) -> Int:
    if pos.checkers:
        return CHECK
    if extensions.is_recapture(pos):
        return RECAPTURE
    goal, mover = target(move), np.int64(pos.side & 1) ^ 1
    if pos.board[goal] == PAWNS + 8 * mover:
        rank = goal >> 3 if mover == 0 else 7 - (goal >> 3)
        if rank >= 5 and not PASSED[mover, goal] & pos.pieces[PAWNS] & pos.colours[mover ^ 1]:
            return ADVANCE
    return OTHER


@rules.structure.register(POSITION)
def _structure(pos: Record) -> Word:
    """A key of the pawns: two odd multipliers spread the two colours' bitboards."""
    white = pos.pieces[PAWNS] & pos.colours[0]
    black = pos.pieces[PAWNS] & pos.colours[1]
    return white * SPREAD[0] ^ black * SPREAD[1]


@rules.ranks_pieces.register(POSITION)
def _ranks_pieces(pos: Record) -> Bool:
    return True


@rules.placement.register(POSITION)
def _placement(pos: Record, group: Int) -> Word:
    """All but the pawns, spread in the same way; kings are of every group."""
    pieces, white, black = pos.pieces, pos.colours[0], pos.colours[1]
    if group > 1:
        one, two = (pieces[KNIGHTS], pieces[BISHOPS]) if group == 2 else (pieces[ROOKS], pieces[QUEENS])
        key = (one & white) * SPREAD[0] ^ (two & white) * SPREAD[1] ^ (pieces[KINGS] & white) * SPREAD[4]
        key ^= (one & black) * SPREAD[2] ^ (two & black) * SPREAD[3]
        return key ^ (pieces[KINGS] & black) * SPREAD[5]
    own = black if group else white
    minor = (pieces[KNIGHTS] & own) * SPREAD[0] ^ (pieces[BISHOPS] & own) * SPREAD[1]
    major = (pieces[ROOKS] & own) * SPREAD[2] ^ (pieces[QUEENS] & own) * SPREAD[3]
    return minor ^ major ^ (pieces[KINGS] & own) * SPREAD[4]
