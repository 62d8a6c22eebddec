"""Opening books: a text file of turns that were found good, looked up whatever way the board is turned.

A line is the turns so far, a bar, a turn to play, and its weight: `JJ@@ KKIK | LKJH 3`. Lines that
begin with # are remarks.
"""

import random
from collections import defaultdict
from collections.abc import Iterable

from boyi.engines.connect6.notation import LETTERS
from boyi.engines.files import read_text, user_path
from boyi.engines.jit import Record

Stone = tuple[int, int]
Board = tuple[frozenset[Stone], frozenset[Stone]]


def transform(stone: Stone, way: int, side: int) -> Stone:
    """A stone on a square board that was turned or mirrored in one of eight ways."""
    x, y = stone
    x = side - 1 - x if way & 1 else x
    y = side - 1 - y if way & 2 else y
    return (y, x) if way & 4 else (x, y)


def transform_back(stone: Stone, way: int, side: int) -> Stone:
    """The stone that `transform` took to this one."""
    x, y = (stone[1], stone[0]) if way & 4 else stone
    return (side - 1 - x if way & 1 else x), (side - 1 - y if way & 2 else y)


def canonical(board: Board, side: int) -> tuple[tuple[tuple[Stone, ...], ...], int]:
    """The image that stands for a board and its seven others, and the way that leads to it."""
    return min(
        (tuple(tuple(sorted(transform(stone, way, side) for stone in stones)) for stones in board), way)
        for way in range(8)
    )


def read_turn(text: str) -> list[Stone]:
    """The stones of a turn as JJ@@ or KKIK; ValueError if it is none."""
    names = [text[at : at + 2] for at in range(0, len(text), 2) if text[at : at + 2] != "@@"]
    if not 1 <= len(names) <= 2 or any(len(name) != 2 or not set(name) <= set(LETTERS) for name in names):
        raise ValueError(f"{text[:20]!r} is no turn")
    return [(LETTERS.index(name[0]), LETTERS.index(name[1])) for name in names]


class TurnBook:
    """A book in memory; turns are drawn at random, in proportion to their weights."""

    def __init__(self, path: str) -> None:
        """Read a file; OSError if it can't be, ValueError names a faulty line."""
        self._turns: dict[object, list[tuple[list[Stone], int]]] = defaultdict(list)
        self._rng = random.Random()
        for number, line in enumerate(read_text(user_path(path)).splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                try:
                    self._enter(line)
                except ValueError as error:
                    raise ValueError(f"line {number}: {error}") from None
        if not self._turns:
            raise OSError("no turns in it")

    def _enter(self, line: str) -> None:
        before, bar, reply = line.partition("|")
        if not bar or len(reply.split()) != 2:
            raise ValueError("a line is turns | turn weight")
        turn, weight = reply.split()
        side = len(LETTERS)
        key, way = canonical(_board(read_turn(text) for text in before.split()), side)
        self._turns[key].append(([transform(stone, way, side) for stone in read_turn(turn)], int(weight)))

    def advise(self, pos: Record, legal: list[int]) -> list[int]:
        """The stones of one turn of the book, if it has any for the position."""
        if pos.columns != len(LETTERS) or pos.rows != len(LETTERS) or pos.length != 6:
            return []
        side = len(LETTERS)
        key, way = canonical(stones_on(pos), side)
        known = [(turn, weight) for turn, weight in self._turns.get(key, []) if len(turn) == pos.left]
        if not known:
            return []
        drawn = self._rng.choices(known, [weight for _, weight in known])[0][0]
        back = (transform_back(stone, way, side) for stone in drawn)
        moves = [y * side + x + 1 for x, y in back]
        return moves if set(moves) <= set(legal) else []


def _board(turns: Iterable[list[Stone]]) -> Board:
    colours: tuple[set[Stone], set[Stone]] = (set(), set())
    for number, turn in enumerate(turns):
        colours[number % 2].update(turn)
    return frozenset(colours[0]), frozenset(colours[1])


def stones_on(pos: Record) -> Board:
    """The stones of a position, by colour."""
    width = int(pos.columns)
    found: tuple[set[Stone], set[Stone]] = (set(), set())
    for point in range(int(pos.points)):
        if pos.board[point]:
            found[pos.board[point] - 1].add((point % width, point // width))
    return frozenset(found[0]), frozenset(found[1])
