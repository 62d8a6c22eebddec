"""A position of EinStein as one record; moves that carry all that taking them back needs.

A move is packed into a number: piece, direction, the square left, the piece taken and the die before it.
The die is part of the position; 0 stands for a die still to be rolled, when any piece may move.
"""

import numpy as np

from boyi.engines.einstein.squares import GOAL, NOWHERE, PIECES, SIDE, SQUARES, TARGET, colour
from boyi.engines.jit import Bool, Int, Record, entry, inline, record
from boyi.engines.rules import LOST, ONGOING, WON, history_index, make, outcome, unmake

POSITION = record(
    ("squares", np.uint8, 2 * PIECES),  # of each piece, NOWHERE if it was taken
    ("board", np.uint8, SQUARES + 1),  # the piece on each square, counted from 1; 0 for none
    ("alive", np.uint8, 2),  # the set of pieces that each side still has
    ("side", np.uint8),
    ("die", np.uint8),
    ("key", np.uint64),
    ("lines", np.uint16, 2 * SIDE),  # scratch paper of evaluators
)

HISTORY_SIZE = 2 * PIECES * SQUARES

_CHANCE = np.random.Generator(np.random.PCG64(25))
PIECE_KEY = _CHANCE.integers(0, 1 << 64, (2 * PIECES, SQUARES + 1), np.uint64)
PIECE_KEY[:, NOWHERE] = 0
SIDE_KEY = np.uint64(_CHANCE.integers(0, 1 << 64, dtype=np.uint64))


@inline
def pack(piece: Int, direction: Int, square: Int, taken: Int, die: Int) -> Int:
    """The number of a move; `taken` is counted from 1, 0 for nothing."""
    return piece | direction << 4 | square << 6 | taken << 11 | die << 15


@inline
def mover(move: Int) -> Int:
    """The piece that moves."""
    return move & 15


@inline
def direction_of(move: Int) -> Int:
    """The direction it takes."""
    return move >> 4 & 3


@inline
def source(move: Int) -> Int:
    """The square it leaves."""
    return move >> 6 & 31


@inline
def captured_by(move: Int) -> Int:
    """The piece it takes, counted from 1; 0 for none."""
    return move >> 11 & 15


@inline
def target(move: Int) -> Int:
    """The square it goes to."""
    return np.int64(TARGET[colour(mover(move)), source(move), direction_of(move)])


def ends(move: int) -> tuple[int, int]:
    """The squares that a move leaves and reaches, for Python code."""
    piece, square = move & 15, move >> 6 & 31
    return square, int(TARGET[piece // PIECES, square, move >> 4 & 3])


@inline
def lift(pos: Record, piece: Int) -> None:
    """Take a piece off its board."""
    side = colour(piece)
    pos.key ^= PIECE_KEY[piece, pos.squares[piece]]
    pos.squares[piece] = NOWHERE
    pos.alive[side] &= np.uint8(~(1 << (piece - PIECES * side)))


@inline
def put(pos: Record, piece: Int, square: Int) -> None:
    """Set a piece that stands nowhere on a square, whatever was noted there."""
    side = colour(piece)
    pos.key ^= PIECE_KEY[piece, square]
    pos.squares[piece] = square
    pos.board[square] = piece + 1
    pos.alive[side] |= np.uint8(1 << (piece - PIECES * side))


@entry
def set_up(pos: Record, squares: np.ndarray, side: Int, die: Int) -> None:
    """Fill a record of zeros: the squares of twelve pieces, blue's first."""
    for piece in range(2 * PIECES):
        pos.squares[piece] = NOWHERE
        if squares[piece] != NOWHERE:
            put(pos, piece, np.int64(squares[piece]))
    pos.side, pos.die = side, die
    if side != 0:
        pos.key ^= SIDE_KEY


@make.register(POSITION)
def _make(pos: Record, move: Int) -> None:
    piece, taken, goal = mover(move), captured_by(move), target(move)
    if taken != 0:
        lift(pos, taken - 1)
    pos.key ^= PIECE_KEY[piece, source(move)] ^ PIECE_KEY[piece, goal] ^ SIDE_KEY
    pos.board[source(move)] = 0
    pos.board[goal] = piece + 1
    pos.squares[piece] = goal
    pos.side ^= 1
    pos.die = 0


@unmake.register(POSITION)
def _unmake(pos: Record, move: Int) -> None:
    piece, taken, goal, square = mover(move), captured_by(move), target(move), source(move)
    pos.key ^= PIECE_KEY[piece, square] ^ PIECE_KEY[piece, goal] ^ SIDE_KEY
    pos.squares[piece] = square
    pos.board[square] = piece + 1
    pos.board[goal] = 0
    if taken != 0:
        put(pos, taken - 1, goal)
    pos.side ^= 1
    pos.die = move >> 15 & 7


@history_index.register(POSITION)
def _history_index(pos: Record, move: Int) -> Int:
    return mover(move) * SQUARES + target(move)


@inline
def has_arrived(pos: Record, side: Int) -> Bool:
    """Whether a piece of a side stands on its goal."""
    piece = np.int64(pos.board[GOAL[side & 1]])
    return piece != 0 and colour(piece - 1) == side


@outcome.register(POSITION)
def _outcome(pos: Record, ply: Int) -> Int:
    side = np.int64(pos.side & 1)
    other = 1 - side
    if pos.alive[side] == 0 or has_arrived(pos, other):
        return LOST
    if pos.alive[other] == 0 or has_arrived(pos, side):
        return WON
    return ONGOING
