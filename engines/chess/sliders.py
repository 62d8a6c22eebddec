"""Attacks of bishops and rooks, by one of two methods that agree.

Where the processor gathers bits in one instruction, the blockers on a square's lines are an index into
a table of attacked stretches, of 16 bits each, 215 kB in all. Elsewhere it is obstruction difference: on
each line through a square the nearest blocker below and above bound the attacked stretch.
"""

import numpy as np

from boyi.engines.chess.squares import (
    ANTIDIAGONALS,
    BISHOP_LINES,
    DIAGONALS,
    FILES,
    FULL,
    LINE,
    LOWER,
    RANKS,
    ROOK_LINES,
    STEPS,
    UPPER,
    opposite,
    walk,
)
from boyi.engines.jit import Int, Word, inline
from boyi.engines.jit.intrinsics import GATHERS, ONE, ZERO, gather, highest, scatter


@inline
def slide(square: Int, line: Int, occupied: Word) -> Word:
    """Squares that a slider on `square` attacks along one line."""
    below = LOWER[square, line] & occupied
    above = UPPER[square, line] & occupied
    nearest = above & (ZERO - above)
    floor = FULL << np.uint64(highest(below | ONE))
    return LINE[square, line] & (nearest + nearest + floor)


@inline
def obstruction_rook(square: Int, occupied: Word) -> Word:
    """Squares that a rook attacks."""
    return slide(square, RANKS, occupied) | slide(square, FILES, occupied)


@inline
def obstruction_bishop(square: Int, occupied: Word) -> Word:
    """Squares that a bishop attacks."""
    return slide(square, DIAGONALS, occupied) | slide(square, ANTIDIAGONALS, occupied)


def _select_bits(words: np.ndarray, places: list[int]) -> np.ndarray:
    """The bits at some places of each word, moved together."""
    return sum((words >> np.uint64(p) & ONE) << np.uint64(i) for i, p in enumerate(places))  # type: ignore[return-value]


def _rays(square: int, line: int) -> list[list[int]]:
    return [walk(square, step) for step in (STEPS[line], opposite(STEPS[line]))]


def _stretches(rays: list[list[int]]) -> tuple[int, np.ndarray]:
    """The squares where blockers matter, and what is attacked for every set of them, as 16-bit numbers."""
    inner = sorted(place for ray in rays for place in ray[:-1])
    sets = np.arange(1 << len(inner), dtype=np.uint64)
    occupied = sum((sets >> np.uint64(i) & ONE) << np.uint64(place) for i, place in enumerate(inner))
    reach = np.zeros_like(sets)
    for ray in rays:
        free = np.ones_like(sets)
        for place in ray:
            reach |= free << np.uint64(place)
            free &= ~(occupied >> np.uint64(place)) & ONE
    whole = sorted(place for ray in rays for place in ray)
    return sum(1 << place for place in inner), _select_bits(reach, whole).astype(np.uint16)


def _table(lines: tuple[int, int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For one kind of slider: masks of blockers, where each square's part begins, and the parts."""
    parts = [_stretches(_rays(square, lines[0]) + _rays(square, lines[1])) for square in range(64)]
    starts = np.cumsum([0] + [len(stretches) for _, stretches in parts[:-1]])
    masks = np.array([mask for mask, _ in parts], np.uint64)
    return masks, starts.astype(np.uint64), np.concatenate([stretches for _, stretches in parts])


ROOK_MASKS, ROOK_STARTS, ROOK_STRETCHES = _table((RANKS, FILES))
BISHOP_MASKS, BISHOP_STARTS, BISHOP_STRETCHES = _table((DIAGONALS, ANTIDIAGONALS))


@inline
def pext_rook(square: Int, occupied: Word) -> Word:
    """Squares that a rook attacks."""
    place = ROOK_STARTS[square] + gather(occupied, ROOK_MASKS[square])
    return scatter(np.uint64(ROOK_STRETCHES[place]), ROOK_LINES[square])


@inline
def pext_bishop(square: Int, occupied: Word) -> Word:
    """Squares that a bishop attacks."""
    place = BISHOP_STARTS[square] + gather(occupied, BISHOP_MASKS[square])
    return scatter(np.uint64(BISHOP_STRETCHES[place]), BISHOP_LINES[square])


rook_attacks = pext_rook if GATHERS else obstruction_rook
bishop_attacks = pext_bishop if GATHERS else obstruction_bishop
