"""Chess as the chart of control sees it: who bears on a square, and what a move influences.

Pins and en passant are left out of account: the map is a first glance, not a proof.
"""

from pathlib import Path

import numpy as np

from boyi.engines.bits import ONE, ZERO, bit, lowest
from boyi.engines.chess.position import (
    BISHOPS,
    CASTLE,
    KINGS,
    KNIGHTS,
    PAWNS,
    POSITION,
    QUEENS,
    ROOKS,
    TO_KNIGHT,
    TO_QUEEN,
    attackers,
    castling_goals,
    kind,
    king_square,
    source,
    target,
)
from boyi.engines.chess.sliders import bishop_attacks, rook_attacks
from boyi.engines.chess.squares import KING, KNIGHT, PAWN, forward
from boyi.engines.chess.tactics import TRACES
from boyi.engines.jit import Int, Record, Word, inline
from boyi.engines.search import mapped
from boyi.engines.search.chart import (
    KING_WORTH,
    describe_kings,
    enter,
    goal_seen,
    influence,
    list_takers,
    list_visitors,
    occupant,
    origin_seen,
    sector_net,
    seen,
)

WORTH = np.array([1, 3, 3, 5, 9, KING_WORTH, 0], np.int64)
"""By kind, as players count: a knight for a bishop is an even trade."""
SQUARES = 64
HOME = (np.uint64(0xFF00), np.uint64(0x00FF000000000000))
HIDDEN = 64

WORDS = np.zeros((2, SQUARES, 2), np.uint64)
"""The bit of what each side calls a square, as two words of which chess needs one."""
for _square in range(SQUARES):
    WORDS[0, _square, 0], WORDS[1, _square, 0] = 1 << _square, 1 << (_square ^ 56)

FILE_BANDS, RANK_BANDS = (0, 0, 1, 2, 3, 4, 5, 5), (0, 0, 1, 1, 2, 2, 3, 3)
LAYOUTS = {
    "16x4": tuple(square // 16 * 4 + square % 8 // 2 for square in range(SQUARES)),
    "64x1": tuple(range(SQUARES)),
    "unequal": tuple(RANK_BANDS[square // 8] * 6 + FILE_BANDS[square % 8] for square in range(SQUARES)),
}
"""Sector of each square by name of the layout. The unequal one is finer on the four middle files."""

NET = sector_net(SQUARES, HIDDEN, 16)
DESK = mapped.mapped_dtype(TRACES, NET)
mapped.register(POSITION, DESK)
ATLAS = mapped.Atlas("chess", Path(__file__).with_name("sectors.safetensors"), NET, DESK, WORDS)
alone, ties = ATLAS.alone, ATLAS.ties


@occupant.register(POSITION)
def _occupant(pos: Record, square: Int) -> Int:
    piece = np.int64(pos.board[square])
    return -WORTH[piece & 7] if piece >> 3 else WORTH[piece & 7]


@seen.register(POSITION)
def _seen(pos: Record, square: Int) -> Int:
    return square ^ (56 * np.int64(pos.side & 1))


@origin_seen.register(POSITION)
def _origin_seen(pos: Record, move: Int) -> Int:
    return source(move) ^ (56 * np.int64(pos.side & 1))


@goal_seen.register(POSITION)
def _goal_seen(pos: Record, move: Int) -> Int:
    return target(move) ^ (56 * np.int64(pos.side & 1))


@list_takers.register(POSITION)
def _list_takers(pos: Record, square: Int, worths: np.ndarray, counts: np.ndarray) -> None:
    """Pieces behind others of the same line count, too: each is found when the one before has gone."""
    occupied, pieces = pos.colours[0] | pos.colours[1], pos.pieces
    diagonal, straight = pieces[BISHOPS] | pieces[QUEENS], pieces[ROOKS] | pieces[QUEENS]
    around = attackers(pos, square, occupied) & ~bit(square)
    while around:
        taker = 0
        while not around & pieces[taker]:
            taker += 1
        origin = lowest(around & pieces[taker])
        enter(worths, counts, np.int64(pos.board[origin]) >> 3 & 1, WORTH[taker])
        occupied &= ~bit(origin)
        if taker == PAWNS or taker == BISHOPS or taker == QUEENS:
            around |= bishop_attacks(square, occupied) & diagonal
        if taker == ROOKS or taker == QUEENS:
            around |= rook_attacks(square, occupied) & straight
        around &= occupied & ~bit(square)


@list_visitors.register(POSITION)
def _list_visitors(pos: Record, square: Int, worths: np.ndarray, counts: np.ndarray) -> None:
    """Pawns come by pushes alone."""
    occupied = pos.colours[0] | pos.colours[1]
    rest = attackers(pos, square, occupied) & ~pos.pieces[PAWNS]
    while rest:
        piece = np.int64(pos.board[lowest(rest)])
        rest &= rest - ONE
        enter(worths, counts, piece >> 3 & 1, WORTH[piece & 7])
    for side in range(2):
        pawns = pos.pieces[PAWNS] & pos.colours[side]
        behind = forward(bit(square), side ^ 1)
        twice = forward(behind & ~occupied, side ^ 1) & HOME[side]
        if (behind | twice) & pawns:
            enter(worths, counts, np.int64(side), WORTH[PAWNS])


@inline
def _king_inputs(pos: Record, inputs: np.ndarray, side: Int, place: Int) -> None:
    """File and rank of a king as its own side sees them, and how much of what is around it is attacked."""
    square, enemy = king_square(pos, side), side ^ 1
    around, attacked = KING[square], np.int64(0)
    occupied = pos.colours[0] | pos.colours[1]
    while around:
        if attackers(pos, lowest(around), occupied) & pos.colours[enemy]:
            attacked += 1
        around &= around - ONE
    inputs[place] = np.float32((square & 7) / 3.5 - 1)
    inputs[place + 1] = np.float32((square >> 3 ^ 7 * side) / 3.5 - 1)
    inputs[place + 2] = np.float32(attacked / 4)


@describe_kings.register(POSITION)
def _describe_kings(pos: Record, inputs: np.ndarray) -> None:
    side = np.int64(pos.side & 1)
    _king_inputs(pos, inputs, side, np.int64(SQUARES))
    _king_inputs(pos, inputs, side ^ 1, np.int64(SQUARES + 3))


@inline
def _attacks(piece: Int, side: Int, square: Int, occupied: Word) -> Word:
    """Squares that a piece of a kind bears on."""
    if piece == PAWNS:
        return PAWN[side, square]
    if piece == KNIGHTS:
        return KNIGHT[square]
    if piece == KINGS:
        return KING[square]
    found = ZERO
    if piece != ROOKS:
        found |= bishop_attacks(square, occupied)
    if piece != BISHOPS:
        found |= rook_attacks(square, occupied)
    return found


@inline
def _uncovered(pos: Record, origin: Int, before: Word, after: Word) -> Word:
    """Squares that own sliders newly bear on when a piece has left a square."""
    own, pieces, found = pos.colours[pos.side & 1] & ~bit(origin), pos.pieces, ZERO
    behind = rook_attacks(origin, before) & own & (pieces[ROOKS] | pieces[QUEENS])
    while behind:
        square = lowest(behind)
        behind &= behind - ONE
        found |= rook_attacks(square, after) & ~rook_attacks(square, before)
    behind = bishop_attacks(origin, before) & own & (pieces[BISHOPS] | pieces[QUEENS])
    while behind:
        square = lowest(behind)
        behind &= behind - ONE
        found |= bishop_attacks(square, after) & ~bishop_attacks(square, before)
    return found


@influence.register(POSITION)
def _influence(pos: Record, move: Int) -> tuple[Word, Word]:
    side, what = np.int64(pos.side & 1), kind(move)
    origin, goal = source(move), target(move)
    before = pos.colours[0] | pos.colours[1]
    if what == CASTLE:
        king, rook = castling_goals(origin, goal)
        after = before & ~(bit(origin) | bit(goal)) | bit(king) | bit(rook)
        return bit(king) | KING[king] | bit(rook) | rook_attacks(rook, after), ZERO
    after = before & ~bit(origin) | bit(goal)
    piece = what if TO_KNIGHT <= what <= TO_QUEEN else np.int64(pos.board[origin] & 7)
    found = bit(goal) | _attacks(piece, side, goal, after) | _uncovered(pos, origin, before, after)
    return found, ZERO
