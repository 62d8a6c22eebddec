"""Shape: Connect(m,n,k,p,q) as data, and the geometry of its roads.

m columns, n rows, k in a row win, p stones a turn, q at the very first turn. A road is a window of k
consecutive points. In each of four directions the lines of the board are laid end to end, which
gives every point a place; a road is named by the place of its last point.
"""

import functools
from dataclasses import dataclass

import numpy as np

MOST_SIDE = 19
"""Columns and rows at most: letters A to S."""
MOST_POINTS = MOST_SIDE * MOST_SIDE
STRIDE = 368
"""Places in a direction: all points, the roads that would end past the last one, up to whole words of 8."""
PLACES = 4 * STRIDE
MOST_ROADS = 1023
"""Roads of one kind are counted in ten bits."""
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True)
class Shape:
    """The sizes of a game of the family; ValueError names one that can't be played here."""

    columns: int = 19
    rows: int = 19
    length: int = 6
    stones: int = 2
    first: int = 1

    def __post_init__(self) -> None:
        """Refuse what the record has no room for."""
        if not (1 <= self.columns <= MOST_SIDE and 1 <= self.rows <= MOST_SIDE):
            raise ValueError(f"a board has 1 to {MOST_SIDE} columns and rows")
        if not 3 <= self.length <= 6:
            raise ValueError("3 to 6 in a row win here: roads are counted by up to six stones")
        if not 1 <= self.stones <= 2:
            raise ValueError("a turn has 1 or 2 stones here: the search chooses pairs of points")
        if not 1 <= self.first <= self.stones:
            raise ValueError("the first turn has at least 1 stone, and no more than the others")
        if self.roads > MOST_ROADS:
            raise ValueError(f"roads are counted up to {MOST_ROADS}, this board has {self.roads}")

    @property
    def points(self) -> int:
        """Points of the board."""
        return self.columns * self.rows

    @property
    def roads(self) -> int:
        """Windows of `length` points, in four directions."""
        across, down = max(0, self.columns - self.length + 1), max(0, self.rows - self.length + 1)
        return self.rows * across + self.columns * down + 2 * across * down

    @property
    def start(self) -> str:
        """The empty board as text."""
        rows = "/".join([str(self.columns)] * self.rows)
        return f"{rows} b {self.first} {self.length} {self.stones}"

    def lines(self, direction: int) -> list[list[int]]:
        """Every line of a direction, as its points in order; a point is row * columns + column."""
        dx, dy = DIRECTIONS[direction]
        found = []
        for point in range(self.points):
            y, x = divmod(point, self.columns)
            if not self._inside(x - dx, y - dy):
                line = []
                while self._inside(x, y):
                    line.append(y * self.columns + x)
                    x, y = x + dx, y + dy
                found.append(line)
        return found

    def _inside(self, x: int, y: int) -> bool:
        return 0 <= x < self.columns and 0 <= y < self.rows


@functools.cache
def layout(shape: Shape) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places of each point, the point at each place, and which places end a road."""
    places = np.zeros((MOST_POINTS, 4), np.uint16)
    points = np.zeros(PLACES, np.uint16)
    ends = np.zeros(PLACES, np.bool_)
    for direction in range(4):
        place = direction * STRIDE
        for line in shape.lines(direction):
            for i, point in enumerate(line):
                places[point, direction], points[place] = place, point
                ends[place] = i >= shape.length - 1
                place += 1
    return places, points, ends


CONNECT6 = Shape()
BOTZONE = Shape(15, 15)
GOMOKU = Shape(15, 15, 5, 1, 1)
TIC_TAC_TOE = Shape(3, 3, 3, 1, 1)
