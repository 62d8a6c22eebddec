"""The traditional evaluation: material, position, mobility, threats and protection; tapered.

Material and squares are kept up by `make`. The other terms lie in the position as packed pairs,
where `bind` puts them, so that evaluation adds one word per term.
"""

import numpy as np

from boyi.engines.evaluators.tapered import pack_pair, unpack_score
from boyi.engines.jit import Int, Record, Word, inline, kernel
from boyi.engines.jit.intrinsics import count
from boyi.engines.rules import bind, evaluate
from boyi.engines.xiangqi.attacks import drop, first
from boyi.engines.xiangqi.evaluation.activity import (
    BARE,
    DANGER,
    GUARDED,
    HANGING,
    HARRIED,
    MOVES,
    TEMPO,
    side_terms,
)
from boyi.engines.xiangqi.evaluation.weights import MATERIAL, MOBILITY, THREATS, TRADITIONAL
from boyi.engines.xiangqi.evaluation.weights import POSITION as SQUARE_PART
from boyi.engines.xiangqi.pieces import CANNONS, EMPTY, HORSES, KINGS, PAWNS, ROOKS
from boyi.engines.xiangqi.position import POSITION, occupied, pieces_of
from boyi.engines.xiangqi.squares import BETWEEN, LINES, orient

FULL_PHASE = 16
SCALE = 64
REDS, BLACKS = np.int64(0), np.int64(1)  # not literals, which would compile everything twice


@inline
def restart_score(pos: Record) -> None:
    """Sum up `score` after `psq` has changed."""
    pos.score = 0
    for square in range(90):
        if pos.board[square] != EMPTY:
            pos.score += pos.psq[pos.board[square], square]


@bind.register(POSITION, TRADITIONAL)
def _bind(pos: Record, weights: Record) -> None:
    whole, placed = np.int64(weights.parts[MATERIAL]), np.int64(weights.parts[SQUARE_PART])
    mobile, threats = np.int64(weights.parts[MOBILITY]), np.int64(weights.parts[THREATS])
    for kind in range(7):
        for square in range(90):
            worth = whole * pack_pair(weights.value[kind]) + placed * pack_pair(weights.square[kind, square])
            pos.psq[kind, square], pos.psq[kind + 8, orient(square, BLACKS)] = worth, -worth
        for moves in range(20):
            pos.terms[MOVES + 20 * kind + moves] = mobile * pack_pair(weights.mobility[kind, moves])
        pos.terms[HANGING + kind] = threats * pack_pair(weights.hanging[kind])
        pos.terms[HARRIED + kind] = threats * pack_pair(weights.harried[kind])
        pos.terms[GUARDED + kind] = threats * pack_pair(weights.guarded[kind])
    for weight in range(64):
        pos.terms[DANGER + weight] = threats * pack_pair(weights.danger[weight])
    pos.terms[BARE] = threats * pack_pair(weights.bare_cannon)
    pos.terms[TEMPO] = pack_pair(weights.tempo)
    restart_score(pos)


@inline
def _threat_terms(
    pos: Record,
    colour: Int,
    small_near: Word,
    small_far: Word,
    middle_near: Word,
    middle_far: Word,
    all_near: Word,
    all_far: Word,
    guard_near: Word,
    guard_far: Word,
) -> Int:
    """Enemy pieces attacked without guard or by lesser ones, own pieces guarded."""
    score = np.int64(0)
    enemy = colour ^ 1
    loose_near, loose_far = all_near & ~guard_near, all_far & ~guard_far
    lesser_near, lesser_far = small_near | middle_near, small_far | middle_far
    if pos.colours[enemy, 0] & loose_near | pos.colours[enemy, 1] & loose_far:
        for kind in range(KINGS):
            near, far = pieces_of(pos, kind, enemy)
            score += pos.terms[HANGING + kind] * (count(near & loose_near) + count(far & loose_far))
    for kind in (PAWNS, HORSES, CANNONS, ROOKS):
        near, far = pieces_of(pos, kind, colour)
        score += pos.terms[GUARDED + kind] * (count(near & all_near) + count(far & all_far))
    near, far = pieces_of(pos, ROOKS, enemy)
    if near & lesser_near | far & lesser_far:
        score += pos.terms[HARRIED + ROOKS] * (count(near & lesser_near) + count(far & lesser_far))
    near = (pos.pieces[HORSES, 0] | pos.pieces[CANNONS, 0]) & pos.colours[enemy, 0]
    far = (pos.pieces[HORSES, 1] | pos.pieces[CANNONS, 1]) & pos.colours[enemy, 1]
    if near & small_near | far & small_far:
        score += pos.terms[HARRIED + HORSES] * (count(near & small_near) + count(far & small_far))
    return score


@inline
def _bare_cannons(pos: Record, colour: Int) -> Int:
    """Cannons that face the enemy king on its file with nothing between."""
    king = np.int64(pos.kings[colour ^ 1])
    near, far = pieces_of(pos, CANNONS, colour)
    near, far = near & LINES[king, 0], far & LINES[king, 1]
    all_near, all_far = occupied(pos)
    score = np.int64(0)
    while near | far:
        square = first(near, far)
        near, far = drop(near, far)
        if (square - king) % 9 == 0 and not (
            BETWEEN[king, square, 0] & all_near | BETWEEN[king, square, 1] & all_far
        ):
            score += pos.terms[BARE]
    return score


@inline
def _phase(pos: Record) -> Int:
    """16 with all rooks, horses and cannons on the board, 0 without any."""
    pieces = pos.pieces
    rooks = count(pieces[ROOKS, 0]) + count(pieces[ROOKS, 1])
    others = count(pieces[HORSES, 0] | pieces[CANNONS, 0]) + count(pieces[HORSES, 1] | pieces[CANNONS, 1])
    return min(2 * rooks + others, FULL_PHASE)


@inline
def _scale(pos: Record, colour: Int) -> Int:
    """How much of a colour's advantage is real, of 64: little if it has hardly a piece to attack with."""
    own_near, own_far = pos.colours[colour, 0], pos.colours[colour, 1]
    pieces = pos.pieces
    if pieces[ROOKS, 0] & own_near | pieces[ROOKS, 1] & own_far:
        return np.int64(SCALE)
    pawns = count(pieces[PAWNS, 0] & own_near) + count(pieces[PAWNS, 1] & own_far)
    others = count((pieces[HORSES, 0] | pieces[CANNONS, 0]) & own_near)
    others += count((pieces[HORSES, 1] | pieces[CANNONS, 1]) & own_far)
    if others > 1 or pawns > 1 or (others and pawns):
        return np.int64(SCALE)
    return np.int64(24 if others else 12 if pawns else 2)


@inline
def interpolate(pos: Record, score: Int) -> Int:
    """The value of Red's packed score for the side to move; signs first, so that mirrored positions agree."""
    middle, end = unpack_score(score)
    side = np.int64(pos.side & 1)
    if side != 0:
        middle, end = -middle, -end
    scale = _scale(pos, side if middle + end > 0 else side ^ 1)
    phase = _phase(pos)
    value = middle * phase + end * (FULL_PHASE - phase)
    return value * scale // (FULL_PHASE * SCALE)


@kernel
def _terms(pos: Record) -> Int:
    """Mobility, threats and protection, packed, Red's view."""
    red, s_near, s_far, m_near, m_far, a_near, a_far = side_terms(pos, REDS)
    black, t_near, t_far, n_near, n_far, b_near, b_far = side_terms(pos, BLACKS)
    red += _threat_terms(pos, REDS, s_near, s_far, m_near, m_far, a_near, a_far, b_near, b_far)
    black += _threat_terms(pos, BLACKS, t_near, t_far, n_near, n_far, b_near, b_far, a_near, a_far)
    return red - black + _bare_cannons(pos, REDS) - _bare_cannons(pos, BLACKS)


@evaluate.register(POSITION, TRADITIONAL)
def _evaluate(pos: Record, weights: Record) -> Int:
    tempo, _ = unpack_score(pos.terms[TEMPO])
    return interpolate(pos, pos.score + _terms(pos)) + tempo
