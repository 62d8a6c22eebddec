"""Pawn structure, passed pawns and the king's shelter: what pawns and kings alone decide, cached.

An entry of the cache holds: key, score (White's view), passed pawns, and for each colour its outposts: the
squares where a piece guarded by a pawn is out of reach of enemy pawns.
"""

import numpy as np

from boyi.engines.chess.position import KINGS, PAWN_CACHE, PAWNS, king_square
from boyi.engines.chess.squares import FILE_A, PAWN, east, pawn_attacks, west
from boyi.engines.chess.tactics import PASSED
from boyi.engines.evaluators.tapered import pack_pair, pack_score
from boyi.engines.jit import Int, Record, Word, inline, kernel
from boyi.engines.jit.intrinsics import ONE, ZERO, bit, highest, lowest
from boyi.engines.rules import structure

FILES = np.array([int(FILE_A) << f for f in range(8)], np.uint64)
BESIDE = np.array([sum(int(FILE_A) << g for g in (f - 1, f + 1) if 0 <= g < 8) for f in range(8)], np.uint64)
NEAR = np.array(
    [[max(abs(a % 8 - b % 8), abs(a // 8 - b // 8)) for b in range(64)] for a in range(64)], np.int64
)
OUTPOSTS = np.array([0x0000FFFFFF000000, 0x000000FFFFFF0000], np.uint64)
"""Fourth to sixth rank of each colour."""

KEY, SCORE, RUNNERS, HELD = range(4)


@inline
def relative_square(square: Int, colour: Int) -> Int:
    """The square as White would see it."""
    return square ^ (56 * colour)


@inline
def _behind(square: Int, colour: Int) -> Word:
    """Squares of the neighbouring files from which a pawn could come to guard this one."""
    return PASSED[colour ^ 1, square] | west(bit(square)) | east(bit(square))


@inline
def _reach(pawns: Word, colour: Int) -> Word:
    """Squares that pawns attack now or after any advances."""
    span = pawns
    for shift in (8, 16, 32):
        span |= span << np.uint64(shift) if colour == 0 else span >> np.uint64(shift)
    return pawn_attacks(span, colour)


@inline
def _pawn_terms(pos: Record, weights: Record, colour: Int) -> tuple[Int, Word]:
    """The score of a colour's pawns, and which of them are passed."""
    pawns = pos.pieces[PAWNS] & pos.colours[colour]
    enemies = pos.pieces[PAWNS] & pos.colours[colour ^ 1]
    guarded = pawn_attacks(pawns, colour)
    own_king, enemy_king = king_square(pos, colour), king_square(pos, colour ^ 1)
    score, passed, rest = np.int64(0), ZERO, pawns
    while rest:
        square = lowest(rest)
        rest &= rest - ONE
        word, rank, file = bit(square), relative_square(square, colour) >> 3, square & 7
        neighbours = pawns & BESIDE[file]
        stop = (square + 8 - 16 * colour) & 63
        if word & guarded or neighbours & (west(word) | east(word)):
            score += pack_pair(weights.connected[rank])
        elif not neighbours:
            score += pack_pair(weights.isolated)
        elif PAWN[colour, stop] & enemies and not neighbours & _behind(square, colour):
            score += pack_pair(weights.backward)
        if pawns & FILES[file] & PASSED[colour, square]:
            score += pack_pair(weights.doubled)
        elif not enemies & PASSED[colour, square]:
            passed |= word
            score += pack_pair(weights.passed[rank])
            if rank >= 3:
                own = weights.passed_own_king[NEAR[own_king, stop], 1] * (rank - 2) // 2
                enemy = weights.passed_enemy_king[NEAR[enemy_king, stop], 1] * (rank - 2) // 2
                score += pack_score(0, own + enemy)
    return score, passed


@inline
def _nearest(pawns: Word, colour: Int) -> Int:
    """Rank, from a colour's side, of the pawn nearest to that side; 0 if there is none."""
    if not pawns:
        return np.int64(0)
    return lowest(pawns) >> 3 if colour == 0 else 7 - (highest(pawns) >> 3)


@inline
def _shelter(pos: Record, weights: Record, colour: Int) -> Int:
    """The score of the pawns before a king, own and enemy."""
    king = king_square(pos, colour)
    own = pos.pieces[PAWNS] & pos.colours[colour]
    enemies = pos.pieces[PAWNS] & pos.colours[colour ^ 1]
    centre, rank, score = min(max(king & 7, 1), 6), king >> 3, np.int64(0)
    before = ~ZERO << np.uint64(8 * rank) if colour == 0 else ~ZERO >> np.uint64(56 - 8 * rank)
    for file in range(centre - 1, centre + 2):
        score += pack_pair(weights.shelter[_nearest(own & FILES[file & 7] & before, colour)])
        score += pack_pair(weights.storm[_nearest(enemies & FILES[file & 7] & before, colour)])
    return score


@inline
def _outposts(pos: Record, colour: Int) -> Word:
    """Outposts of a colour."""
    pawns = pos.pieces[PAWNS] & pos.colours[colour]
    enemies = pos.pieces[PAWNS] & pos.colours[colour ^ 1]
    return pawn_attacks(pawns, colour) & OUTPOSTS[colour] & ~_reach(enemies, colour ^ 1)


@kernel
def _fill(pos: Record, weights: Record, slot: Int) -> None:
    score, passed = np.int64(0), ZERO
    for colour in range(2):
        term, runners = _pawn_terms(pos, weights, colour)
        score += (1 - 2 * colour) * (term + _shelter(pos, weights, colour))
        passed |= runners
        pos.pawn_cache[slot, HELD + colour] = _outposts(pos, colour)
    pos.pawn_cache[slot, SCORE] = np.uint64(score)
    pos.pawn_cache[slot, RUNNERS] = passed


@inline
def pawn_slot(pos: Record, weights: Record) -> Int:
    """The cache entry of the present pawns and kings, filled in if it was not there."""
    kings = pos.pieces[KINGS] & pos.colours[0] | (pos.pieces[KINGS] & pos.colours[1]) << ONE
    key = structure(pos) ^ kings * np.uint64(0xC2B2AE3D27D4EB4F)
    slot = np.int64(key >> np.uint64(50)) & (PAWN_CACHE - 1)
    if pos.pawn_cache[slot, KEY] != key:
        pos.pawn_cache[slot, KEY] = key
        _fill(pos, weights, slot)
    return slot
