"""Connect6 as a person would check it: stones in a dictionary, roads as lists of points, no cleverness."""

import functools
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

Stone = tuple[int, int]
Turn = tuple[Stone, ...]
Point = TypeVar("Point", int, tuple[int, int])
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@functools.cache
def roads_of(columns: int, rows: int, length: int) -> list[list[Stone]]:
    """Every window of `length` points of a board."""
    found = []
    for y, x in itertools.product(range(rows), range(columns)):
        for dx, dy in DIRECTIONS:
            road = [(x + i * dx, y + i * dy) for i in range(length)]
            if all(0 <= a < columns and 0 <= b < rows for a, b in road):
                found.append(road)
    return found


@dataclass
class PlainBoard:
    """A board of a given size on which so many in a row win."""

    columns: int
    rows: int
    length: int
    stones: dict[Stone, int]
    """The colour, 0 or 1, of each stone."""

    def roads(self) -> list[list[Stone]]:
        """Every window of `length` points."""
        return roads_of(self.columns, self.rows, self.length)

    def threats(self, colour: int, stones: int) -> set[frozenset[Stone]]:
        """The empty points of each road that a colour fills with so many stones."""
        found = set()
        for road in self.roads():
            if all(self.stones.get(point, colour) == colour for point in road):
                empty = frozenset(point for point in road if point not in self.stones)
                if len(empty) <= stones:
                    found.add(empty)
        return found

    def counts(self, colour: int) -> list[int]:
        """How many roads that only this colour has stones on have 1, 2, … stones."""
        counts = [0] * (self.length + 1)
        for road in self.roads():
            found = [self.stones[point] for point in road if point in self.stones]
            if all(owner == colour for owner in found):
                counts[len(found)] += 1
        return counts[1:]

    def with_turn(self, turn: Turn, colour: int) -> "PlainBoard":
        """The board after a turn."""
        assert not any(stone in self.stones for stone in turn), "a point is taken"
        return PlainBoard(self.columns, self.rows, self.length, self.stones | dict.fromkeys(turn, colour))


def stops(threats: set[frozenset[Point]], stones: int) -> list[frozenset[Point]]:
    """Every smallest set of points, of at most so many, that touches all threats."""
    points = sorted(set().union(*threats))
    for size in range(stones + 1):
        found = [frozenset(some) for some in itertools.combinations(points, size)]
        found = [some for some in found if all(some & threat for threat in threats)]
        if found:
            return found
    return []


def wins(board: PlainBoard, colour: int, claim: Callable[[PlainBoard, int], Turn | None]) -> bool:
    """Whether claimed double threats win against every defence; `claim` gives the attacker's turn."""
    if board.threats(colour, 2):
        return True
    turn = claim(board, colour)
    if turn is None:
        return False
    after = board.with_turn(turn, colour)
    if after.threats(1 - colour, 2):
        return False
    threats = after.threats(colour, 2)
    defences = stops(threats, 2)
    if any(len(defence) < 2 for defence in defences):
        return False
    return all(wins(after.with_turn(tuple(defence), 1 - colour), colour, claim) for defence in defences)
