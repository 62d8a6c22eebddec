"""Teaching the n-tuple evaluator of EinStein by self-play, from nothing to a weight file in minutes.

Both sides play the best move of a one-ply look ahead, now and then any other. Before each move the
value of the position is moved towards the mean over the dice of the best that each allows: TD(0) with
the die's chance worked out instead of drawn. Endgame tables say what ends a game.
"""

import math
import sys
import time

import numpy as np

from boyi.engines.einstein.endings import COUNT, SURE, known
from boyi.engines.einstein.expectimax import mean_over_dice, wins_at_once
from boyi.engines.einstein.lines import RECTANGLES, WIDE, pattern
from boyi.engines.einstein.playouts import NTH, WAY, WAYS, draw, first_of, restore, second_of, shift
from boyi.engines.einstein.position import POSITION
from boyi.engines.einstein.squares import ALL, MOVERS, PIECES, SIDE
from boyi.engines.einstein.tuples import BINS, BITS, ONE, PATTERNS, bin_of, blank, gather
from boyi.engines.jit import Int, Record, entry, inline, kernel, new, record
from boyi.engines.weights import WeightFile
from boyi.learning.einstein.starts import starts

PART = 50_000
"""Games between two looks at the progress."""
STRAYING = 0.1
"""Share of moves drawn by lot."""
SHARES = ((0.07, 0.1), (0.14, 0.06), (0.21, 0.04), (0.29, 0.02), (0.29, 0.01))
"""Parts of a training, and the size of a step in each."""
GLOBAL_STEP = 0.2
"""Step of the tables over the whole board, compared with a rectangle's: they are met in every position."""

PUPIL = record(
    ("cells", np.float32, (RECTANGLES, PATTERNS)),
    ("men", np.float32, (PIECES + 1, PIECES + 1)),
    ("race", np.float32, BINS),
    ("state", np.uint64, 1),  # of the random numbers
    ("best", np.float64, PIECES),  # of each piece, with its goal
    ("goal", np.int64, PIECES),
    ("errors", np.float64),  # squared, and their number, since they were last set to 0
    ("turns", np.int64),
)


@inline
def _log_odds(pos: Record, pupil: Record, weights: Record) -> Int:
    gather(pos)
    total = 0.0
    for row in range(SIDE - 1):
        for column in range(WIDE):
            place = row * WIDE + column
            total += pupil.cells[place, pattern(pos, 0, row, column, BITS)]
            total += pupil.cells[place, pattern(pos, SIDE, row, column, BITS)]
    side = np.int64(pos.side & 1)
    total += pupil.men[COUNT[pos.alive[side] & ALL], COUNT[pos.alive[1 - side] & ALL]]
    return total + pupil.race[bin_of(pos, weights)]


@kernel
def _chance(pos: Record, pupil: Record, weights: Record, endings: np.ndarray) -> Int:
    entry_ = known(endings, pos)
    return entry_ / SURE if entry_ >= 0 else 1.0 / (1.0 + math.exp(-_log_odds(pos, pupil, weights)))


@kernel
def _look(pos: Record, work: Record, pupil: Record, weights: Record, endings: np.ndarray) -> None:
    """Find the best goal of each piece of the side to move."""
    side = np.int64(pos.side & 1)
    for number in range(PIECES):
        pupil.best[number] = -1.0
        if pos.alive[side] >> number & 1 == 0:
            continue
        square = pos.squares[side * PIECES + number]
        for way in range(WAYS[side, square]):
            goal, value = np.int64(WAY[side, square, way]), 1.0
            if not wins_at_once(pos, side, goal):
                restore(work, pos)
                shift(work, side, np.int64(number), goal)
                value = 1.0 - _chance(work, pupil, weights, endings)
            if value > pupil.best[number]:
                pupil.best[number], pupil.goal[number] = value, goal


@kernel
def _learn(pos: Record, pupil: Record, weights: Record, endings: np.ndarray, step: float) -> None:
    """Move the value of a position towards the mean of what was found."""
    side = np.int64(pos.side & 1)
    target = mean_over_dice(pupil.best, np.int64(pos.alive[side] & ALL))
    error = target - _chance(pos, pupil, weights, endings)  # leaves the lines gathered
    for row in range(SIDE - 1):
        for column in range(WIDE):
            place = row * WIDE + column
            pupil.cells[place, pattern(pos, 0, row, column, BITS)] += step * error
            pupil.cells[place, pattern(pos, SIDE, row, column, BITS)] += step * error
    pupil.men[COUNT[pos.alive[side] & ALL], COUNT[pos.alive[1 - side] & ALL]] += GLOBAL_STEP * step * error
    pupil.race[bin_of(pos, weights)] += GLOBAL_STEP * step * error
    pupil.errors += error * error
    pupil.turns += 1


@inline
def _chosen(pos: Record, pupil: Record) -> Int:
    """The move to play after a roll: piece + 8 * goal."""
    side, word = np.int64(pos.side & 1), draw(pupil.state)
    among = np.int64(MOVERS[pos.alive[side] & ALL, first_of(word, PIECES) + 1])
    number = np.int64(NTH[among, 0])
    if COUNT[among] > 1 and pupil.best[NTH[among, 1]] > pupil.best[number]:
        number = np.int64(NTH[among, 1])
    if second_of(word, np.int64(1 << 20)) >= STRAYING * (1 << 20):
        return number | pupil.goal[number] << 3
    word = draw(pupil.state)
    number = np.int64(NTH[among, first_of(word, np.int64(COUNT[among]))])
    square = pos.squares[side * PIECES + number]
    return number | np.int64(WAY[side, square, second_of(word, np.int64(WAYS[side, square]))]) << 3


@entry
def teach(
    starts: np.ndarray, pos: Record, work: Record, pupil: Record, weights: Record,
    endings: np.ndarray, games: Int, step: float,
) -> None:  # fmt: skip
    """Play games against oneself and learn from each position. `pos` and `work` are scratch paper."""
    for _ in range(games):
        restore(pos, starts[first_of(draw(pupil.state), np.int64(starts.size))])
        while known(endings, pos) < 0:
            _look(pos, work, pupil, weights, endings)
            _learn(pos, pupil, weights, endings, step)
            choice = _chosen(pos, pupil)
            if shift(pos, np.int64(pos.side & 1), choice & 7, choice >> 3):
                break


def train(games: int, endings: np.ndarray, seed: int = 1) -> Record:
    """Weights after so many games; tells how it goes on stderr. Blocks."""
    pupil, weights, origins = new(PUPIL), blank(), starts(seed)
    pupil.race[:], pupil.state[0] = weights.race / ONE, seed
    for share, step in SHARES:
        left = round(share * games)
        while left > 0:
            part, left = min(left, PART), left - PART
            pupil.errors, pupil.turns = 0.0, 0
            teach(origins, new(POSITION), new(POSITION), pupil, weights, endings, part, step)
            error = math.sqrt(pupil.errors / max(int(pupil.turns), 1))
            print(f"step {step}: {time.process_time():.0f} s, error {error:.4f}", file=sys.stderr)
    for name in ("cells", "men", "race"):
        weights[name][...] = np.clip(np.round(pupil[name] * ONE), -32768, 32767)
    return weights


def weight_file(weights: Record, games: int, seed: int) -> WeightFile:
    """The tables with their origin."""
    origin = {"method": "TD(0), dice averaged", "games": games, "seed": seed}
    return WeightFile("einstein", "tuples", weights, None, games, origin)
