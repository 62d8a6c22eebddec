"""How exact endgame tables are laid out, and how a position is looked up.

A table holds the chance of winning for the side about to roll. Seen with its own goal at 24, each
piece is one of 24 squares; the mover's pieces come first, then the other side's, each side in the order
of its numbers. Two sets of numbers that are each other's reflection (i -> 7 - i) are one class, all
single numbers are one class, and the board's mirror keeps the first piece on or above the diagonal.
"""

import numpy as np

from boyi.engines.einstein.squares import MIRRORED, PIECES, SIDE, SQUARES, TURNED
from boyi.engines.jit import Int, Record, inline

SURE = 65535
"""The entry of a won position; 0 is a lost one."""

RADIX = SQUARES - 1
"""Squares that a piece may stand on: all but its goal, where the game is over."""
FIRST = 14
"""The same for the first piece, up to the mirror."""

SETS = 1 << PIECES


def _numbers(alive: int) -> list[int]:
    return [piece for piece in range(PIECES) if alive >> piece & 1]


def _class(alive: int) -> tuple[int, bool]:
    """The set that stands for the class of another, and whether the numbers are to be reversed."""
    numbers = _numbers(alive)
    if len(numbers) < 2:
        return min(alive, 1), False
    reflected = sum(1 << (PIECES - 1 - piece) for piece in numbers)
    return min(alive, reflected), reflected < alive


CLASS = np.array([_class(alive)[0] for alive in range(SETS)], np.uint8)
COUNT = np.array([len(_numbers(alive)) for alive in range(SETS)], np.uint8)
ORDER = np.zeros((SETS, PIECES), np.uint8)
"""The pieces of each set in the order in which a table has them."""
for _alive in range(1, SETS):
    ORDER[_alive, : COUNT[_alive]] = _numbers(_alive)[:: -1 if _class(_alive)[1] else 1]


def _first_squares() -> np.ndarray:
    places = np.full(SQUARES + 1, FIRST, np.uint8)
    above = [square for square in range(RADIX) if square % SIDE >= square // SIDE]
    places[above] = range(FIRST)
    return places


PLACE = _first_squares()
"""Index of the first piece's square; FIRST where the board has to be mirrored."""
VIEW = np.zeros((2, 2, SQUARES + 1), np.uint8)
"""A piece's square as seen by its own side, by side and by whether the board is mirrored."""
VIEW[0, 0], VIEW[1, 0] = TURNED, np.arange(SQUARES + 1)
VIEW[0, 1], VIEW[1, 1] = MIRRORED[TURNED], MIRRORED


def pairs(most: int) -> list[tuple[int, int]]:
    """The classes that face each other in tables of up to so many pieces, in the order of the tables."""
    classes = sorted({int(c) for c in CLASS if c})
    found = [(own, other) for own in classes for other in classes]
    found.sort(key=lambda pair: COUNT[pair[0]] + COUNT[pair[1]])
    return [pair for pair in found if COUNT[pair[0]] + COUNT[pair[1]] <= most]


def room(own: int, other: int) -> int:
    """Entries of a pair of classes."""
    pieces = int(COUNT[own]) + int(COUNT[other])
    return FIRST * int(RADIX ** (pieces - 1))


MOST = 6
OFFSET = np.full((SETS, SETS), -1, np.int64)
"""Where the entries of two sets begin, the mover's first; -1 where there are none."""


def size(most: int) -> int:
    """Entries of all tables of up to so many pieces."""
    return sum(room(*pair) for pair in pairs(most))


def _set_offsets() -> None:
    begin = 0
    for own, other in pairs(MOST):
        OFFSET[np.ix_(np.equal(CLASS, own), np.equal(CLASS, other))] = begin
        begin += room(own, other)


_set_offsets()


@inline
def index(alive: np.ndarray, squares: np.ndarray, side: Int) -> Int:
    """Where the chance of the side about to roll lies; -1 if no table has it. Nobody has arrived yet."""
    own, other = np.int64(alive[side] & 63), np.int64(alive[1 - side] & 63)
    begin = OFFSET[own, other]
    if begin < 0:
        return np.int64(-1)
    first = VIEW[side, 0, squares[side * PIECES + ORDER[own, 0]]]
    mirrored = np.int64(PLACE[first] == FIRST)
    entry = np.int64(PLACE[MIRRORED[first] if mirrored else first])
    for i in range(1, COUNT[own]):
        entry = entry * RADIX + VIEW[side, mirrored, squares[side * PIECES + ORDER[own, i]]]
    for i in range(COUNT[other]):
        entry = entry * RADIX + VIEW[1 - side, mirrored, squares[(1 - side) * PIECES + ORDER[other, i]]]
    return begin + entry


@inline
def probe(endings: np.ndarray, pos: Record) -> Int:
    """The entry of an unfinished position, the side to move being about to roll; -1 if there is none."""
    side = np.int64(pos.side & 1)
    begin = OFFSET[pos.alive[side] & 63, pos.alive[1 - side] & 63]
    if begin < 0 or begin >= endings.size:
        return np.int64(-1)
    return np.int64(endings[index(pos.alive, pos.squares, side)])


NONE = np.zeros(0, np.uint16)
"""The table that knows nothing."""
