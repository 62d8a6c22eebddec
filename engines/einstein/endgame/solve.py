"""Working out endgame tables: one pass in the order of the sum of distances, which every move shortens."""

from collections.abc import Callable

import numpy as np

from boyi.engines.einstein.endgame.lookup import (
    COUNT,
    FIRST,
    MOST,
    OFFSET,
    ORDER,
    PLACE,
    RADIX,
    SURE,
    index,
    pairs,
    size,
)
from boyi.engines.einstein.squares import DIRECTIONS, MOVERS, NOWHERE, PIECES, RED, SIDE, SQUARES, TARGET
from boyi.engines.jit import Bool, Int, Real, entry, inline, kernel

LONGEST = 2 * (SIDE - 1)
"""Single steps from corner to corner."""

STEPS = np.array([LONGEST - square // SIDE - square % SIDE for square in range(SQUARES)], np.int64)
"""Single steps from a square to the mover's goal."""
NEAR = np.full((LONGEST + 1, SIDE + 1), NOWHERE, np.int64)
"""The squares so many steps from the goal, NOWHERE after the last."""
for _steps in range(1, LONGEST + 1):
    _found = [square for square in range(RADIX) if STEPS[square] == _steps]
    NEAR[_steps, : len(_found)] = _found
ABOVE = np.array([square for square in range(RADIX) if PLACE[square] < FIRST], np.int64)


@inline
def _result(
    table: np.ndarray, sure: Real, alive: np.ndarray, squares: np.ndarray, piece: Int, goal: Int
) -> Real:
    """What red gets by moving a piece: 1 less the other side's chance after it."""
    start, taken = squares[piece], np.int64(-1)
    for other in range(2 * PIECES):
        if squares[other] == goal:
            taken = np.int64(other)
    if goal == SQUARES - 1:
        return 1.0
    squares[piece] = goal
    if taken >= 0:
        squares[taken] = NOWHERE
        alive[taken // PIECES] ^= np.uint8(1 << taken % PIECES)
    chance = 1.0 if alive[0] == 0 else 1.0 - table[index(alive, squares, np.int64(0))] / sure
    if taken >= 0:
        squares[taken] = goal
        alive[taken // PIECES] ^= np.uint8(1 << taken % PIECES)
    squares[piece] = start
    return chance


@kernel
def _solve(table: np.ndarray, sure: Real, alive: np.ndarray, squares: np.ndarray, best: np.ndarray) -> Real:
    """The chance of red, about to roll; `sure` is what a won position has in the table."""
    for number in range(PIECES):
        best[number] = 0.0
        if alive[1] >> number & 1:
            piece = PIECES + number
            for direction in range(DIRECTIONS):
                goal = TARGET[RED, squares[piece], direction]
                if goal != NOWHERE:
                    best[number] = max(best[number], _result(table, sure, alive, squares, piece, goal))
    total = 0.0
    for die in range(1, PIECES + 1):
        movers, most = np.int64(MOVERS[alive[1], die]), 0.0
        for number in range(PIECES):
            if movers >> number & 1:
                most = max(most, best[number])
        total += most
    return total / PIECES


@inline
def _apart(squares: np.ndarray) -> Bool:
    """Whether no two pieces stand on one square."""
    taken = 0
    for piece in range(2 * PIECES):
        if squares[piece] != NOWHERE:
            if taken >> squares[piece] & 1:
                return False
            taken |= 1 << squares[piece]
    return True


@inline
def _set(squares: np.ndarray, own: Int, other: Int, place: Int, square: Int) -> None:
    """Set the piece in a place of the table's order on a square as its own side sees it."""
    if place < COUNT[own]:
        squares[PIECES + ORDER[own, place]] = square
    else:
        squares[ORDER[other, place - COUNT[own]]] = SQUARES - 1 - square


@kernel
def _solve_pair(
    table: np.ndarray,
    scale: tuple[Real, Real],
    own: Int,
    other: Int,
    steps: Int,
    room: tuple[np.ndarray, ...],
) -> None:
    """Every position of a pair of classes in which all pieces together have so many steps to go."""
    (alive, squares, best), (sure, rounding) = room, scale
    pieces = np.int64(COUNT[own]) + np.int64(COUNT[other])
    prefixes = FIRST * RADIX ** (pieces - 2)
    alive[0], alive[1] = other, own
    squares[:] = NOWHERE
    for prefix in range(prefixes):
        rest, left = prefix, steps
        for place in range(pieces - 2, -1, -1):
            square = ABOVE[rest] if place == 0 else rest % RADIX
            rest //= RADIX
            left -= STEPS[square]
            _set(squares, own, other, place, square)
        if left < 1 or left > LONGEST:
            continue
        for i in range(SIDE):
            last = NEAR[left, i]
            if last == NOWHERE:
                break
            _set(squares, own, other, pieces - 1, last)
            if _apart(squares):
                at = OFFSET[own, other] + prefix * RADIX + last
                table[at] = _solve(table, sure, alive, squares, best) * sure + rounding


@inline
def _solve_every(table: np.ndarray, scale: tuple[Real, Real], classes: np.ndarray, steps: Int) -> None:
    room = (np.zeros(2, np.uint8), np.zeros(2 * PIECES, np.uint8), np.zeros(PIECES))
    for i in range(classes.shape[0]):
        _solve_pair(table, scale, np.int64(classes[i, 0]), np.int64(classes[i, 1]), steps, room)


@entry
def solve_steps(table: np.ndarray, classes: np.ndarray, steps: Int) -> None:
    """Every position in which all pieces together have so many steps to go; those with fewer are done."""
    _solve_every(table, (1.0, 0.0), classes, steps)


@entry
def solve_steps_rounded(entries: np.ndarray, classes: np.ndarray, steps: Int) -> None:
    """The positions of `solve_steps`, in a table of entries rather than chances."""
    _solve_every(entries, (float(SURE), 0.5), classes, steps)


FIRST_SUM = 2
"""The least sum of distances that two pieces can have."""
PART = 1 << 22
"""Entries that are rounded at a time."""


def classes(most: int) -> np.ndarray:
    """The pairs of classes of tables of up to so many pieces; ValueError if there are none."""
    if not 2 <= most <= MOST:
        raise ValueError(f"tables have 2 to {MOST} pieces, not {most}")
    return np.array(pairs(most), np.uint8)


def last_sum(most: int) -> int:
    """The largest sum of distances of so many pieces."""
    return most * LONGEST


def quantized(table: np.ndarray) -> np.ndarray:
    """Chances as entries."""
    entries = np.empty(table.size, np.uint16)
    for begin in range(0, table.size, PART):  # in parts, since doubles of the whole would be large
        part = slice(begin, begin + PART)
        entries[part] = np.round(table[part].astype(np.float64) * SURE)
    return entries


def solve(most: int, progress: Callable[[int], None] = lambda percent: None) -> np.ndarray:
    """The tables of up to so many pieces, 2 to MOST; `progress` hears of each part done. Blocks: seconds."""
    kinds = classes(most)
    table = np.zeros(size(most), np.float32)
    for steps in range(FIRST_SUM, last_sum(most) + 1):
        solve_steps(table, kinds, steps)
        progress(100 * steps // last_sum(most))
    return quantized(table)
