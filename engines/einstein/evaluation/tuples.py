"""The n-tuple evaluator: tables over what stands in each rectangle of 2x3 and 3x2 squares.

The board is seen with the mover's goal at 24. A square is empty or holds a piece of either side that
1, 2 or more faces of the die let move: 7 states, three bits. A rectangle of 3x2 is the mirror image of
one of 2x3 and shares its table. To the sum of the tables come one over the two sides' numbers of pieces
and one over the chance to win the race. The sum is a log-odds of winning.
"""

import math
from pathlib import Path

import numpy as np

from boyi.engines.einstein.endgame.lookup import COUNT
from boyi.engines.einstein.evaluation.evaluate import look_ahead, policy
from boyi.engines.einstein.evaluation.lines import RECTANGLES, WIDE, clear, enter, pattern
from boyi.engines.einstein.evaluation.race import TURNS, UNIT, VECTORS, chance, race
from boyi.engines.einstein.position import POSITION
from boyi.engines.einstein.squares import ALL, MOVERS, NOWHERE, PIECES, SIDE
from boyi.engines.jit import Int, Record, inline, new, record
from boyi.engines.rules import LOST, ONGOING, evaluate, outcome

BITS = 3
"""Of a square's state."""
PATTERNS = 1 << 6 * BITS
BINS = 64
"""Of the race's chance."""
ONE = 1024
"""A log-odds of 1 in the tables."""
FLATTEST = 8 * ONE
"""Log-odds beyond this are as good as certain."""

BUILT_IN = Path(__file__).parent / "tuples.npz"

TUPLES = record(
    ("cells", np.int16, (RECTANGLES, PATTERNS)),
    ("men", np.int16, (PIECES + 1, PIECES + 1)),  # by the mover's and the other's number of pieces
    ("race", np.int16, BINS),
    ("sooner", np.int32, (VECTORS, TURNS)),  # the race's own tables
    ("later", np.int32, (VECTORS, TURNS)),
)

CODE = np.zeros((ALL + 1, PIECES), np.uint8)
"""By set of living pieces: 1-3, how many faces let each move, three standing for more."""
for _alive in range(1, ALL + 1):
    for _piece in range(PIECES):
        _faces = sum(int(MOVERS[_alive, die]) >> _piece & 1 for die in range(1, PIECES + 1))
        CODE[_alive, _piece] = min(_faces, 3)

SIGMOID = np.array(
    [round(20_000 / (1 + math.exp(-i / ONE))) - 10_000 for i in range(-FLATTEST, FLATTEST + 1)], np.int16
)
"""The value, -10,000 to 10,000, of a log-odds."""


@inline
def gather(pos: Record) -> None:
    """Write the states of each row, then of each column, three bits a square, as the mover sees the board."""
    side = np.int64(pos.side & 1)
    clear(pos)
    for piece in range(2 * PIECES):
        square = np.int64(pos.squares[piece])
        if square == NOWHERE:
            continue
        owner = np.int64(piece >= PIECES)
        state = np.int64(CODE[pos.alive[owner] & ALL, piece - PIECES * owner])
        if owner != side:
            state += 3
        enter(pos, side, square, state, BITS)


@inline
def bin_of(pos: Record, weights: Record) -> Int:
    """The bin of the chance to win the race."""
    return max(min(chance(pos, weights) * BINS // (UNIT * UNIT), np.int64(BINS - 1)), np.int64(0))


@inline
def log_odds(pos: Record, weights: Record) -> Int:
    """The sum of all tables for the side about to roll in an unfinished game."""
    gather(pos)
    total = np.int64(0)
    for row in range(SIDE - 1):
        for column in range(WIDE):
            place = row * WIDE + column
            total += weights.cells[place, pattern(pos, 0, row, column, BITS)]
            total += weights.cells[place, pattern(pos, SIDE, row, column, BITS)]
    side = np.int64(pos.side & 1)
    total += weights.men[COUNT[pos.alive[side] & ALL], COUNT[pos.alive[1 - side] & ALL]]
    return total + weights.race[bin_of(pos, weights)]


@evaluate.register(POSITION, TUPLES)
def _evaluate(pos: Record, weights: Record) -> Int:
    ended = outcome(pos, np.int64(0))
    if ended != ONGOING:
        return np.int64(-10_000 if ended == LOST else 10_000)
    bent = max(min(log_odds(pos, weights), np.int64(FLATTEST)), np.int64(-FLATTEST))
    return np.int64(SIGMOID[bent + FLATTEST])


@policy.register(POSITION, TUPLES)
def _policy(pos: Record, weights: Record, chances: np.ndarray) -> None:
    look_ahead(pos, weights, chances)


def blank() -> Record:
    """Weights that know nothing but the race."""
    weights, known = new(TUPLES), race()
    weights.sooner[:], weights.later[:] = known.sooner, known.later
    middles = (np.arange(BINS) + 0.5) / BINS
    weights.race[:] = np.round(ONE * np.log(middles / (1 - middles)))
    return weights


def tuples() -> Record:
    """The built-in weights, learned from self-play."""
    weights = blank()
    with np.load(BUILT_IN) as file:
        for name in ("cells", "men", "race"):
            weights[name][...] = file[name]
    return weights
