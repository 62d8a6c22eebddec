"""Control maps of xiangqi: who bears on a square, and what a move influences.

Screens and legs are taken as they stand: what captures on a square change about them is left out of account.
"""

from pathlib import Path

import numpy as np

from boyi.engines.chessmaps import control, ordering
from boyi.engines.jit import Int, Record, Word, inline
from boyi.engines.jit.intrinsics import ZERO
from boyi.engines.xiangqi.attackers import attackers, movers
from boyi.engines.xiangqi.attacks import drop, first, move_piece
from boyi.engines.xiangqi.moves import reach
from boyi.engines.xiangqi.pieces import HORSES, ROOKS
from boyi.engines.xiangqi.position import POSITION, occupied, pieces_of, source, target
from boyi.engines.xiangqi.squares import BIT, FILE_OF, KING, RANK_OF, orient
from boyi.engines.xiangqi.tactics import HISTORY_SIZE

WORTH = np.array([1, 2, 2, 4, 4, 9, control.KING_WORTH, 0], np.int64)
"""By kind, as players count: a horse for a cannon is an even trade."""
SQUARES = 90
HIDDEN = 64

WORDS = np.stack([BIT[:SQUARES], BIT[[orient(square, 1) for square in range(SQUARES)]]])
"""The bits of what each side calls a square."""

PAIRS, WINGS, STRIPES = (
    (0, 0, 1, 1, 2, 3, 3, 4, 4),
    (0, 0, 0, 1, 1, 1, 2, 2, 2),
    (0, 0, 0, 1, 1, 2, 2, 3, 3, 3),
)
LAYOUTS = {
    "25x4": tuple(square // 18 * 5 + PAIRS[square % 9] for square in range(SQUARES)),
    "90x1": tuple(range(SQUARES)),
    "unequal": tuple(STRIPES[square // 9] * 3 + WINGS[square % 9] for square in range(SQUARES)),
}
"""Sector of each square by name of the layout. Sectors of the first have four squares, on the middle
file two; those of the unequal one are the palaces, the wings beside them, and the banks of the river."""

NET = control.sector_net(SQUARES, HIDDEN, 25)
THREAD = ordering.chessmap_dtype(HISTORY_SIZE, NET)
ordering.register(POSITION, THREAD)
NETWORK_FILE = Path(__file__).with_name("sectors.safetensors")
CHESSMAPS = ordering.ChessmapSpec("xiangqi", NETWORK_FILE, NET, THREAD, WORDS)
map_thread, tie_thread = CHESSMAPS.map_thread, CHESSMAPS.tie_thread


@control.occupant.register(POSITION)
def _occupant(pos: Record, square: Int) -> Int:
    piece = np.int64(pos.board[square])
    return -WORTH[piece & 7] if piece >> 3 else WORTH[piece & 7]


@control.relative_square.register(POSITION)
def _relative_square(pos: Record, square: Int) -> Int:
    return orient(square, np.int64(pos.side & 1))


@control.relative_ends.register(POSITION)
def _relative_ends(pos: Record, move: Int) -> tuple[Int, Int]:
    side = np.int64(pos.side & 1)
    return orient(source(move), side), orient(target(move), side)


@inline
def _append(pos: Record, worths: np.ndarray, counts: np.ndarray, side: Int, near: Word, far: Word) -> None:
    """List the worths of a set of a side's pieces, the least first."""
    for kind in range(7):
        with_near, with_far = near & pos.pieces[kind, 0], far & pos.pieces[kind, 1]
        while with_near | with_far:
            with_near, with_far = drop(with_near, with_far)
            control.append_worth(worths, counts, side, WORTH[kind])


@control.list_attackers.register(POSITION)
def _list_attackers(pos: Record, square: Int, worths: np.ndarray, counts: np.ndarray) -> None:
    near, far = occupied(pos)
    for side in range(2):
        with_near, with_far = attackers(pos, square, np.int64(side), near, far)
        _append(pos, worths, counts, np.int64(side), with_near, with_far)


@control.list_movers.register(POSITION)
def _list_movers(pos: Record, square: Int, worths: np.ndarray, counts: np.ndarray) -> None:
    near, far = occupied(pos)
    for side in range(2):
        with_near, with_far = movers(pos, square, np.int64(side), near, far)
        _append(pos, worths, counts, np.int64(side), with_near, with_far)


@control.describe_king.register(POSITION)
def _describe_king(pos: Record, inputs: np.ndarray, side: Int, place: Int) -> None:
    """File and rank of a king as its own side sees them, and how much of what is beside it is attacked."""
    square, attacked = np.int64(pos.kings[side]), np.int64(0)
    near, far = occupied(pos)
    around_near, around_far = KING[square, 0], KING[square, 1]
    while around_near | around_far:
        beside = first(around_near, around_far)
        around_near, around_far = drop(around_near, around_far)
        with_near, with_far = attackers(pos, beside, side ^ 1, near, far)
        attacked += np.int64((with_near | with_far) != ZERO)
    rank = np.int64(RANK_OF[square])
    inputs[place] = np.float32(np.int64(FILE_OF[square]) - 4)
    inputs[place + 1] = np.float32(9 - rank if side else rank)
    inputs[place + 2] = np.float32(attacked / 2)


@inline
def _discovered_attacks(pos: Record, origin: Int, goal: Int, near: Word, far: Word) -> tuple[Word, Word]:
    """Squares that own rooks, cannons and horses newly bear on when a piece has moved."""
    side = np.int64(pos.side & 1)
    after_near, after_far = move_piece(near, far, origin, goal)
    found_near, found_far = ZERO, ZERO
    for kind in range(HORSES, ROOKS + 1):
        own_near, own_far = pieces_of(pos, np.int64(kind), side)
        own_near, own_far = own_near & ~BIT[origin, 0], own_far & ~BIT[origin, 1]
        while own_near | own_far:
            square = first(own_near, own_far)
            own_near, own_far = drop(own_near, own_far)
            old_near, old_far = reach(np.int64(kind), side, square, near, far)
            new_near, new_far = reach(np.int64(kind), side, square, after_near, after_far)
            found_near, found_far = found_near | new_near & ~old_near, found_far | new_far & ~old_far
    return found_near & ~BIT[goal, 0], found_far & ~BIT[goal, 1]


@control.influence.register(POSITION)
def _influence(pos: Record, move: Int) -> tuple[Word, Word]:
    side, origin, goal = np.int64(pos.side & 1), source(move), target(move)
    near, far = occupied(pos)
    after_near, after_far = move_piece(near, far, origin, goal)
    piece = np.int64(pos.board[origin] & 7)
    with_near, with_far = reach(piece, side, goal, after_near, after_far)
    more_near, more_far = _discovered_attacks(pos, origin, goal, near, far)
    return BIT[goal, 0] | with_near | more_near, BIT[goal, 1] | with_far | more_far
