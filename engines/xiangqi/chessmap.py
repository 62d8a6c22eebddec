"""Xiangqi as the chart of control sees it: who bears on a square, and what a move influences.

Screens and legs are taken as they stand: what captures on a square change about them is left out of account.
"""

from pathlib import Path

import numpy as np

from boyi.engines.bits import ZERO
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
from boyi.engines.xiangqi.attackers import attackers
from boyi.engines.xiangqi.attacks import drop, elephant_attacks, first, horse_sources, rook_attacks
from boyi.engines.xiangqi.moves import reach
from boyi.engines.xiangqi.networks import turned
from boyi.engines.xiangqi.position import (
    ADVISORS,
    CANNONS,
    ELEPHANTS,
    HORSES,
    KINGS,
    PAWNS,
    POSITION,
    ROOKS,
    occupied,
    of,
    source,
    target,
)
from boyi.engines.xiangqi.squares import ADVISOR, BIT, FILE_OF, KING, PAWN_SOURCES, RANK_OF
from boyi.engines.xiangqi.tactics import TRACES

WORTH = np.array([1, 2, 2, 4, 4, 9, KING_WORTH, 0], np.int64)
"""By kind, as players count: a horse for a cannon is an even trade."""
SQUARES = 90
HIDDEN = 64

WORDS = np.stack([BIT[:SQUARES], BIT[[81 - square + 2 * (square % 9) for square in range(SQUARES)]]])
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

NET = sector_net(SQUARES, HIDDEN, 25)
DESK = mapped.mapped_dtype(TRACES, NET)
mapped.register(POSITION, DESK)
ATLAS = mapped.Atlas("xiangqi", Path(__file__).with_name("sectors.safetensors"), NET, DESK, WORDS)
alone, ties = ATLAS.alone, ATLAS.ties


@occupant.register(POSITION)
def _occupant(pos: Record, square: Int) -> Int:
    piece = np.int64(pos.board[square])
    return -WORTH[piece & 7] if piece >> 3 else WORTH[piece & 7]


@seen.register(POSITION)
def _seen(pos: Record, square: Int) -> Int:
    return turned(square, np.int64(pos.side & 1))


@origin_seen.register(POSITION)
def _origin_seen(pos: Record, move: Int) -> Int:
    return turned(source(move), np.int64(pos.side & 1))


@goal_seen.register(POSITION)
def _goal_seen(pos: Record, move: Int) -> Int:
    return turned(target(move), np.int64(pos.side & 1))


@inline
def _enter_all(pos: Record, worths: np.ndarray, counts: np.ndarray, side: Int, near: Word, far: Word) -> None:
    """Enter a set of a side's pieces, the least first."""
    for kind in range(7):
        with_near, with_far = near & pos.pieces[kind, 0], far & pos.pieces[kind, 1]
        while with_near | with_far:
            with_near, with_far = drop(with_near, with_far)
            enter(worths, counts, side, WORTH[kind])


@list_takers.register(POSITION)
def _list_takers(pos: Record, square: Int, worths: np.ndarray, counts: np.ndarray) -> None:
    near, far = occupied(pos)
    for side in range(2):
        with_near, with_far = attackers(pos, square, np.int64(side), near, far)
        _enter_all(pos, worths, counts, np.int64(side), with_near, with_far)


@list_visitors.register(POSITION)
def _list_visitors(pos: Record, square: Int, worths: np.ndarray, counts: np.ndarray) -> None:
    near, far = occupied(pos)
    pieces = pos.pieces
    rook_near, rook_far = rook_attacks(square, near, far)
    horse_near, horse_far = horse_sources(square, near, far)
    elephant_near, elephant_far = elephant_attacks(square, near, far)
    with_near = (
        rook_near & (pieces[ROOKS, 0] | pieces[CANNONS, 0])
        | horse_near & pieces[HORSES, 0]
        | elephant_near & pieces[ELEPHANTS, 0]
        | ADVISOR[square, 0] & pieces[ADVISORS, 0]
        | KING[square, 0] & pieces[KINGS, 0]
    )
    with_far = (
        rook_far & (pieces[ROOKS, 1] | pieces[CANNONS, 1])
        | horse_far & pieces[HORSES, 1]
        | elephant_far & pieces[ELEPHANTS, 1]
        | ADVISOR[square, 1] & pieces[ADVISORS, 1]
        | KING[square, 1] & pieces[KINGS, 1]
    )
    for side in range(2):
        own_near = with_near | PAWN_SOURCES[side, square, 0] & pieces[PAWNS, 0]
        own_far = with_far | PAWN_SOURCES[side, square, 1] & pieces[PAWNS, 1]
        own_near, own_far = own_near & pos.colours[side, 0], own_far & pos.colours[side, 1]
        _enter_all(pos, worths, counts, np.int64(side), own_near, own_far)


@inline
def _king_inputs(pos: Record, inputs: np.ndarray, side: Int, place: Int) -> None:
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


@describe_kings.register(POSITION)
def _describe_kings(pos: Record, inputs: np.ndarray) -> None:
    side = np.int64(pos.side & 1)
    _king_inputs(pos, inputs, side, np.int64(SQUARES))
    _king_inputs(pos, inputs, side ^ 1, np.int64(SQUARES + 3))


@inline
def _bearing(pos: Record, kind: Int, side: Int, square: Int, near: Word, far: Word) -> tuple[Word, Word]:
    """Squares that a piece bears on: where it may go, and for a cannon where it may take."""
    if kind == KINGS:
        return KING[square, 0], KING[square, 1]
    return reach(pos, kind, side, square, near, far)


@inline
def _uncovered(pos: Record, origin: Int, goal: Int, near: Word, far: Word) -> tuple[Word, Word]:
    """Squares that own rooks, cannons and horses newly bear on when a piece has moved."""
    side = np.int64(pos.side & 1)
    after_near, after_far = near & ~BIT[origin, 0] | BIT[goal, 0], far & ~BIT[origin, 1] | BIT[goal, 1]
    found_near, found_far = ZERO, ZERO
    for kind in range(HORSES, ROOKS + 1):
        own_near, own_far = of(pos, np.int64(kind), side)
        own_near, own_far = own_near & ~BIT[origin, 0], own_far & ~BIT[origin, 1]
        while own_near | own_far:
            square = first(own_near, own_far)
            own_near, own_far = drop(own_near, own_far)
            old_near, old_far = reach(pos, np.int64(kind), side, square, near, far)
            new_near, new_far = reach(pos, np.int64(kind), side, square, after_near, after_far)
            found_near, found_far = found_near | new_near & ~old_near, found_far | new_far & ~old_far
    return found_near & ~BIT[goal, 0], found_far & ~BIT[goal, 1]


@influence.register(POSITION)
def _influence(pos: Record, move: Int) -> tuple[Word, Word]:
    side, origin, goal = np.int64(pos.side & 1), source(move), target(move)
    near, far = occupied(pos)
    after_near, after_far = near & ~BIT[origin, 0] | BIT[goal, 0], far & ~BIT[origin, 1] | BIT[goal, 1]
    piece = np.int64(pos.board[origin] & 7)
    with_near, with_far = _bearing(pos, piece, side, goal, after_near, after_far)
    more_near, more_far = _uncovered(pos, origin, goal, near, far)
    return BIT[goal, 0] | with_near | more_near, BIT[goal, 1] | with_far | more_far
