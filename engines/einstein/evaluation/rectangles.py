"""The rectangle evaluator: how often the mover won after each pattern of a rectangle was seen.

Squares are empty, the mover's or the other's. Of every pattern in each rectangle of 2x3 and 3x2 squares
there are two counts, games won and games in all. The mean of their ratios over all rectangles lies nearer
to a half than the chance of winning does, by a factor that is learned with the counts. In a Monte Carlo
tree the chance after a move is what the move starts with, and a bias that fades.
"""

from pathlib import Path

import numpy as np

from boyi.engines.einstein.evaluation.evaluate import CERTAIN, look_ahead, policy
from boyi.engines.einstein.evaluation.lines import RECTANGLES, WIDE, clear, enter, pattern
from boyi.engines.einstein.position import POSITION
from boyi.engines.einstein.squares import NOWHERE, PIECES, SIDE
from boyi.engines.jit import Int, Record, inline, record
from boyi.engines.rules import LOST, ONGOING, evaluate, outcome
from boyi.engines.weights import load

BITS = 2
"""Of a square's state."""
PATTERNS = 1 << 6 * BITS
DOUBT = 2
"""Games that every pattern is thought to have had, half of them won."""
HALF = CERTAIN // 2
PERCENT = 100

BUILT_IN = Path(__file__).with_name("rectangles.safetensors")

RECTANGLE_COUNTS = record(
    ("wins", np.int32, (RECTANGLES, PATTERNS)),
    ("games", np.int32, (RECTANGLES, PATTERNS)),
    ("stretch", np.int32),  # percent: how much farther from a half the chance is than the mean ratio
)


@inline
def gather(pos: Record, side: Int) -> None:
    """Write whose piece stands on the squares of each row and column, as a side sees the board."""
    clear(pos)
    for piece in range(2 * PIECES):
        square = np.int64(pos.squares[piece])
        if square == NOWHERE:
            continue
        state = 1 if (piece >= PIECES) == (side == 1) else 2
        enter(pos, side, square, np.int64(state), BITS)


@inline
def mean_ratio(pos: Record, weights: Record) -> Int:
    """The mean share of won games, in CERTAINs, for the side to move."""
    gather(pos, np.int64(pos.side & 1))
    total = np.int64(0)
    for row in range(SIDE - 1):
        for column in range(WIDE):
            place = row * WIDE + column
            for lying in range(0, 2 * SIDE, SIDE):
                at = pattern(pos, lying, row, column, BITS)
                won, games = np.int64(weights.wins[place, at]), np.int64(weights.games[place, at])
                total += CERTAIN * (2 * won + DOUBT) // (2 * (games + DOUBT))
    return total // (2 * RECTANGLES)


@evaluate.register(POSITION, RECTANGLE_COUNTS)
def _evaluate(pos: Record, weights: Record) -> Int:
    ended = outcome(pos, np.int64(0))
    if ended != ONGOING:
        return np.int64(-CERTAIN if ended == LOST else CERTAIN)
    away = (mean_ratio(pos, weights) - HALF) * np.int64(weights.stretch) // PERCENT
    return 2 * max(min(away, np.int64(HALF - 1)), np.int64(1 - HALF))


@policy.register(POSITION, RECTANGLE_COUNTS)
def _policy(pos: Record, weights: Record, chances: np.ndarray) -> None:
    look_ahead(pos, weights, chances)


def rectangles() -> Record:
    """The built-in weights: counts of games of self-play."""
    return load(BUILT_IN, "einstein", "rectangles", RECTANGLE_COUNTS).weights
