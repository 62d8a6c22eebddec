"""The rectangle evaluator: how often the mover won after each pattern of a rectangle was seen.

Squares are empty, the mover's or the other's. Of every pattern in each rectangle of 2x3 and 3x2 squares
there are two counts, games won and games in all; their ratio, the mean over all rectangles, is the
chance of winning. The built-in counts are of games played by lot: to know more is left to learning.
In a Monte Carlo tree the chance after a move is what the move starts with, and a bias that fades.
"""

import numpy as np

from boyi.engines.einstein.endings import NONE
from boyi.engines.einstein.evaluate import CERTAIN, policy
from boyi.engines.einstein.playouts import (
    STEPWISE,
    draw,
    first_of,
    playout,
    random_move,
    restore,
    shift,
)
from boyi.engines.einstein.position import POSITION
from boyi.engines.einstein.squares import BLUE, DIRECTIONS, NOWHERE, PIECES, SIDE, SQUARES, TARGET
from boyi.engines.einstein.symmetry import build
from boyi.engines.einstein.tuples import RECTANGLES, WIDE
from boyi.engines.jit import Int, Record, entry, inline, kernel, new, record
from boyi.engines.rules import LOST, ONGOING, evaluate, outcome

BITS = 2
TRIPLE = (1 << 3 * BITS) - 1
PATTERNS = 1 << 6 * BITS
GAMES = 20_000
"""Played by lot for the built-in counts."""
PLIES = 24
"""How far into a game patterns are counted."""
DOUBT = 2
"""Games that every pattern is thought to have had, half of them won."""

RECTANGLE_COUNTS = record(
    ("wins", np.int32, (RECTANGLES, PATTERNS)),
    ("games", np.int32, (RECTANGLES, PATTERNS)),
)


@inline
def _gather(pos: Record, side: Int) -> None:
    """Write whose piece stands on the squares of each row and column, as a side sees the board."""
    for line in range(2 * SIDE):
        pos.lines[line] = 0
    for piece in range(2 * PIECES):
        square = np.int64(pos.squares[piece])
        if square == NOWHERE:
            continue
        state = 1 if (piece >= PIECES) == (side == 1) else 2
        seen = square if side == 1 else SQUARES - 1 - square
        row, column = seen // SIDE, seen % SIDE
        pos.lines[row] |= np.uint16(state << BITS * column)
        pos.lines[SIDE + column] |= np.uint16(state << BITS * row)


@inline
def _pattern(pos: Record, lying: Int, row: Int, column: Int) -> Int:
    upper = np.int64(pos.lines[lying + row]) >> BITS * column & TRIPLE
    lower = np.int64(pos.lines[lying + row + 1]) >> BITS * column & TRIPLE
    return upper | lower << 3 * BITS


@kernel
def _ratio(pos: Record, weights: Record) -> Int:
    """The mean share of won games, in CERTAINs, for the side to move."""
    _gather(pos, np.int64(pos.side & 1))
    total = np.int64(0)
    for row in range(SIDE - 1):
        for column in range(WIDE):
            place = row * WIDE + column
            for lying in range(0, 2 * SIDE, SIDE):
                at = _pattern(pos, lying, row, column)
                won, games = np.int64(weights.wins[place, at]), np.int64(weights.games[place, at])
                total += CERTAIN * (2 * won + DOUBT) // (2 * (games + DOUBT))
    return total // (2 * RECTANGLES)


@evaluate.register(POSITION, RECTANGLE_COUNTS)
def _evaluate(pos: Record, weights: Record) -> Int:
    ended = outcome(pos, np.int64(0))
    if ended != ONGOING:
        return np.int64(-CERTAIN if ended == LOST else CERTAIN)
    return 2 * _ratio(pos, weights) - CERTAIN


@policy.register(POSITION, RECTANGLE_COUNTS)
def _policy(pos: Record, weights: Record, chances: np.ndarray) -> None:
    """The chance after each move, seen by the side that makes it."""
    side = np.int64(pos.side & 1)
    for number in range(PIECES):
        piece = side * PIECES + number
        square = np.int64(pos.squares[piece])
        for direction in range(DIRECTIONS):
            goal = np.int64(TARGET[side, square, direction])
            chances[number * DIRECTIONS + direction] = 0.0
            if goal == NOWHERE:
                continue
            taken = np.int64(pos.board[goal])
            if taken != 0:
                pos.squares[taken - 1] = NOWHERE
            pos.squares[piece], pos.side = goal, 1 - side
            chances[number * DIRECTIONS + direction] = 1.0 - _ratio(pos, weights) / CERTAIN
            pos.squares[piece], pos.side = square, side
            if taken != 0:
                pos.squares[taken - 1] = goal


@entry
def count(origin: Record, pos: Record, end: Record, weights: Record, state: np.ndarray, games: Int) -> None:
    """Play games by lot and count the patterns of one position of each. `pos` and `end` are scratch paper."""
    for _ in range(games):
        restore(pos, origin)
        stay, over = first_of(draw(state), PLIES), False
        for _ply in range(stay):
            side = np.int64(pos.side & 1)
            choice = random_move(pos, side, np.int64(STEPWISE), draw(state))
            over = over or shift(pos, side, choice & 7, choice >> 3)
            if over:
                break
        if over:
            continue
        restore(end, pos)
        won = (playout(end, state, NONE, np.int64(STEPWISE)) > 0.5) == (pos.side == BLUE)
        _gather(pos, np.int64(pos.side & 1))
        for row in range(SIDE - 1):
            for column in range(WIDE):
                for lying in range(0, 2 * SIDE, SIDE):
                    at = _pattern(pos, lying, row, column)
                    weights.games[row * WIDE + column, at] += 1
                    weights.wins[row * WIDE + column, at] += won


def rectangles() -> Record:
    """The built-in weights: counts of games played by lot, the same each time."""
    weights = new(RECTANGLE_COUNTS)
    start = build(np.array([24, 23, 22, 19, 18, 14, 0, 1, 2, 5, 6, 10]), BLUE, 0)
    count(start, new(POSITION), new(POSITION), weights, np.array([20170101], np.uint64), GAMES)
    return weights
