"""What a side's pieces do: their mobility, the squares they attack, their pressure on the palace."""

import numpy as np

from boyi.engines.jit import Int, Record, Word, inline
from boyi.engines.jit.intrinsics import ONE, ZERO, count, lowest
from boyi.engines.xiangqi.attacks import (
    cannon_sight,
    drop,
    elephant_attacks,
    first,
    horse_attacks,
    pawn_attacks,
    rook_attacks,
)
from boyi.engines.xiangqi.pieces import ADVISORS, CANNONS, ELEPHANTS, HORSES, PAWNS, RED, ROOKS
from boyi.engines.xiangqi.position import occupied, pieces_of
from boyi.engines.xiangqi.squares import ADVISOR, KING, PALACES, RIVER

ATTACK = np.array([3, 0, 0, 4, 2, 3, 0], np.int64)
"""What one attacked square of the palace weighs, by kind of attacker, against `danger`."""

HURT = 2
"""What each missing advisor or elephant adds to an attack."""

# places of the packed terms in `pos.terms`
MOVES, HANGING, HARRIED, GUARDED, DANGER, BARE, TEMPO = 0, 140, 147, 154, 161, 225, 226


@inline
def _home_attacks(pos: Record, colour: Int, near: Word, far: Word) -> tuple[Word, Word]:
    """Squares that a colour's king, advisors and elephants guard."""
    king = np.int64(pos.kings[colour])
    home = np.uint64(KING[king, colour])
    word = pos.pieces[ADVISORS, colour] & pos.colours[colour, colour]
    while word:
        home |= ADVISOR[lowest(word) + RIVER * colour, colour]
        word &= word - ONE
    word = pos.pieces[ELEPHANTS, colour] & pos.colours[colour, colour]
    while word:
        to_near, to_far = elephant_attacks(lowest(word) + RIVER * colour, near, far)
        home |= to_near | to_far
        word &= word - ONE
    return (home, ZERO) if colour == RED else (ZERO, home)


@inline
def _rider_terms(pos: Record, colour: Int, kind: Int, near: Word, far: Word) -> tuple[Int, Word, Word, Int]:
    """Rooks, cannons or horses: mobility, squares they attack, weight of their attack on the palace."""
    own_near, own_far = pieces_of(pos, kind, colour)
    score, pressure, all_near, all_far = np.int64(0), np.int64(0), ZERO, ZERO
    palace = PALACES[colour ^ 1, colour ^ 1]
    while own_near | own_far:
        square = first(own_near, own_far)
        own_near, own_far = drop(own_near, own_far)
        if kind == ROOKS:
            hits_near, hits_far = rook_attacks(square, near, far)
            moves = count(hits_near & ~pos.colours[colour, 0]) + count(hits_far & ~pos.colours[colour, 1])
        elif kind == HORSES:
            hits_near, hits_far = horse_attacks(square, near, far)
            moves = count(hits_near & ~pos.colours[colour, 0]) + count(hits_far & ~pos.colours[colour, 1])
        else:
            moves, hits_near, hits_far = cannon_sight(square, near, far)
        score += pos.terms[MOVES + 20 * kind + moves]
        all_near, all_far = all_near | hits_near, all_far | hits_far
        pressure += ATTACK[kind] * count((hits_near if colour else hits_far) & palace)
    return score, all_near, all_far, pressure


@inline
def side_terms(pos: Record, colour: Int) -> tuple[Int, Word, Word, Word, Word, Word, Word]:
    """Mobility and pressure of a colour; what it attacks: with pawns and home pieces, with horses and
    cannons, with all.
    """
    near, far = occupied(pos)
    pawn_near, pawn_far = pieces_of(pos, PAWNS, colour)
    small_near, small_far = pawn_attacks(pawn_near, pawn_far, colour)
    palace = PALACES[colour ^ 1, colour ^ 1]
    pressure = ATTACK[PAWNS] * count((small_near if colour else small_far) & palace)
    home_near, home_far = _home_attacks(pos, colour, near, far)
    small_near, small_far = small_near | home_near, small_far | home_far
    score, middle_near, middle_far, more = _rider_terms(pos, colour, HORSES, near, far)
    pressure += more
    term, more_near, more_far, more = _rider_terms(pos, colour, CANNONS, near, far)
    score, pressure = score + term, pressure + more
    middle_near, middle_far = middle_near | more_near, middle_far | more_far
    term, all_near, all_far, more = _rider_terms(pos, colour, ROOKS, near, far)
    score, pressure = score + term, pressure + more
    if pressure > 3:
        enemy = colour ^ 1
        guards = pos.pieces[ADVISORS, enemy] | pos.pieces[ELEPHANTS, enemy]
        pressure += HURT * (4 - count(guards & pos.colours[enemy, enemy]))
    score += pos.terms[DANGER + min(pressure, 63)]
    all_near, all_far = all_near | middle_near | small_near, all_far | middle_far | small_far
    return score, small_near, small_far, middle_near, middle_far, all_near, all_far
