"""EinStein's n-tuples as a learner: a position reads two dozen of their numbers, whose sum is a log-odds.

A position is worth tanh(log-odds / 2), twice the chance to win less one, to the first player, before the die
is rolled. One that is over is worth its result, whatever the numbers are.
"""

from dataclasses import dataclass

import numpy as np

from boyi.engines.einstein.endgame.lookup import COUNT
from boyi.engines.einstein.evaluation.lines import RECTANGLES, WIDE, pattern
from boyi.engines.einstein.evaluation.tuples import BITS, ONE, PATTERNS, bin_of, gather
from boyi.engines.einstein.position import POSITION, set_up
from boyi.engines.einstein.squares import ALL, NOWHERE, PIECES, SIDE, SQUARES
from boyi.engines.jit import Bool, Record, copy, entry, new
from boyi.engines.rules import LOST, ONGOING, outcome
from boyi.learning.data.samples import piece_at

CELLS = RECTANGLES * PATTERNS
MEN = CELLS + (PIECES + 1) ** 2
READ = 2 * (SIDE - 1) * WIDE + 2
"""Numbers that a position reads: its rectangles', its pieces' and its race's."""
FIELDS = ("cells", "men", "race")


@entry
def _look(pos: Record, weights: Record, places: np.ndarray) -> Bool:
    """Write which numbers a position reads; whether the game goes on there, else they mean nothing."""
    if outcome(pos, np.int64(0)) != ONGOING:
        return False
    gather(pos)
    at = 0
    for row in range(SIDE - 1):
        for column in range(WIDE):
            table = np.int64(row * WIDE + column) * PATTERNS
            places[at] = table + pattern(pos, 0, row, column, BITS)
            places[at + 1] = table + pattern(pos, SIDE, row, column, BITS)
            at += 2
    side = np.int64(pos.side & 1)
    own, other = COUNT[pos.alive[side] & ALL], COUNT[pos.alive[1 - side] & ALL]
    places[at] = CELLS + np.int64(own) * (PIECES + 1) + np.int64(other)
    places[at + 1] = MEN + bin_of(pos, weights)
    return True


@entry
def _over(pos: Record) -> float:
    """What a finished game is worth to the side to move."""
    return -1.0 if outcome(pos, np.int64(0)) == LOST else 1.0


def unpack(sample: np.ndarray) -> Record:
    """The position of a packed one, before the die is rolled."""
    squares, pos = np.full(2 * PIECES, NOWHERE, np.uint8), new(POSITION)
    for square in range(SQUARES):
        if piece := int(piece_at(sample, square)):
            squares[piece - 1] = square
    set_up(pos, squares, int(sample["side"]), 0)
    return pos


@dataclass(frozen=True)
class TuplesSeen:
    """Positions as the tuples saw them."""

    values: np.ndarray
    places: np.ndarray
    """The numbers that each position read."""
    slopes: np.ndarray
    """Of each value in each number that the position read; 0 where the game is over."""
    size: int

    def pull(self, credits: np.ndarray) -> np.ndarray:
        """The sum of the positions' gradients, each times its credit."""
        shares = np.repeat(credits * self.slopes, READ)
        return np.bincount(self.places.ravel(), shares, self.size)


class TuplesLearner:
    """EinStein's n-tuples; their numbers learn as log-odds and play rounded."""

    def __init__(self, weights: Record) -> None:
        """Begin with an engine's weights."""
        self._weights = copy(weights)
        self.numbers = np.concatenate([weights[name].ravel() for name in FIELDS]) / float(ONE)

    def see(self, positions: np.ndarray) -> TuplesSeen:
        """What it makes of packed positions."""
        places, signs = np.zeros((len(positions), READ), np.int64), 1.0 - 2.0 * positions["side"]
        values, slopes = np.zeros(len(positions)), np.zeros(len(positions))
        for i, sample in enumerate(positions):
            pos = unpack(sample)
            if _look(pos, self._weights, places[i]):
                values[i] = np.tanh(self.numbers[places[i]].sum() / 2)
                slopes[i] = signs[i] * (1 - values[i] ** 2) / 2
            else:
                values[i] = _over(pos)
        return TuplesSeen(signs * values, places, slopes, self.numbers.size)

    def export(self) -> Record:
        """The tables as the engine plays them."""
        made, bounds = copy(self._weights), np.iinfo(np.int16)
        whole = np.clip(np.rint(self.numbers * ONE), bounds.min, bounds.max)
        for name, part in zip(FIELDS, np.split(whole, (CELLS, MEN)), strict=True):
            made[name][...] = part.reshape(made[name].shape)
        return made
