"""The xiangqi position: one record, and what can be read from it.

A move packs from (7 bits) and to (7). Sets of squares are two words, Red's half and Black's.
"""

import numpy as np

from boyi.engines.evaluators.mlp import MOST_HIDDEN
from boyi.engines.jit import Bool, Int, Record, Word, inline, record
from boyi.engines.jit.intrinsics import ZERO, several
from boyi.engines.rules import MOST_MOVES
from boyi.engines.xiangqi.pieces import ADVISORS, ELEPHANTS, EMPTY, KINGS
from boyi.engines.xiangqi.squares import in_palace, own_half

NOWHERE = 90
STACK = 1024
KEPT = 256
"""Undo entries in all; those that remain when a long game makes room."""
SEEN = 2048
WIDTH = 256
"""Entries of an accumulator, for evaluation by a network."""
ACCUMULATORS = 128
"""Positions whose accumulators are kept, by height; a power of two above a search's usual depth."""
OUTLOOKS = 9
"""Ways in which a side may see the board: one for each square of its king."""
FREE_CHECKS = 10
"""Checks of a side that count towards the natural limit; further ones stop its clock."""

POSITION = record(
    ("pieces", np.uint64, (7, 2)),  # squares by kind
    ("colours", np.uint64, (2, 2)),  # squares by colour
    ("checkers", np.uint64, 2),  # enemy pieces that give check
    ("key", np.uint64),
    ("pawns", np.uint64),  # a key of the pawns alone
    ("board", np.uint8, 90),
    ("kings", np.uint8, 2),  # where they stand
    ("side", np.uint8),
    ("rules", np.uint8),  # what must not be repeated for ever
    ("returns", np.uint8),  # how often a position must come back to be judged
    ("draws", np.uint8),  # who wins drawn games, in the order of the values of `Draw Rule`; 0 for nobody
    ("limit", np.uint16),  # plies without a capture after which the game is drawn
    ("checks", np.uint8, 2),  # checks given by each side since the last capture
    ("quiet", np.uint16),  # plies since a capture, as the natural limit counts them
    ("back", np.uint16),  # plies since a capture or a pass: how far a repetition may lie back
    ("number", np.uint32),  # plies of the game before this position
    ("height", np.uint32),  # entries on the undo stacks
    ("scratch", np.int32, MOST_MOVES),  # room for a list of moves
    ("score", np.int64),  # material and squares, Red's view, packed; needs `bind`
    ("psq", np.int64, (16, 90)),  # what each piece adds to it on each square
    ("terms", np.int64, 227),  # other terms of the evaluation, packed; see there
    ("units", np.float32, MOST_HIDDEN),  # scratch of a network's hidden layer
    ("accumulators", np.int16, (ACCUMULATORS, 2, WIDTH)),
    ("marks", np.uint64, (ACCUMULATORS, 2)),  # key of the position that each side's accumulator belongs to
    ("sums", np.int16, (2, OUTLOOKS, WIDTH)),  # the last accumulator summed up for each way to see the board
    ("summed", np.uint64, (2, OUTLOOKS, 16, 2)),  # what was in it: squares by piece
    ("seen", np.uint16, SEEN),  # how many entries of `keys` have a hash: most positions never came before
    ("keys", np.uint64, STACK),
    ("structures", np.uint64, STACK),
    ("scores", np.int64, STACK),
    ("checkings", np.uint64, (STACK, 2)),
    ("states", np.uint64, STACK),  # captured piece, moved piece, move, counters
)


def _zobrist() -> tuple[np.ndarray, np.uint64]:
    random = np.random.Generator(np.random.PCG64(0xB0E2))
    pieces = random.integers(1, 2**64, (16, 90), np.uint64)
    pieces[EMPTY] = 0
    return pieces, random.integers(1, 2**64, dtype=np.uint64)


PIECE_KEY, SIDE_KEY = _zobrist()


def may_stand(kind: int, colour: int, square: int) -> bool:
    """Whether a square is within the bounds of a king, advisor or elephant; others have none here."""
    if kind in {KINGS, ADVISORS}:
        return in_palace(square, colour)
    return kind != ELEPHANTS or own_half(square, colour)


@inline
def source(move: Int) -> Int:
    """The square a move leaves."""
    return move & 127


@inline
def target(move: Int) -> Int:
    """The square a move goes to."""
    return (move >> 7) & 127


@inline
def pack(origin: Int, goal: Int) -> Int:
    """A move from its parts."""
    return origin | goal << 7


@inline
def occupied(pos: Record) -> tuple[Word, Word]:
    """All pieces."""
    return pos.colours[0, 0] | pos.colours[1, 0], pos.colours[0, 1] | pos.colours[1, 1]


@inline
def pieces_of(pos: Record, kind: Int, colour: Int) -> tuple[Word, Word]:
    """The pieces of a kind and a colour."""
    return pos.pieces[kind, 0] & pos.colours[colour, 0], pos.pieces[kind, 1] & pos.colours[colour, 1]


@inline
def is_check(pos: Record) -> Bool:
    """Whether the side to move is in check."""
    return (pos.checkers[0] | pos.checkers[1]) != ZERO


@inline
def is_double_check(pos: Record) -> Bool:
    """Whether more than one piece gives check."""
    near, far = pos.checkers[0], pos.checkers[1]
    return (near != ZERO and far != ZERO) or several(near | far)


@inline
def seen_index(key: Word) -> Int:
    """The place of a key in `seen`."""
    return np.int64(key & np.uint64(SEEN - 1))


@inline
def move_back(pos: Record, back: Int) -> tuple[Int, Int]:
    """The move `back` plies ago (1 is the last) and the piece that it took; 0 and EMPTY if none is known."""
    if pos.height < back:
        return np.int64(0), np.int64(EMPTY)
    state = np.int64(pos.states[pos.height - back])
    return state >> 8 & 0x3FFF, state & 15
