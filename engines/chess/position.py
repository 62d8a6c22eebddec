"""The chess position: one record, its attacks, and what a move is.

A move packs from (6 bits), to (6) and kind (3). Castling is written as the king taking its own
rook, so that every starting array of Chess960 needs no case of its own.
"""

import numpy as np

from boyi.engines.chess.sliders import bishop_attacks, rook_attacks
from boyi.engines.chess.squares import KING, KNIGHT, PAWN
from boyi.engines.jit import Bool, Int, Record, Word, inline, record
from boyi.engines.jit.intrinsics import ONE, ZERO, bit, lowest
from boyi.engines.rules import MOST_MOVES

WHITE, BLACK = 0, 1
PAWNS, KNIGHTS, BISHOPS, ROOKS, QUEENS, KINGS = range(6)
EMPTY = 6
"""On `board` a piece is its kind + 8 for Black; EMPTY elsewhere."""

NORMAL, TO_KNIGHT, TO_BISHOP, TO_ROOK, TO_QUEEN, CASTLE, EN_PASSANT, DOUBLE = range(8)
"""Kinds of move; a promotion's kind is the kind of its new piece."""

NOWHERE = 64
STACK = 1024
KEPT = 256
"""Undo entries in all; those that remain when a long game makes room."""

HIDDEN = 256
"""Width of the learned evaluation's hidden layer."""
SLOTS = 256
"""Accumulators of that layer, by height; more than any line is long."""
OUTLOOKS = 8
"""Ways in which its side may see the board."""

PAWN_CACHE = 512
"""Entries for what evaluation finds out about pawns and kings alone."""

POSITION = record(
    ("pieces", np.uint64, 6),  # squares by kind
    ("colours", np.uint64, 2),  # squares by colour
    ("key", np.uint64),
    ("checkers", np.uint64),  # enemy pieces that give check
    ("board", np.uint8, 64),
    ("side", np.uint8),
    ("castling", np.uint8),  # bits: white short, white long, black short, black long
    ("passant", np.uint8),  # the square behind a pawn that just came two squares, if it can be taken
    ("fifty", np.uint16),  # plies since a capture or a pawn move
    ("chess960", np.uint8),  # castling is written as the king taking its rook
    ("endings", np.uint64),  # the address of exact endgame tables, 0 for none
    ("number", np.uint32),  # plies of the game before this position
    ("height", np.uint32),  # entries on the undo stacks
    ("losses", np.uint8, 64),  # castling rights that stay when a move touches the square
    ("rooks", np.uint8, 4),  # where the castling rooks stand
    ("scratch", np.int32, MOST_MOVES),  # room for a list of moves
    ("score", np.int64),  # material and squares, White's view, packed; needs `bind`
    ("psq", np.int64, (14, 64)),  # what each piece adds to it on each square
    ("pawn_cache", np.uint64, (PAWN_CACHE, 5)),
    ("keys", np.uint64, STACK),
    ("scores", np.int64, STACK),
    ("checks", np.uint64, STACK),
    ("states", np.uint64, STACK),  # captured piece, moved piece, castling, passant, fifty, the move
    ("marks", np.uint64, (SLOTS, 2)),  # key of the position that each side's accumulator belongs to
    ("accumulators", np.int16, (SLOTS, 2, HIDDEN)),
    ("sums", np.int16, (2, OUTLOOKS, HIDDEN)),  # the last accumulator summed up for each way to see the board
    ("summed", np.uint64, (2, OUTLOOKS, 2, 6)),  # what was in it: squares by colour and kind
)


def _zobrist() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.uint64]:
    random = np.random.Generator(np.random.PCG64(0xB0E1))
    squares = random.integers(1, 2**64, (14, 64), np.uint64)
    rights = random.integers(1, 2**64, 4, np.uint64)
    castling = [np.bitwise_xor.reduce(rights[[i for i in range(4) if mask >> i & 1]]) for mask in range(16)]
    passant = random.integers(1, 2**64, 65, np.uint64)
    passant[NOWHERE] = 0
    return squares, np.array(castling, np.uint64), passant, random.integers(1, 2**64, dtype=np.uint64)


PIECE_KEY, CASTLING_KEY, PASSANT_KEY, SIDE_KEY = _zobrist()


@inline
def source(move: Int) -> Int:
    """The square a move leaves."""
    return move & 63


@inline
def target(move: Int) -> Int:
    """The square a move goes to; for castling, the rook's."""
    return (move >> 6) & 63


@inline
def kind(move: Int) -> Int:
    """The kind of a move."""
    return (move >> 12) & 7


@inline
def pack(origin: Int, goal: Int, kind: Int) -> Int:
    """A move from its parts."""
    return origin | goal << 6 | kind << 12


@inline
def king_square(pos: Record, colour: Int) -> Int:
    """Where a colour's king stands."""
    return lowest(pos.pieces[KINGS] & pos.colours[colour])


@inline
def attackers(pos: Record, square: Int, occupied: Word) -> Word:
    """Pieces of both colours that attack a square, lines being open as `occupied` says."""
    pieces = pos.pieces
    pawns = PAWN[BLACK, square] & pos.colours[WHITE] | PAWN[WHITE, square] & pos.colours[BLACK]
    return (
        pawns & pieces[PAWNS]
        | KNIGHT[square] & pieces[KNIGHTS]
        | KING[square] & pieces[KINGS]
        | bishop_attacks(square, occupied) & (pieces[BISHOPS] | pieces[QUEENS])
        | rook_attacks(square, occupied) & (pieces[ROOKS] | pieces[QUEENS])
    )


@inline
def slider_attacks(kind: Int, square: Int, occupied: Word) -> Word:
    """Squares that a bishop, rook or queen attacks."""
    found = ZERO
    if kind != ROOKS:
        found |= bishop_attacks(square, occupied)
    if kind != BISHOPS:
        found |= rook_attacks(square, occupied)
    return found


@inline
def discover_sliders(pos: Record, square: Int, occupied: Word, taker: Int) -> Word:
    """Sliders that attack a square on lines that a capture there by a piece of a kind may have opened."""
    pieces, found = pos.pieces, ZERO
    if taker == PAWNS or taker == BISHOPS or taker == QUEENS:
        found |= bishop_attacks(square, occupied) & (pieces[BISHOPS] | pieces[QUEENS])
    if taker == ROOKS or taker == QUEENS:
        found |= rook_attacks(square, occupied) & (pieces[ROOKS] | pieces[QUEENS])
    return found


@inline
def is_attacked(pos: Record, square: Int, by: Int, occupied: Word) -> Bool:
    """Whether a colour attacks a square."""
    return (attackers(pos, square, occupied) & pos.colours[by & 1]) != ZERO


@inline
def find_checkers(pos: Record) -> Word:
    """Enemy pieces that give check to the side to move."""
    side = pos.side & 1
    occupied = pos.colours[0] | pos.colours[1]
    return attackers(pos, king_square(pos, side), occupied) & pos.colours[side ^ 1]


@inline
def passant_takers(pos: Record, side: Int, king: Int, goal: Int) -> Word:
    """A colour's pawns that may take en passant on `goal`, its king on `king`.

    Each capture is tried out on the lines, since two pawns leave a rank at once.
    """
    victim, enemy, pieces = goal ^ 8, pos.colours[side ^ 1], pos.pieces
    sliders = pieces[BISHOPS] | pieces[ROOKS] | pieces[QUEENS]
    candidates = PAWN[side ^ 1, goal] & pieces[PAWNS] & pos.colours[side]
    takers = ZERO
    if not candidates:
        return takers
    if attackers(pos, king, pos.colours[0] | pos.colours[1]) & enemy & ~sliders & ~bit(victim):
        return takers  # a check by another pawn or a knight, which this would not answer
    while candidates:
        origin = lowest(candidates)
        candidates &= candidates - ONE
        occupied = (pos.colours[0] | pos.colours[1] | bit(goal)) & ~(bit(origin) | bit(victim))
        attacks = rook_attacks(king, occupied) & (pieces[ROOKS] | pieces[QUEENS])
        attacks |= bishop_attacks(king, occupied) & (pieces[BISHOPS] | pieces[QUEENS])
        if not attacks & enemy:
            takers |= bit(origin)
    return takers


@inline
def castling_goals(origin: Int, goal: Int) -> tuple[Int, Int]:
    """Where king and rook stand after castling: g and f file, or c and d."""
    short = np.int64(goal > origin)
    return (origin & 56) + 2 + 4 * short, (origin & 56) + 3 + 2 * short
