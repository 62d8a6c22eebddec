"""How exact endings of three and four pieces are laid out: two bits for every position.

A table is of one material, seen as White having the stronger pieces. The kings come first, as one of the
pairs that may stand on a board together: without pawns the board is turned until White's king is in one
eighth of it, with pawns until it is on the files a to d. Then come the other pieces, pawns on 48 squares, and
the side to move.
"""

import itertools
from typing import NamedTuple

import numpy as np

from boyi.engines.chess.position import BISHOPS, EMPTY, KNIGHTS, PAWNS, QUEENS, ROOKS
from boyi.engines.chess.squares import KING
from boyi.engines.jit import Int, inline

LETTERS = "PNBRQ"


class Material(NamedTuple):
    """The pieces of a table beside the kings; the first is White's."""

    first: int
    second: int
    """EMPTY if there are three pieces in all."""
    versus: bool
    """Whether the second is Black's."""

    @property
    def name(self) -> str:
        """As players write it, such as KRKP."""
        second = "" if self.second == EMPTY else LETTERS[self.second]
        return f"K{LETTERS[self.first]}{'' if self.versus else second}K{second if self.versus else ''}"

    @property
    def codes(self) -> tuple[int, int]:
        """The pieces as the board has them."""
        return self.first, self.second + 8 * self.versus

    @property
    def pawns(self) -> int:
        """How many of them are pawns."""
        return (self.first, self.second).count(PAWNS)


def _materials() -> tuple[Material, ...]:
    """All tables, each after those that captures and promotions lead to."""
    kinds = (QUEENS, ROOKS, BISHOPS, KNIGHTS, PAWNS)
    three = [Material(kind, EMPTY, False) for kind in (QUEENS, ROOKS, PAWNS)]
    pairs = itertools.combinations_with_replacement(kinds, 2)
    four = [Material(*pair, versus) for pair in pairs for versus in (False, True)]
    return (*three, *sorted(four, key=lambda material: material.pawns))


MATERIALS = _materials()
TABLE = np.full((16, 16), -1, np.int8)
"""The table of two pieces as the board has them, EMPTY for a second that is missing; -1 if there is none."""
SWAPPED = np.zeros((16, 16), np.uint8)
"""Whether the second of them is the table's first."""
TURNED = np.zeros((16, 16), np.uint8)
"""Whether Black has what is White's in the table."""
for _number, (_first, _second, _versus) in enumerate(MATERIALS):
    for _black in range(1 if _versus and _first == _second else 2):
        _one = _first + 8 * _black
        _two = EMPTY if _second == EMPTY else _second + 8 * (_black ^ _versus)
        TABLE[_one, _two], TURNED[_one, _two] = _number, _black
        if _two not in (EMPTY, _one):
            TABLE[_two, _one], TURNED[_two, _one], SWAPPED[_two, _one] = _number, _black, 1

PAWNED = np.array([material.pawns > 0 for material in MATERIALS], np.uint8)
RADIX = np.array([[48 if kind == PAWNS else 64 for kind in material[:2]] for material in MATERIALS], np.int64)
"""On how many squares each piece may stand; a missing one has one place."""
LEAST = np.array([[8 if kind == PAWNS else 0 for kind in material[:2]] for material in MATERIALS], np.int64)
"""The lowest of these squares."""
RADIX[[material.second == EMPTY for material in MATERIALS], 1] = 1

MIRROR, OVER, TRANSPOSE = 1, 2, 4
"""How a board is turned: left and right exchanged, then top and bottom, then files and ranks."""
MAPPED = np.zeros((8, 64), np.uint8)
"""Where each square goes."""
for _turn in range(8):
    _seen = np.arange(64) ^ (7 * (_turn & MIRROR)) ^ (56 * (_turn >> 1 & 1))
    MAPPED[_turn] = _seen % 8 * 8 + _seen // 8 if _turn & TRANSPOSE else _seen

SEEN = MAPPED.tolist()


def _turn_of(pawned: bool, white: int, black: int) -> int:
    """How a board with these kings is turned."""
    turn = MIRROR * (white % 8 > 3)
    if pawned:
        return turn
    turn += OVER * (white // 8 > 3)
    for king in (white, black):
        seen = SEEN[turn][king]
        if seen // 8 != seen % 8:
            return turn + TRANSPOSE * (seen // 8 > seen % 8)
    return turn


def _pairs(pawned: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Number and turn of every pair of kings, -1 for one that is none; and the kings of each number."""
    numbers, turns = np.full((64, 64), -1, np.int16), np.zeros((64, 64), np.uint8)
    found, near = dict[tuple[int, int], int](), KING.tolist()
    for white, black in itertools.product(range(64), repeat=2):
        turns[white, black] = turn = _turn_of(pawned, white, black)
        if white != black and not near[white] >> black & 1:
            seen = SEEN[turn][white], SEEN[turn][black]
            numbers[white, black] = found.setdefault(seen, len(found))
    return numbers, turns, np.array(list(found), np.uint8)


_PAWNLESS, _WITH_PAWNS = _pairs(False), _pairs(True)
PAIR, TURN = (np.stack([_PAWNLESS[i], _WITH_PAWNS[i]]) for i in range(2))
"""By whether there are pawns, and by the squares of both kings."""
KINGS_OF = np.zeros((2, len(_WITH_PAWNS[2]), 2), np.uint8)
KINGS_OF[0, : len(_PAWNLESS[2])], KINGS_OF[1] = _PAWNLESS[2], _WITH_PAWNS[2]
PAIRS = (len(_PAWNLESS[2]), len(_WITH_PAWNS[2]))

SIZE = np.array(
    [2 * PAIRS[PAWNED[i]] * int(RADIX[i].prod()) for i in range(len(MATERIALS))],
    np.int64,
)
"""Entries of each table."""
BEGIN = np.concatenate([[0], np.cumsum(SIZE)[:-1]])
"""The first entry of each table, were they all one."""
IN_BYTE = 4
BYTES = int(SIZE.sum()) // IN_BYTE
"""Of all tables."""


@inline
def _above(square: Int) -> Int:
    """1 for squares on one side of the diagonal from a1, -1 for those on the other, 0 on it."""
    return min(max((square >> 3) - (square & 7), -1), 1)


@inline
def place(table: Int, one: Int, two: Int, white: Int, black: Int, side: Int) -> Int:
    """The entry of a position within its table, seen as the table does; -1 for kings side by side."""
    pawned = PAWNED[table]
    pair = np.int64(PAIR[pawned, white, black])
    if pair < 0:
        return np.int64(-1)
    turn = np.int64(TURN[pawned, white, black])
    one, two = np.int64(MAPPED[turn, one]), np.int64(MAPPED[turn, two])
    kings = np.int64(MAPPED[turn, white]), np.int64(MAPPED[turn, black])
    if not pawned and _above(kings[0]) == 0 and _above(kings[1]) == 0:
        above = _above(one)
        if above > 0 or (above == 0 and RADIX[table, 1] > 1 and _above(two) > 0):
            one, two = np.int64(MAPPED[TRANSPOSE, one]), np.int64(MAPPED[TRANSPOSE, two])
    last = two - LEAST[table, 1] if RADIX[table, 1] > 1 else np.int64(0)
    return ((pair * RADIX[table, 0] + one - LEAST[table, 0]) * RADIX[table, 1] + last) * 2 + side


@inline
def entry_of(first: Int, one: Int, second: Int, two: Int, white: Int, black: Int, side: Int) -> Int:
    """The entry of two pieces on their squares and both kings; -1 if no table has it."""
    table = np.int64(TABLE[first, second])
    if table < 0:
        return np.int64(-1)
    if SWAPPED[first, second]:
        one, two = two, one
    if TURNED[first, second]:
        one, two, white, black, side = one ^ 56, two ^ 56, black ^ 56, white ^ 56, side ^ 1
    found = place(table, one, two, white, black, side)
    return found if found < 0 else BEGIN[table] + found
