"""Training the n-tuple evaluator of EinStein by self-play, from nothing to a weight file in minutes.

Both sides play the best move of a one-ply look ahead, now and then any other. Before each move the
value of the position is moved towards the mean over the dice of the best that each allows: TD(0) with
the die's chance worked out instead of drawn. Endgame tables say what ends a game.
"""

import math

import numpy as np

from boyi.arena.progress import Progress
from boyi.engines.einstein.endgame.lookup import COUNT, SURE, probe
from boyi.engines.einstein.evaluation.lines import RECTANGLES, WIDE, pattern
from boyi.engines.einstein.evaluation.tuples import BINS, BITS, ONE, PATTERNS, bin_of, blank, gather
from boyi.engines.einstein.position import POSITION
from boyi.engines.einstein.search.expectimax import mean_over_dice, wins_at_once
from boyi.engines.einstein.search.playouts import NTH, WAY, WAYS, draw, first_of, restore, second_of, shift
from boyi.engines.einstein.squares import ALL, MOVERS, PIECES, SIDE
from boyi.engines.jit import Int, Record, entry, inline, kernel, new, record
from boyi.engines.weights import WeightFile
from boyi.learning.einstein.evaluators.starts import starts

PART = 50_000
"""Games between two looks at the progress."""
EXPLORATION = 0.1
"""Share of moves drawn at random."""
SHARES = ((0.07, 0.1), (0.14, 0.06), (0.21, 0.04), (0.29, 0.02), (0.29, 0.01))
"""Parts of a training, and the size of a step in each."""
GLOBAL_STEP = 0.2
"""Step of the tables over the whole board, compared with a rectangle's: they are met in every position."""

LEARNER = record(
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
def _log_odds(pos: Record, learner: Record, weights: Record) -> Int:
    gather(pos)
    total = 0.0
    for row in range(SIDE - 1):
        for column in range(WIDE):
            place = row * WIDE + column
            total += learner.cells[place, pattern(pos, 0, row, column, BITS)]
            total += learner.cells[place, pattern(pos, SIDE, row, column, BITS)]
    side = np.int64(pos.side & 1)
    total += learner.men[COUNT[pos.alive[side] & ALL], COUNT[pos.alive[1 - side] & ALL]]
    return total + learner.race[bin_of(pos, weights)]


@kernel
def _chance(pos: Record, learner: Record, weights: Record, endings: np.ndarray) -> Int:
    entry_ = probe(endings, pos)
    return entry_ / SURE if entry_ >= 0 else 1.0 / (1.0 + math.exp(-_log_odds(pos, learner, weights)))


@kernel
def _look(pos: Record, thread: Record, learner: Record, weights: Record, endings: np.ndarray) -> None:
    """Find the best goal of each piece of the side to move."""
    side = np.int64(pos.side & 1)
    for number in range(PIECES):
        learner.best[number] = -1.0
        if pos.alive[side] >> number & 1 == 0:
            continue
        square = pos.squares[side * PIECES + number]
        for way in range(WAYS[side, square]):
            goal, value = np.int64(WAY[side, square, way]), 1.0
            if not wins_at_once(pos, side, goal):
                restore(thread, pos)
                shift(thread, side, np.int64(number), goal)
                value = 1.0 - _chance(thread, learner, weights, endings)
            if value > learner.best[number]:
                learner.best[number], learner.goal[number] = value, goal


@kernel
def _learn(pos: Record, learner: Record, weights: Record, endings: np.ndarray, step: float) -> None:
    """Move the value of a position towards the mean of what was found."""
    side = np.int64(pos.side & 1)
    target = mean_over_dice(learner.best, np.int64(pos.alive[side] & ALL), np.int64(0))
    error = target - _chance(pos, learner, weights, endings)  # leaves the lines gathered
    for row in range(SIDE - 1):
        for column in range(WIDE):
            place = row * WIDE + column
            learner.cells[place, pattern(pos, 0, row, column, BITS)] += step * error
            learner.cells[place, pattern(pos, SIDE, row, column, BITS)] += step * error
    learner.men[COUNT[pos.alive[side] & ALL], COUNT[pos.alive[1 - side] & ALL]] += GLOBAL_STEP * step * error
    learner.race[bin_of(pos, weights)] += GLOBAL_STEP * step * error
    learner.errors += error * error
    learner.turns += 1


@inline
def _choose_move(pos: Record, learner: Record) -> Int:
    """The move to play after a roll: piece + 8 * goal."""
    side, word = np.int64(pos.side & 1), draw(learner.state)
    among = np.int64(MOVERS[pos.alive[side] & ALL, first_of(word, PIECES) + 1])
    number = np.int64(NTH[among, 0])
    if COUNT[among] > 1 and learner.best[NTH[among, 1]] > learner.best[number]:
        number = np.int64(NTH[among, 1])
    if second_of(word, np.int64(1 << 20)) >= EXPLORATION * (1 << 20):
        return number | learner.goal[number] << 3
    word = draw(learner.state)
    number = np.int64(NTH[among, first_of(word, np.int64(COUNT[among]))])
    square = pos.squares[side * PIECES + number]
    return number | np.int64(WAY[side, square, second_of(word, np.int64(WAYS[side, square]))]) << 3


@entry
def play_and_learn(
    starts: np.ndarray, pos: Record, thread: Record, learner: Record, weights: Record,
    endings: np.ndarray, games: Int, step: float,
) -> None:  # fmt: skip
    """Play games against oneself and learn from each position. `pos` and `thread` are scratch paper."""
    for _ in range(games):
        restore(pos, starts[first_of(draw(learner.state), np.int64(starts.size))])
        while probe(endings, pos) < 0:
            _look(pos, thread, learner, weights, endings)
            _learn(pos, learner, weights, endings, step)
            choice = _choose_move(pos, learner)
            if shift(pos, np.int64(pos.side & 1), choice & 7, choice >> 3):
                break


def train(games: int, endings: np.ndarray, seed: int = 1) -> Record:
    """Weights after so many games; tells how far it is. Blocks."""
    learner, weights, origins = new(LEARNER), blank(), starts(seed)
    learner.race[:], learner.state[0] = weights.race / ONE, seed
    parts = [
        (min(PART, round(share * games) - first), step)
        for share, step in SHARES
        for first in range(0, round(share * games), PART)
    ]
    with Progress("tuples", sum(part for part, _ in parts), "games") as progress:
        played = 0
        for part, step in parts:
            learner.errors, learner.turns = 0.0, 0
            play_and_learn(origins, new(POSITION), new(POSITION), learner, weights, endings, part, step)
            error = math.sqrt(learner.errors / max(int(learner.turns), 1))
            played += part
            progress.at(played, f"error {error:.4f} at steps of {step}")
    for name in ("cells", "men", "race"):
        weights[name][...] = np.clip(np.round(learner[name] * ONE), -32768, 32767)
    return weights


def weight_file(games: int, endings: np.ndarray, seed: int) -> WeightFile:
    """The tables after so many games, with their origin. Blocks."""
    origin = {"method": "TD(0), dice averaged", "games": games, "seed": seed}
    return WeightFile("einstein", "tuples", train(games, endings, seed), None, games, origin)
