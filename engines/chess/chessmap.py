"""Control maps of chess: who bears on a square, and what a move influences.

Pins and en passant are left out of account: the map is a first glance, not a proof.
"""

from pathlib import Path

import numpy as np

from boyi.engines.chess.position import (
    BISHOPS,
    CASTLE,
    KINGS,
    KNIGHTS,
    PAWNS,
    POSITION,
    QUEENS,
    TO_KNIGHT,
    TO_QUEEN,
    attackers,
    castling_goals,
    discover_sliders,
    kind,
    king_square,
    slider_attacks,
    source,
    target,
)
from boyi.engines.chess.sliders import rook_attacks
from boyi.engines.chess.squares import KING, KNIGHT, PAWN, forward
from boyi.engines.chess.tactics import HISTORY_SIZE
from boyi.engines.chessmaps import control, ordering
from boyi.engines.jit import Int, Record, Word, inline
from boyi.engines.jit.intrinsics import ONE, ZERO, bit, lowest

WORTH = np.array([1, 3, 3, 5, 9, control.KING_WORTH, 0], np.int64)
"""By kind, as players count: a knight for a bishop is an even trade."""
SQUARES = 64
HOME = (np.uint64(0xFF00), np.uint64(0x00FF000000000000))
HIDDEN = 64

WORDS = np.zeros((2, SQUARES, 2), np.uint64)
"""The bit of what each side calls a square, as two words of which chess needs one."""
for _square in range(SQUARES):
    WORDS[0, _square, 0], WORDS[1, _square, 0] = 1 << _square, 1 << (_square ^ 56)

FILE_BANDS, RANK_BANDS = (0, 0, 1, 2, 3, 4, 5, 5), (0, 0, 1, 1, 2, 2, 3, 3)
ELEVEN = (
    "10 10 10 6 6 8 8 8",
    "10 10 10 6 6 8 8 8",
    "9 9 5 5 5 5 7 7",
    "9 9 5 5 5 5 7 7",
    "1 1 5 5 5 5 3 3",
    "1 1 5 5 5 5 3 3",
    "0 0 0 4 4 2 2 2",
    "0 0 0 4 4 2 2 2",
)
"""Eleven sectors as a reader sees them, White below, numbered from 0."""
LAYOUTS = {
    "16x4": tuple(square // 16 * 4 + square % 8 // 2 for square in range(SQUARES)),
    "64x1": tuple(range(SQUARES)),
    "unequal": tuple(RANK_BANDS[square // 8] * 6 + FILE_BANDS[square % 8] for square in range(SQUARES)),
    "11": tuple(int(sector) for row in reversed(ELEVEN) for sector in row.split()),
}
"""Sector of each square by name of the layout. The unequal one is finer on the four middle files; the one of
eleven has corners, edges and a centre."""

NET = control.sector_net(SQUARES, HIDDEN, 16)
THREAD = ordering.chessmap_dtype(HISTORY_SIZE, NET)
ordering.register(POSITION, THREAD)
CHESSMAPS = ordering.ChessmapSpec(
    "chess", Path(__file__).with_name("sectors.safetensors"), NET, THREAD, WORDS
)
map_thread, tie_thread = CHESSMAPS.map_thread, CHESSMAPS.tie_thread


@control.occupant.register(POSITION)
def _occupant(pos: Record, square: Int) -> Int:
    piece = np.int64(pos.board[square])
    return -WORTH[piece & 7] if piece >> 3 else WORTH[piece & 7]


@control.relative_square.register(POSITION)
def _relative_square(pos: Record, square: Int) -> Int:
    return square ^ (56 * np.int64(pos.side & 1))


@control.relative_ends.register(POSITION)
def _relative_ends(pos: Record, move: Int) -> tuple[Int, Int]:
    turn = 56 * np.int64(pos.side & 1)
    return source(move) ^ turn, target(move) ^ turn


@control.list_attackers.register(POSITION)
def _list_attackers(pos: Record, square: Int, worths: np.ndarray, counts: np.ndarray) -> None:
    """Pieces behind others of the same line count, too: each is found when the one before has gone."""
    occupied, pieces = pos.colours[0] | pos.colours[1], pos.pieces
    around = attackers(pos, square, occupied) & ~bit(square)
    while around:
        taker = 0
        while not around & pieces[taker]:
            taker += 1
        origin = lowest(around & pieces[taker])
        control.append_worth(worths, counts, np.int64(pos.board[origin]) >> 3 & 1, WORTH[taker])
        occupied &= ~bit(origin)
        around = (around | discover_sliders(pos, square, occupied, taker)) & occupied & ~bit(square)


@control.list_movers.register(POSITION)
def _list_movers(pos: Record, square: Int, worths: np.ndarray, counts: np.ndarray) -> None:
    """Pawns come by pushes alone."""
    occupied = pos.colours[0] | pos.colours[1]
    rest = attackers(pos, square, occupied) & ~pos.pieces[PAWNS]
    while rest:
        piece = np.int64(pos.board[lowest(rest)])
        rest &= rest - ONE
        control.append_worth(worths, counts, piece >> 3 & 1, WORTH[piece & 7])
    for side in range(2):
        pawns = pos.pieces[PAWNS] & pos.colours[side]
        behind = forward(bit(square), side ^ 1)
        twice = forward(behind & ~occupied, side ^ 1) & HOME[side]
        if (behind | twice) & pawns:
            control.append_worth(worths, counts, np.int64(side), WORTH[PAWNS])


@control.describe_king.register(POSITION)
def _describe_king(pos: Record, inputs: np.ndarray, side: Int, place: Int) -> None:
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


@inline
def _attacks(piece: Int, side: Int, square: Int, occupied: Word) -> Word:
    """Squares that a piece of a kind bears on."""
    if piece == PAWNS:
        return PAWN[side, square]
    if piece == KNIGHTS:
        return KNIGHT[square]
    if piece == KINGS:
        return KING[square]
    return slider_attacks(piece, square, occupied)


@inline
def _discovered_attacks(pos: Record, origin: Int, before: Word, after: Word) -> Word:
    """Squares that own sliders newly bear on when a piece has left a square."""
    own, found = pos.colours[pos.side & 1] & ~bit(origin), ZERO
    for slider in range(BISHOPS, QUEENS):
        behind = slider_attacks(slider, origin, before) & own & (pos.pieces[slider] | pos.pieces[QUEENS])
        while behind:
            square = lowest(behind)
            behind &= behind - ONE
            found |= slider_attacks(slider, square, after) & ~slider_attacks(slider, square, before)
    return found


@control.influence.register(POSITION)
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
    found = bit(goal) | _attacks(piece, side, goal, after) | _discovered_attacks(pos, origin, before, after)
    return found, ZERO
