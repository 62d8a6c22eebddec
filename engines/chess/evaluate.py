"""The hand-crafted evaluation: material, squares, mobility, king safety, pawns, threats; tapered.

Linear in every weight of its record but for the final scaling of drawish endings. Material and
squares are kept up by `make`; what depends on pawns and kings alone comes from a cache.
"""

import numpy as np

from boyi.engines.bits import ONE, ZERO, bit, count, lowest, several
from boyi.engines.chess.pawns import END, FILES, HELD, KEY, MIDDLE, RUNNERS, pawn_slot, seen
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
)
from boyi.engines.chess.sliders import bishop_attacks, rook_attacks
from boyi.engines.chess.squares import KING, KNIGHT, LIGHT, forward, pawn_attacks
from boyi.engines.chess.weights import HANDCRAFTED, MATERIAL
from boyi.engines.evaluators.tapered import packed, unpacked
from boyi.engines.jit import Int, Record, Word, inline
from boyi.engines.rules import bind, evaluate

FULL_PHASE = 24
SCALE = 64
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
            middle = np.int64(weights.value[kind, 0]) + weights.square[kind, square, 0]
            end = np.int64(weights.value[kind, 1]) + weights.square[kind, square, 1]
            pos.psq[kind, square] = packed(middle, end)
            pos.psq[kind + 8, square ^ 56] = -packed(middle, end)
    _restart(pos)


@inline
def _reach(pos: Record, colour: Int, kind: Int, square: Int) -> Word:
    """Squares a piece attacks; bishops look through queens, rooks through own rooks."""
    occupied = pos.colours[0] | pos.colours[1]
    if kind == KNIGHTS:
        return KNIGHT[square]
    if kind == BISHOPS:
        return bishop_attacks(square, occupied ^ pos.pieces[QUEENS])
    if kind == ROOKS:
        return rook_attacks(square, occupied ^ (pos.pieces[ROOKS] & pos.colours[colour]))
    return bishop_attacks(square, occupied) | rook_attacks(square, occupied)


@inline
def _piece_terms(
    pos: Record, weights: Record, colour: Int, kind: Int, area: Word, zone: Word
) -> tuple[Int, Int, Word, Int]:
    """One kind of piece: middle game and endgame terms, attacked squares, weight against the king."""
    own = pos.pieces[kind] & pos.colours[colour]
    attacks, pressure, middle, end = ZERO, np.int64(0), np.int64(0), np.int64(0)
    while own:
        square = lowest(own)
        own &= own - ONE
        reach = _reach(pos, colour, kind, square)
        attacks |= reach
        free = count(reach & area)
        middle += weights.mobility[kind, free, 0]
        end += weights.mobility[kind, free, 1]
        pressure += ATTACK[kind] * count(reach & zone)
    return middle, end, attacks, pressure


@inline
def _placement_terms(pos: Record, weights: Record, colour: Int, outposts: Word) -> tuple[Int, Int]:
    """Bishop pair, bishops behind own pawns, outposts, rooks on open files."""
    pieces, own = pos.pieces, pos.colours[colour]
    pawns, enemies = pieces[PAWNS] & own, pieces[PAWNS] & ~own
    knights, bishops, rooks = pieces[KNIGHTS] & own, pieces[BISHOPS] & own, pieces[ROOKS] & own
    middle, end = np.int64(0), np.int64(0)
    if several(bishops):
        middle += weights.bishop_pair[0]
        end += weights.bishop_pair[1]
    elif bishops:
        behind = count(pawns & (LIGHT if bishops & LIGHT else ~LIGHT))
        middle += weights.bishop_pawns[0] * behind
        end += weights.bishop_pawns[1] * behind
    if (knights | bishops) & outposts:
        held = count(knights & outposts)
        middle += weights.outpost[KNIGHTS, 0] * held
        end += weights.outpost[KNIGHTS, 1] * held
        held = count(bishops & outposts)
        middle += weights.outpost[BISHOPS, 0] * held
        end += weights.outpost[BISHOPS, 1] * held
    while rooks:
        file = FILES[lowest(rooks) & 7]
        rooks &= rooks - ONE
        if not pawns & file:
            kind = weights.half_open_file if enemies & file else weights.open_file
            middle += kind[0]
            end += kind[1]
    return middle, end


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
) -> tuple[Int, Int]:
    """Enemy pieces under attack by lesser ones, or undefended."""
    enemy, pieces = pos.colours[colour ^ 1] & ~pos.pieces[PAWNS], pos.pieces
    middle, end = np.int64(0), np.int64(0)
    if not enemy & attacks:
        return middle, end
    times = count(enemy & by_pawns)
    middle += weights.pawn_threat[0] * times
    end += weights.pawn_threat[1] * times
    times = count(enemy & (pieces[ROOKS] | pieces[QUEENS]) & by_minors)
    middle += weights.minor_threat[0] * times
    end += weights.minor_threat[1] * times
    times = count(enemy & pieces[QUEENS] & by_rooks)
    middle += weights.rook_threat[0] * times
    end += weights.rook_threat[1] * times
    times = count(enemy & attacks & ~defended)
    return middle + weights.hanging[0] * times, end + weights.hanging[1] * times


@inline
def _runner_terms(pos: Record, weights: Record, colour: Int, runners: Word, guards: Word) -> tuple[Int, Int]:
    """Passed pawns with nothing on, or no enemy guard of, the square ahead."""
    occupied = pos.colours[0] | pos.colours[1]
    rest = runners & pos.colours[colour]
    middle, end = np.int64(0), np.int64(0)
    while rest:
        square = lowest(rest)
        rest &= rest - ONE
        rank, ahead = seen(square, colour) >> 3, forward(bit(square), colour)
        if not ahead & occupied:
            middle += weights.passed_free[rank, 0]
            end += weights.passed_free[rank, 1]
        if not ahead & guards:
            middle += weights.passed_guarded[rank, 0]
            end += weights.passed_guarded[rank, 1]
    return middle, end


@inline
def _side_terms(
    pos: Record, weights: Record, colour: Int, outposts: Word
) -> tuple[Int, Int, Word, Word, Word, Word]:
    """Piece terms of a colour, and its attacks: by pawns, minors, rooks, all."""
    pawns = pos.pieces[PAWNS] & pos.colours[colour]
    enemy_guard = pawn_attacks(pos.pieces[PAWNS] & pos.colours[colour ^ 1], colour ^ 1)
    area = ~(enemy_guard | pawns | pos.pieces[KINGS] & pos.colours[colour])
    around = KING[king_square(pos, colour ^ 1)]
    zone = around | forward(around, colour ^ 1)
    middle, end = _placement_terms(pos, weights, colour, outposts)
    m, e, by_knights, pressure = _piece_terms(pos, weights, colour, KNIGHTS, area, zone)
    middle, end = middle + m, end + e
    m, e, by_bishops, more = _piece_terms(pos, weights, colour, BISHOPS, area, zone)
    middle, end, pressure = middle + m, end + e, pressure + more
    m, e, by_rooks, more = _piece_terms(pos, weights, colour, ROOKS, area, zone)
    middle, end, pressure = middle + m, end + e, pressure + more
    m, e, by_queens, more = _piece_terms(pos, weights, colour, QUEENS, area, zone)
    middle, end, pressure = middle + m, end + e, pressure + more
    if not pos.pieces[QUEENS] & pos.colours[colour]:
        pressure //= 2
    pressure = min(pressure, np.int64(63))
    middle += weights.danger[pressure, 0]
    end += weights.danger[pressure, 1]
    by_pawns = pawn_attacks(pawns, colour)
    by_minors = by_knights | by_bishops
    every = by_pawns | by_minors | by_rooks | by_queens | KING[king_square(pos, colour)]
    return middle, end, by_pawns, by_minors, by_rooks, every


@inline
def _scale(pos: Record, end: Int) -> Int:
    """How much of an endgame advantage is real, of 64: little without pawns, half with opposite bishops."""
    pieces, own = pos.pieces, pos.colours[0 if end > 0 else 1]
    if not pieces[PAWNS] & own:
        minors = pieces[KNIGHTS] | pieces[BISHOPS]
        lead = 3 * (count(minors & own) - count(minors & ~own))
        lead += 5 * (count(pieces[ROOKS] & own) - count(pieces[ROOKS] & ~own))
        lead += 10 * (count(pieces[QUEENS] & own) - count(pieces[QUEENS] & ~own))
        if lead <= 3:
            return np.int64(4)
    bishops = pieces[BISHOPS]
    if pieces[KNIGHTS] | pieces[ROOKS] | pieces[QUEENS] or count(bishops) != 2:
        return np.int64(SCALE)
    opposite = bishops & LIGHT and bishops & ~LIGHT and bishops & own and bishops & ~own
    return np.int64(30 if opposite else SCALE)


@inline
def _tapered(pos: Record, weights: Record, middle: Int, end: Int, scale: Int) -> Int:
    """The value for the side to move: signs first, divisions last, so that mirrored positions round alike."""
    if pos.side != 0:
        middle, end = -middle, -end
    phase = _phase(pos)
    middle, end = middle + weights.tempo[0], end * scale // SCALE + weights.tempo[1]
    return (middle * phase + end * (FULL_PHASE - phase)) // FULL_PHASE


@evaluate.register(POSITION, HANDCRAFTED)
def _evaluate(pos: Record, weights: Record) -> Int:
    slot = pawn_slot(pos, weights)
    cache = pos.pawn_cache
    middle, end = unpacked(pos.score)
    middle, end = middle + np.int64(cache[slot, MIDDLE]), end + np.int64(cache[slot, END])

    m, e, pawns_w, minors_w, rooks_w, all_w = _side_terms(pos, weights, WHITE, cache[slot, HELD])
    middle, end = middle + m, end + e
    m, e, pawns_b, minors_b, rooks_b, all_b = _side_terms(pos, weights, BLACK, cache[slot, HELD + 1])
    middle, end = middle - m, end - e

    m, e = _threat_terms(pos, weights, WHITE, pawns_w, minors_w, rooks_w, all_w, all_b)
    middle, end = middle + m, end + e
    m, e = _threat_terms(pos, weights, BLACK, pawns_b, minors_b, rooks_b, all_b, all_w)
    middle, end = middle - m, end - e

    runners = cache[slot, RUNNERS]
    if runners:
        m, e = _runner_terms(pos, weights, WHITE, runners, all_b)
        middle, end = middle + m, end + e
        m, e = _runner_terms(pos, weights, BLACK, runners, all_w)
        middle, end = middle - m, end - e
    return _tapered(pos, weights, middle, end, _scale(pos, end))


@bind.register(POSITION, MATERIAL)
def _bind_material(pos: Record, weights: Record) -> None:
    for kind in range(6):
        value = packed(weights.value[kind, 0], weights.value[kind, 1])
        pos.psq[kind, :] = value
        pos.psq[kind + 8, :] = -value
    _restart(pos)


@evaluate.register(POSITION, MATERIAL)
def _evaluate_material(pos: Record, weights: Record) -> Int:
    middle, end = unpacked(pos.score)
    return _tapered(pos, weights, middle, end, np.int64(SCALE))
