"""Pins and ways out of check: pieces that must not leave, squares not to be filled, answers to a check."""

import numpy as np

from boyi.engines.jit import Int, Record, Word, inline
from boyi.engines.jit.intrinsics import ZERO, count
from boyi.engines.xiangqi.attacks import drop, first
from boyi.engines.xiangqi.pieces import CANNONS, HORSES, KINGS, ROOKS
from boyi.engines.xiangqi.position import occupied, pieces_of
from boyi.engines.xiangqi.squares import BETWEEN, BIT, LEG, LINES


@inline
def find_pins(pos: Record, side: Int, king: Int) -> tuple[Word, Word, Word, Word]:
    """Own pieces whose leaving, and empty squares whose filling, may expose the king; not in check."""
    pieces, enemy = pos.pieces, side ^ 1
    near, far = occupied(pos)
    near_guards, far_guards, near_holes, far_holes = ZERO, ZERO, ZERO, ZERO
    straight_near = (pieces[ROOKS, 0] | pieces[CANNONS, 0] | pieces[KINGS, 0]) & pos.colours[enemy, 0]
    straight_far = (pieces[ROOKS, 1] | pieces[CANNONS, 1] | pieces[KINGS, 1]) & pos.colours[enemy, 1]
    straight_near, straight_far = straight_near & LINES[king, 0], straight_far & LINES[king, 1]
    while straight_near | straight_far:
        square = first(straight_near, straight_far)
        straight_near, straight_far = drop(straight_near, straight_far)
        way_near, way_far = BETWEEN[king, square, 0], BETWEEN[king, square, 1]
        blockers = count(way_near & near) + count(way_far & far)
        if pos.board[square] & 7 == CANNONS:
            if blockers == 0:
                near_holes, far_holes = near_holes | way_near, far_holes | way_far
            elif blockers == 2:
                near_guards, far_guards = near_guards | way_near, far_guards | way_far
        elif blockers == 1:
            near_guards, far_guards = near_guards | way_near, far_guards | way_far
    horse_near, horse_far = pieces_of(pos, HORSES, enemy)
    while horse_near | horse_far:
        leg = np.int64(LEG[first(horse_near, horse_far), king])
        horse_near, horse_far = drop(horse_near, horse_far)
        if leg < 90:
            near_guards, far_guards = near_guards | BIT[leg, 0], far_guards | BIT[leg, 1]
    return near_guards, far_guards, near_holes, far_holes


@inline
def check_evasions(pos: Record, king: Int) -> tuple[Word, Word, Word, Word]:
    """In a single check: goals that may end it, and own pieces whose leaving may.

    A piece may take the checker, or step between, or on the leg of a horse; a cannon's screen may leave.
    """
    square = first(pos.checkers[0], pos.checkers[1])
    kind = pos.board[square] & 7
    near, far, screen_near, screen_far = BIT[square, 0], BIT[square, 1], ZERO, ZERO
    if kind == HORSES:
        leg = LEG[square, king]
        near, far = near | BIT[leg, 0], far | BIT[leg, 1]
    elif kind == ROOKS or kind == CANNONS:
        near, far = near | BETWEEN[king, square, 0], far | BETWEEN[king, square, 1]
        if kind == CANNONS:
            screen_near, screen_far = BETWEEN[king, square, 0], BETWEEN[king, square, 1]
    return near, far, screen_near, screen_far
