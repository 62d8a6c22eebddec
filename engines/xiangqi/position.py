"""The xiangqi position: one record, its attacks, and how moves change it.

A move packs from (7 bits) and to (7). Sets of squares are two words, Red's half and Black's.
"""

import numpy as np

from boyi.engines.bits import ONE, ZERO, several
from boyi.engines.evaluators.mlp import MOST_HIDDEN
from boyi.engines.jit import Bool, Int, Record, Word, inline, kernel, record
from boyi.engines.rules import MOST_MOVES, make, settle, skip, unmake, unskip
from boyi.engines.xiangqi.squares import (
    ADVISOR,
    BIT,
    KING,
    PAWN_SOURCES,
    both_attacks,
    elephant_attacks,
    horse_sources,
)

RED, BLACK = 0, 1
PAWNS, ADVISORS, ELEPHANTS, HORSES, CANNONS, ROOKS, KINGS = range(7)
EMPTY = 7
"""On `board` a piece is its kind + 8 for Black; EMPTY elsewhere."""

COMPUTER, ASIAN, SIMPLE = range(3)
"""Rule sets for repetitions, as `rules` numbers them."""

NOWHERE = 90
STACK = 1024
KEPT = 256
"""Undo entries in all; those that remain when a long game makes room."""
SEEN = 2048
WIDTH = 128
"""Entries of an accumulator, for evaluation by a network."""
ACCUMULATORS = 128
"""Positions whose accumulators are kept, by height; a power of two above a search's usual depth."""
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
    ("rules", np.uint8),  # the rule set for repetitions
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
    ("accumulated", np.uint64, ACCUMULATORS),  # the keys of their positions
    ("seen", np.uint16, SEEN),  # how many entries of `keys` have a hash: most positions never came before
    ("keys", np.uint64, STACK),
    ("structures", np.uint64, STACK),
    ("scores", np.int64, STACK),
    ("checkings", np.uint64, (STACK, 2)),
    ("states", np.uint64, STACK),  # captured piece, moved piece, move, counters
)


def _zobrist() -> tuple[np.ndarray, np.uint64]:
    random = np.random.Generator(np.random.PCG64(0xB0E2))
    return random.integers(1, 2**64, (16, 90), np.uint64), random.integers(1, 2**64, dtype=np.uint64)


PIECE_KEY, SIDE_KEY = _zobrist()


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
def of(pos: Record, kind: Int, colour: Int) -> tuple[Word, Word]:
    """The pieces of a kind and a colour."""
    return pos.pieces[kind, 0] & pos.colours[colour, 0], pos.pieces[kind, 1] & pos.colours[colour, 1]


@inline
def raiders(pos: Record, square: Int, by: Int, near: Word, far: Word) -> tuple[Word, Word]:
    """A colour's pieces that would take a king on a square of the other palace, on a board occupied so.

    Advisors and elephants never come there; the other king does, by the rule of facing kings.
    """
    pieces = pos.pieces
    near_rook, far_rook, near_cannon, far_cannon = both_attacks(square, near, far)
    near_horse, far_horse = horse_sources(square, near, far)
    near_found = (
        near_rook & (pieces[ROOKS, 0] | pieces[KINGS, 0])
        | near_cannon & pieces[CANNONS, 0]
        | near_horse & pieces[HORSES, 0]
        | PAWN_SOURCES[by, square, 0] & pieces[PAWNS, 0]
    )
    far_found = (
        far_rook & (pieces[ROOKS, 1] | pieces[KINGS, 1])
        | far_cannon & pieces[CANNONS, 1]
        | far_horse & pieces[HORSES, 1]
        | PAWN_SOURCES[by, square, 1] & pieces[PAWNS, 1]
    )
    return near_found & pos.colours[by, 0], far_found & pos.colours[by, 1]


@kernel
def exposes(pos: Record, origin: Int, goal: Int) -> Bool:
    """Whether a move by the side to move would leave its king to be taken."""
    side = np.int64(pos.side & 1)
    near, far = occupied(pos)
    near = near & ~BIT[origin, 0] | BIT[goal, 0]
    far = far & ~BIT[origin, 1] | BIT[goal, 1]
    king = np.int64(pos.kings[side])
    if king == origin:
        king = goal
    found_near, found_far = raiders(pos, king, side ^ 1, near, far)
    return (found_near & ~BIT[goal, 0] | found_far & ~BIT[goal, 1]) != ZERO


@inline
def checked(pos: Record) -> Bool:
    """Whether the side to move is in check."""
    return (pos.checkers[0] | pos.checkers[1]) != ZERO


@inline
def checked_twice(pos: Record) -> Bool:
    """Whether more than one piece gives check."""
    near, far = pos.checkers[0], pos.checkers[1]
    return (near != ZERO and far != ZERO) or several(near | far)


@inline
def find_checkers(pos: Record) -> None:
    """Work out which pieces give check to the side to move."""
    side = np.int64(pos.side & 1)
    near, far = occupied(pos)
    pos.checkers[0], pos.checkers[1] = raiders(pos, np.int64(pos.kings[side]), side ^ 1, near, far)


@inline
def _toggle(pos: Record, piece: Int, near: Word, far: Word) -> None:
    """Flip a piece on a set of squares, in the sets alone."""
    pos.pieces[piece & 7, 0] ^= near
    pos.pieces[piece & 7, 1] ^= far
    pos.colours[piece >> 3 & 1, 0] ^= near
    pos.colours[piece >> 3 & 1, 1] ^= far


@inline
def hashed(key: Word) -> Int:
    """The place of a key in `seen`."""
    return np.int64(key & np.uint64(SEEN - 1))


@inline
def _save(pos: Record, piece: Int, captured: Int, move: Int) -> None:
    """Push what `unmake` can't work out, and what repetitions are judged by."""
    height = pos.height
    counters = np.int64(pos.quiet) << 22 | np.int64(pos.checks[0]) << 38 | np.int64(pos.checks[1]) << 46
    counters |= np.int64(min(pos.back, 1023)) << 54
    pos.states[height] = np.uint64(captured | piece << 4 | move << 8 | counters)
    pos.keys[height] = pos.key
    pos.seen[hashed(pos.key)] += 1
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
    pos.seen[hashed(pos.key)] -= 1
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
def played(pos: Record, back: Int) -> tuple[Int, Int]:
    """The move `back` plies ago (1 is the last) and the piece that it took; 0 and EMPTY if none is known."""
    if pos.height < back:
        return np.int64(0), np.int64(EMPTY)
    state = np.int64(pos.states[pos.height - back])
    return state >> 8 & 0x3FFF, state & 15


@inline
def mover_of(pos: Record, back: Int) -> Int:
    """The piece that moved `back` plies ago; EMPTY for a pass."""
    return np.int64(pos.states[pos.height - back]) >> 4 & 15


@inline
def _count(pos: Record, mover: Int, captured: Int) -> None:
    """Bring the clocks of repetition and of the natural limit up to date."""
    if captured != EMPTY:
        pos.quiet, pos.back, pos.checks[0], pos.checks[1] = 0, 0, 0, 0
        return
    pos.back = min(np.int64(pos.back) + 1, 1023)
    if checked(pos):
        pos.checks[mover] = min(np.int64(pos.checks[mover]) + 1, 255)
        if pos.checks[mover] > FREE_CHECKS:
            return
    pos.quiet = min(np.int64(pos.quiet) + 1, 0xFFFF)


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
    if checked(pos) or near | far == ZERO:
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


@settle.register(POSITION)
def _settle(pos: Record) -> None:
    pos.number += 1
    height = np.int64(pos.height)
    if height < 2 * KEPT:
        return
    for i in range(height - KEPT):
        pos.seen[hashed(pos.keys[i])] -= 1
    for i in range(KEPT):
        pos.keys[i] = pos.keys[height - KEPT + i]
        pos.structures[i] = pos.structures[height - KEPT + i]
        pos.scores[i] = pos.scores[height - KEPT + i]
        pos.checkings[i, 0] = pos.checkings[height - KEPT + i, 0]
        pos.checkings[i, 1] = pos.checkings[height - KEPT + i, 1]
        pos.states[i] = pos.states[height - KEPT + i]
    pos.height = KEPT


@inline
def drop(near: Word, far: Word) -> tuple[Word, Word]:
    """A set without its lowest square."""
    return (near & (near - ONE), far) if near else (near, far & (far - ONE))


@inline
def attackers(pos: Record, square: Int, by: Int, near: Word, far: Word) -> tuple[Word, Word]:
    """A colour's pieces that attack a square of the board, lines and legs being open as it is occupied."""
    pieces = pos.pieces
    near_rook, far_rook, near_cannon, far_cannon = both_attacks(square, near, far)
    near_horse, far_horse = horse_sources(square, near, far)
    near_elephant, far_elephant = elephant_attacks(square, near, far)
    near_found = (
        near_rook & pieces[ROOKS, 0]
        | near_cannon & pieces[CANNONS, 0]
        | near_horse & pieces[HORSES, 0]
        | near_elephant & pieces[ELEPHANTS, 0]
        | PAWN_SOURCES[by, square, 0] & pieces[PAWNS, 0]
        | ADVISOR[square, 0] & pieces[ADVISORS, 0]
        | KING[square, 0] & pieces[KINGS, 0]
    )
    far_found = (
        far_rook & pieces[ROOKS, 1]
        | far_cannon & pieces[CANNONS, 1]
        | far_horse & pieces[HORSES, 1]
        | far_elephant & pieces[ELEPHANTS, 1]
        | PAWN_SOURCES[by, square, 1] & pieces[PAWNS, 1]
        | ADVISOR[square, 1] & pieces[ADVISORS, 1]
        | KING[square, 1] & pieces[KINGS, 1]
    )
    return near_found & pos.colours[by, 0] & near, far_found & pos.colours[by, 1] & far
