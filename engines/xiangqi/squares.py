"""The board's geometry: tables computed once at import, and functions that only index.

Squares run a0 = 0 … i9 = 89, rank by rank from Red's side. A set of squares is two words that meet at
the river: `near` holds Red's half (squares 0–44), `far` Black's (45–89). Rooks and cannons look up what
they see in the occupancy of their rank and file; horses and elephants in that of their four neighbours.
"""

from collections.abc import Callable, Iterable

import numpy as np

from boyi.engines.jit import Int, inline
from boyi.engines.xiangqi.pieces import BLACK, RED

FILES, RANKS, SQUARES = 9, 10, 90
RIVER = 45
"""The first square of Black's half."""

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (1, -1), (-1, -1))
LEGS = ((0, -1), (-1, 0), (1, 0), (0, 1))
"""A square's neighbours in the order of the bits that `_beside` gives."""
CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
"""The squares at a square's corners in the order of the bits that `_around` gives."""

COLUMN = np.uint64(sum(1 << 9 * i for i in range(5)))
GATHER = np.uint64(sum(1 << (40 - 8 * i) for i in range(5)))
"""Multiplies the five bits of a column into bits 40–44; no two products meet."""


def at(file: int, rank: int) -> int | None:
    """The square of a file and a rank, if they are on the board."""
    return rank * FILES + file if 0 <= file < FILES and 0 <= rank < RANKS else None


@inline
def orient(square: Int, side: Int) -> Int:
    """A square as a side sees it, its own home at the bottom."""
    return square if side == 0 else 81 - square + 2 * (square % 9)


def in_palace(square: int, colour: int | None = None) -> bool:
    """Whether a square belongs to a palace, or to a colour's."""
    file, rank = square % FILES, square // FILES
    ranks = {RED: range(3), BLACK: range(7, 10), None: (0, 1, 2, 7, 8, 9)}[colour]
    return 3 <= file <= 5 and rank in ranks


def own_half(square: int, colour: int) -> bool:
    """Whether a square lies on a colour's side of the river."""
    return (square >= RIVER) == (colour == BLACK)


def _words(squares: Iterable[int | None]) -> tuple[int, int]:
    mask = sum(1 << square for square in set(squares) if square is not None)
    return mask & ((1 << RIVER) - 1), mask >> RIVER


def _table(goals: Callable[[int], Iterable[int | None]]) -> np.ndarray:
    return np.array([_words(goals(square)) for square in range(SQUARES)], np.uint64)


def step(square: int, move: tuple[int, int], times: int = 1) -> int | None:
    """The square some steps away, if it is on the board."""
    return at(square % FILES + times * move[0], square // FILES + times * move[1])


def _inside(square: int, steps: Iterable[tuple[int, int]]) -> list[int]:
    """Where steps within a palace lead; nowhere from outside."""
    goals = [step(square, move) for move in steps]
    return [goal for goal in goals if goal is not None and in_palace(goal) and in_palace(square)]


def pawn_goals(square: int, colour: int) -> list[int]:
    """Where a pawn moves: ahead, and sideways beyond the river."""
    ahead = (0, 1 if colour == RED else -1)
    moves = [ahead] if own_half(square, colour) else [ahead, (1, 0), (-1, 0)]
    return [goal for move in moves if (goal := step(square, move)) is not None]


def horse_jumps(square: int) -> list[tuple[tuple[int, int], int]]:
    """Each jump of a horse: the leg's direction, and the goal."""
    jumps = []
    for leg in LEGS:
        for turn in DIAGONAL:
            goal = at(square % FILES + leg[0] + turn[0], square // FILES + leg[1] + turn[1])
            if goal is not None and turn[0] * leg[0] + turn[1] * leg[1] > 0:
                jumps.append((leg, goal))
    return jumps


def _by_neighbours(goals: Callable[[int], list[tuple[tuple[int, int], int]]], order: object) -> np.ndarray:
    """What can be reached from each square, for each of 16 ways its four neighbours may be occupied."""
    table = np.zeros((SQUARES, 16, 2), np.uint64)
    places = list(order)  # type: ignore[call-overload]
    for square in range(SQUARES):
        ways = [(places.index(way), goal) for way, goal in goals(square)]
        for occupied in range(16):
            table[square, occupied] = _words(goal for way, goal in ways if not occupied >> way & 1)
    return table


def _elephant_steps(square: int) -> list[tuple[tuple[int, int], int]]:
    goals = [(way, step(square, way, 2)) for way in CORNERS]
    return [(way, goal) for way, goal in goals if goal is not None and (goal < RIVER) == (square < RIVER)]


def _horse_sources(square: int) -> list[tuple[tuple[int, int], int]]:
    """Squares from which a horse attacks this one, each with the corner where its leg stands."""
    found = []
    for source in range(SQUARES):
        for leg, goal in horse_jumps(source):
            if goal == square:
                stand = source + leg[0] + FILES * leg[1]
                found.append(((stand % FILES - square % FILES, stand // FILES - square // FILES), source))
    return found


def _sight(length: int) -> np.ndarray:
    """What is seen along a line, by place and occupancy.

    Bits 0–9 are a rook's squares, 16–25 a cannon's prey; bits 10–15 tell how many squares are free to go to.
    """
    table = np.zeros((length, 1 << length), np.uint32)
    for place in range(length):
        for occupied in range(1 << length):
            for way in (range(place + 1, length), range(place - 1, -1, -1)):
                met = 0
                for there in way:
                    taken = occupied >> there & 1
                    table[place, occupied] |= (1 << there) * (met == 0)
                    table[place, occupied] += (1 << 10) * (met == 0 and not taken)
                    table[place, occupied] |= (1 << (there + 16)) * (taken and met == 1)
                    met += taken
                    if met == 2:
                        break
    return table


def _between() -> np.ndarray:
    """Squares strictly between two squares of one line."""
    table = np.zeros((SQUARES, SQUARES, 2), np.uint64)
    for square in range(SQUARES):
        for move in STRAIGHT:
            passed: list[int] = []
            other = step(square, move)
            while other is not None:
                table[square, other] = _words(passed)
                passed.append(other)
                other = step(other, move)
    return table


def _leg_squares() -> np.ndarray:
    """Where the leg of a horse stands on its way from one square to another; SQUARES if there is no way."""
    table = np.full((SQUARES, SQUARES), SQUARES, np.uint8)
    for square in range(SQUARES):
        for leg, goal in horse_jumps(square):
            table[square, goal] = square + leg[0] + FILES * leg[1]
    return table


BIT = _table(lambda square: [square])
PALACES = np.array([[_words(s for s in range(90) if in_palace(s, c))] for c in (RED, BLACK)], np.uint64)[:, 0]
KING = _table(lambda square: _inside(square, STRAIGHT))
ADVISOR = _table(lambda square: _inside(square, DIAGONAL))
PAWN = np.stack([_table(lambda square, c=c: pawn_goals(square, c)) for c in (RED, BLACK)])  # type: ignore[misc]
PAWN_SOURCES = np.stack(
    [_table(lambda s, c=c: [o for o in range(90) if s in pawn_goals(o, c)]) for c in (RED, BLACK)]  # type: ignore[misc]
)
"""Squares from which a pawn of each colour attacks a square."""
HORSE = _by_neighbours(horse_jumps, LEGS)
HORSE_SOURCES = _by_neighbours(_horse_sources, CORNERS)
ELEPHANT = _by_neighbours(_elephant_steps, CORNERS)
LEG = _leg_squares()
BETWEEN = _between()
LINES = _table(lambda square: [o for o in range(90) if (o % 9 == square % 9) != (o // 9 == square // 9)])
"""Squares on a square's rank or file, without itself."""

RANK_SIGHT, FILE_SIGHT = _sight(FILES), _sight(RANKS)
FILE_OF = np.array([square % FILES for square in range(SQUARES)], np.uint8)
RANK_OF = np.array([square // FILES for square in range(SQUARES)], np.uint8)
SHIFT = np.array([square // FILES % 5 * FILES for square in range(SQUARES)], np.uint8)
"""Where a square's rank begins in its word."""
SPREAD = np.array([sum((half >> i & 1) << 9 * i for i in range(5)) for half in range(32)], np.uint64)
"""Five squares of a file, from adjacent bits to their places in the a-file."""

LAST_FILE = np.uint64(sum(1 << (9 * i + 8) for i in range(5)))
FIRST_FILE = np.uint64(sum(1 << 9 * i for i in range(5)))
"""The i-file and the a-file in a word."""
FIVE, NINE = np.uint64(31), np.uint64(511)
TEN = 1023
HALF = np.uint64((1 << RIVER) - 1)
"""All squares of either half."""
