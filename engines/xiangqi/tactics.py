"""What search asks of a xiangqi move: its class, its gain, how its exchanges end, its name in tables."""

import numpy as np

from boyi.engines import rules
from boyi.engines.jit import Bool, Int, Record, Word, inline
from boyi.engines.jit.intrinsics import SPREAD, ZERO
from boyi.engines.rules import ADVANCE, CHECK, OTHER, RECAPTURE, gain
from boyi.engines.search import extensions
from boyi.engines.xiangqi.attackers import attackers
from boyi.engines.xiangqi.attacks import first
from boyi.engines.xiangqi.pieces import BLACK, EMPTY, HORSES, KINGS, PAWNS, RED, ROOKS
from boyi.engines.xiangqi.position import POSITION, is_check, may_stand, move_back, occupied, source, target
from boyi.engines.xiangqi.squares import BIT, FILES, RANK_OF, SQUARES

WORTH = np.array([80, 130, 130, 290, 300, 640, 0, 0], np.int64)
"""Exchange values by kind, and nothing for an empty square; a king is never traded."""


def _history_indexes() -> tuple[np.ndarray, int]:
    """A number for every piece on every square where it can stand, and how many there are."""
    table, number = np.zeros((16, 90), np.uint16), 0
    for colour in (RED, BLACK):
        for kind in range(7):
            for square in range(90):
                if may_stand(kind, colour, square):
                    table[kind + 8 * colour, square] = number
                    number += 1
    return table, number


HISTORY_INDEX, HISTORY_SIZE = _history_indexes()


def _may_touch(king: int, square: int) -> bool:
    """Whether a piece on a square may attack a king, screen a line to it, or stand on the leg of a horse."""
    files, ranks = abs(king % FILES - square % FILES), abs(king // FILES - square // FILES)
    return files == 0 or ranks == 0 or files + ranks <= 3


TOUCHING = np.array([[_may_touch(king, square) for square in range(SQUARES)] for king in range(SQUARES)])


@rules.history_index.register(POSITION)
def _history_index(pos: Record, move: Int) -> Int:
    return np.int64(HISTORY_INDEX[pos.board[source(move)], target(move)])


@rules.noisy.register(POSITION)
def _noisy(pos: Record, move: Int) -> Bool:
    return pos.board[target(move)] != EMPTY


@rules.may_check.register(POSITION)
def _may_check(pos: Record, move: Int) -> Bool:
    king = pos.kings[(pos.side & 1) ^ 1]
    return TOUCHING[king, source(move)] or TOUCHING[king, target(move)]


@rules.gain.register(POSITION)
def _gain(pos: Record, move: Int) -> Int:
    return WORTH[pos.board[target(move)] & 7]


@rules.capture_order.register(POSITION)
def _capture_order(pos: Record, move: Int) -> Int:
    """Most valuable victim first, then the least valuable attacker."""
    return gain(pos, move) * 8 - np.int64(pos.board[source(move)] & 7)


@rules.see.register(POSITION)
def _see(pos: Record, move: Int, threshold: Int) -> Bool:
    # Step 1. Win what stands there; if even losing the mover for nothing is enough, done.
    origin, goal = source(move), target(move)
    balance = gain(pos, move) - threshold
    if balance < 0:
        return False
    balance -= WORTH[pos.board[origin] & 7]
    if balance >= 0:
        return True

    # Step 2. Take back by turns with the least valuable piece, until a side can't or won't. Every
    # capture changes screens and legs, so attackers are found anew.
    near, far = occupied(pos)
    near, far = near & ~BIT[origin, 0] & ~BIT[goal, 0], far & ~BIT[origin, 1] & ~BIT[goal, 1]
    side = np.int64(pos.side & 1) ^ 1
    mine = True  # whether the mover's side made the last capture
    while True:
        takers_near, takers_far = attackers(pos, goal, side, near, far)
        if not takers_near | takers_far:
            return mine
        taker, with_near, with_far = 0, ZERO, ZERO
        while not with_near | with_far:
            with_near, with_far = takers_near & pos.pieces[taker, 0], takers_far & pos.pieces[taker, 1]
            taker += 1
        taker -= 1
        if taker == KINGS:
            guards_near, guards_far = attackers(pos, goal, side ^ 1, near, far)
            return mine if guards_near | guards_far else not mine
        mine = not mine
        balance = -balance - 1 - WORTH[taker]
        if balance >= 0:
            return mine
        gone = first(with_near, with_far)
        near, far = near & ~BIT[gone, 0], far & ~BIT[gone, 1]
        side ^= 1


@extensions.captured_at.register(POSITION)
def _captured_at(pos: Record, back: Int) -> tuple[Int, Int]:
    move, taken = move_back(pos, back)
    return WORTH[taken & 7], target(move)


@inline
def _is_advance(pos: Record, move: Int) -> Bool:
    """Whether a pawn crossed the river or came to the ranks of the palace."""
    goal = target(move)
    piece = np.int64(pos.board[goal])
    if piece & 7 != PAWNS:
        return False
    origin = np.int64(RANK_OF[source(move)])
    rank = np.int64(RANK_OF[goal])
    if piece >> 3:
        origin, rank = 9 - origin, 9 - rank
    return rank > origin and (rank == 5 or rank == 7)


@rules.move_class.register(POSITION)
def _move_class(pos: Record, move: Int) -> Int:
    if is_check(pos):
        return CHECK
    if extensions.is_recapture(pos):
        return RECAPTURE
    return ADVANCE if _is_advance(pos, move) else OTHER


@rules.structure.register(POSITION)
def _structure(pos: Record) -> Word:
    return pos.pawns


@rules.placement.register(POSITION)
def _placement(pos: Record, group: Int) -> Word:
    """Horses, cannons and rooks."""
    own, key = pos.colours[group & 1], ZERO
    for half in range(2):
        for kind in range(HORSES, ROOKS + 1):
            key ^= (pos.pieces[kind, half] & own[half]) * SPREAD[kind - HORSES + 3 * half]
    return key
