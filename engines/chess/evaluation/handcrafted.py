"""The hand-crafted evaluation: material, squares, mobility, king safety, pawns, threats; tapered.

Linear in every weight of its record but for the final scaling of drawish endings. Material and
squares are kept up by `make`; what depends on pawns and kings alone comes from a cache.
"""

import numpy as np

from boyi.engines.chess.evaluation.endings import FEW, WHOLE, ending_scale
from boyi.engines.chess.evaluation.pawns import FILES, HELD, KEY, RUNNERS, SCORE, pawn_slot, relative_square
from boyi.engines.chess.evaluation.weights import HANDCRAFTED, MATERIAL
from boyi.engines.chess.position import (
    BISHOPS,
    EMPTY,
    KINGS,
    KNIGHTS,
    PAWN_CACHE,
    PAWNS,
    POSITION,
    QUEENS,
    ROOKS,
    king_square,
    slider_attacks,
)
from boyi.engines.chess.squares import KING, KNIGHT, LIGHT, forward, pawn_attacks
from boyi.engines.evaluators.tapered import pack_pair, unpack_score
from boyi.engines.jit import Int, Record, Word, inline
from boyi.engines.jit.intrinsics import ONE, ZERO, bit, count, lowest, several
from boyi.engines.rules import bind, evaluate

FULL_PHASE = 24
ATTACK = np.array([0, 3, 3, 4, 6, 0], np.int64)
"""What one attacked square near the king weighs, by kind of attacker, against `danger`."""

WHITE, BLACK = np.int64(0), np.int64(1)  # not literals, which would compile everything twice


@inline
def _phase(pos: Record) -> Int:
    """24 with all pieces on the board, 0 with kings and pawns alone."""
    pieces = pos.pieces
    whole = count(pieces[KNIGHTS] | pieces[BISHOPS]) + 2 * count(pieces[ROOKS]) + 4 * count(pieces[QUEENS])
    return min(whole, FULL_PHASE)


@inline
def _restart(pos: Record) -> None:
    """Sum up `score` and forget the pawn cache, after `psq` has changed."""
    pos.score = 0
    for square in range(64):
        piece = pos.board[square]
        if piece != EMPTY:
            pos.score += pos.psq[piece, square]
    for slot in range(PAWN_CACHE):
        pos.pawn_cache[slot, KEY] = ZERO


@bind.register(POSITION, HANDCRAFTED)
def _bind(pos: Record, weights: Record) -> None:
    for kind in range(6):
        for square in range(64):
            worth = pack_pair(weights.value[kind]) + pack_pair(weights.square[kind, square])
            pos.psq[kind, square], pos.psq[kind + 8, square ^ 56] = worth, -worth
    _restart(pos)


@inline
def _reach(pos: Record, colour: Int, kind: Int, square: Int) -> Word:
    """Squares a piece attacks; bishops look through queens, rooks through own rooks."""
    occupied = pos.colours[0] | pos.colours[1]
    if kind == KNIGHTS:
        return KNIGHT[square]
    if kind == BISHOPS:
        occupied ^= pos.pieces[QUEENS]
    elif kind == ROOKS:
        occupied ^= pos.pieces[ROOKS] & pos.colours[colour]
    return slider_attacks(kind, square, occupied)


@inline
def _piece_terms(
    pos: Record, weights: Record, colour: Int, kind: Int, area: Word, zone: Word
) -> tuple[Int, Word, Int]:
    """One kind of piece: its mobility, attacked squares, weight against the king."""
    own = pos.pieces[kind] & pos.colours[colour]
    attacks, pressure, score = ZERO, np.int64(0), np.int64(0)
    while own:
        square = lowest(own)
        own &= own - ONE
        reach = _reach(pos, colour, kind, square)
        attacks |= reach
        score += pack_pair(weights.mobility[kind, count(reach & area)])
        pressure += ATTACK[kind] * count(reach & zone)
    return score, attacks, pressure


@inline
def _placement_terms(pos: Record, weights: Record, colour: Int, outposts: Word) -> Int:
    """Bishop pair, bishops behind own pawns, outposts, rooks on open files."""
    pieces, own = pos.pieces, pos.colours[colour]
    pawns, enemies = pieces[PAWNS] & own, pieces[PAWNS] & ~own
    knights, bishops, rooks = pieces[KNIGHTS] & own, pieces[BISHOPS] & own, pieces[ROOKS] & own
    score = np.int64(0)
    if several(bishops):
        score += pack_pair(weights.bishop_pair)
    elif bishops:
        score += pack_pair(weights.bishop_pawns) * count(pawns & (LIGHT if bishops & LIGHT else ~LIGHT))
    if (knights | bishops) & outposts:
        score += pack_pair(weights.outpost[KNIGHTS]) * count(knights & outposts)
        score += pack_pair(weights.outpost[BISHOPS]) * count(bishops & outposts)
    while rooks:
        file = FILES[lowest(rooks) & 7]
        rooks &= rooks - ONE
        if not pawns & file:
            score += pack_pair(weights.half_open_file if enemies & file else weights.open_file)
    return score


@inline
def _threat_terms(
    pos: Record,
    weights: Record,
    colour: Int,
    by_pawns: Word,
    by_minors: Word,
    by_rooks: Word,
    attacks: Word,
    defended: Word,
) -> Int:
    """Enemy pieces under attack by lesser ones, or undefended."""
    enemy, pieces = pos.colours[colour ^ 1] & ~pos.pieces[PAWNS], pos.pieces
    if not enemy & attacks:
        return np.int64(0)
    score = pack_pair(weights.pawn_threat) * count(enemy & by_pawns)
    score += pack_pair(weights.minor_threat) * count(enemy & (pieces[ROOKS] | pieces[QUEENS]) & by_minors)
    score += pack_pair(weights.rook_threat) * count(enemy & pieces[QUEENS] & by_rooks)
    return score + pack_pair(weights.hanging) * count(enemy & attacks & ~defended)


@inline
def _runner_terms(pos: Record, weights: Record, colour: Int, runners: Word, guards: Word) -> Int:
    """Passed pawns with nothing on, or no enemy guard of, the square ahead."""
    occupied = pos.colours[0] | pos.colours[1]
    rest, score = runners & pos.colours[colour], np.int64(0)
    while rest:
        square = lowest(rest)
        rest &= rest - ONE
        rank, ahead = relative_square(square, colour) >> 3, forward(bit(square), colour)
        if not ahead & occupied:
            score += pack_pair(weights.passed_free[rank])
        if not ahead & guards:
            score += pack_pair(weights.passed_guarded[rank])
    return score


@inline
def _side_terms(
    pos: Record, weights: Record, colour: Int, outposts: Word
) -> tuple[Int, Word, Word, Word, Word]:
    """Piece terms of a colour, and its attacks: by pawns, minors, rooks, all."""
    pawns = pos.pieces[PAWNS] & pos.colours[colour]
    enemy_guard = pawn_attacks(pos.pieces[PAWNS] & pos.colours[colour ^ 1], colour ^ 1)
    area = ~(enemy_guard | pawns | pos.pieces[KINGS] & pos.colours[colour])
    around = KING[king_square(pos, colour ^ 1)]
    zone = around | forward(around, colour ^ 1)
    score = _placement_terms(pos, weights, colour, outposts)
    knights, by_knights, pressure = _piece_terms(pos, weights, colour, KNIGHTS, area, zone)
    bishops, by_bishops, more = _piece_terms(pos, weights, colour, BISHOPS, area, zone)
    pressure += more
    rooks, by_rooks, more = _piece_terms(pos, weights, colour, ROOKS, area, zone)
    pressure += more
    queens, by_queens, more = _piece_terms(pos, weights, colour, QUEENS, area, zone)
    pressure += more
    if not pos.pieces[QUEENS] & pos.colours[colour]:
        pressure //= 2
    score += knights + bishops + rooks + queens + pack_pair(weights.danger[min(pressure, np.int64(63))])
    by_pawns = pawn_attacks(pawns, colour)
    by_minors = by_knights | by_bishops
    every = by_pawns | by_minors | by_rooks | by_queens | KING[king_square(pos, colour)]
    return score, by_pawns, by_minors, by_rooks, every


@inline
def _scale(pos: Record, end: Int) -> Int:
    """How much of an advantage is real, of 64."""
    if (
        count(pos.colours[0] | pos.colours[1]) > FEW
        and pos.pieces[KNIGHTS] | pos.pieces[ROOKS] | pos.pieces[QUEENS]
    ):
        return WHOLE
    return ending_scale(pos, np.int64(end <= 0))


@inline
def _interpolate(pos: Record, weights: Record, middle: Int, end: Int, scale: Int) -> Int:
    """The value for the side to move: signs first, divisions last, so that mirrored positions round alike."""
    if pos.side != 0:
        middle, end = -middle, -end
    phase = _phase(pos)
    middle, end = middle * scale // WHOLE + weights.tempo[0], end * scale // WHOLE + weights.tempo[1]
    return (middle * phase + end * (FULL_PHASE - phase)) // FULL_PHASE


@evaluate.register(POSITION, HANDCRAFTED)
def _evaluate(pos: Record, weights: Record) -> Int:
    slot = pawn_slot(pos, weights)
    cache = pos.pawn_cache
    score = pos.score + np.int64(cache[slot, SCORE])
    term, pawns_w, minors_w, rooks_w, all_w = _side_terms(pos, weights, WHITE, cache[slot, HELD])
    score += term
    term, pawns_b, minors_b, rooks_b, all_b = _side_terms(pos, weights, BLACK, cache[slot, HELD + 1])
    score -= term
    score += _threat_terms(pos, weights, WHITE, pawns_w, minors_w, rooks_w, all_w, all_b)
    score -= _threat_terms(pos, weights, BLACK, pawns_b, minors_b, rooks_b, all_b, all_w)
    runners = cache[slot, RUNNERS]
    if runners:
        score += _runner_terms(pos, weights, WHITE, runners, all_b)
        score -= _runner_terms(pos, weights, BLACK, runners, all_w)
    middle, end = unpack_score(score)
    return _interpolate(pos, weights, middle, end, _scale(pos, end))


@bind.register(POSITION, MATERIAL)
def _bind_material(pos: Record, weights: Record) -> None:
    for kind in range(6):
        value = pack_pair(weights.value[kind])
        pos.psq[kind, :] = value
        pos.psq[kind + 8, :] = -value
    _restart(pos)


@evaluate.register(POSITION, MATERIAL)
def _evaluate_material(pos: Record, weights: Record) -> Int:
    middle, end = unpack_score(pos.score)
    return _interpolate(pos, weights, middle, end, WHOLE)
