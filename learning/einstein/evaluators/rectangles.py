"""Training EinStein's rectangles by self-play: patterns seen, and how often their mover won.

Both sides play the move with the best chance by the counts of the round before, now and then any other; the
first round knows nothing and plays at random. At a game's end every pattern of its positions is counted.
"""

import numpy as np

from boyi.arena.progress import Progress
from boyi.engines.einstein.evaluation.evaluate import CERTAIN, policy
from boyi.engines.einstein.evaluation.lines import RECTANGLES, WIDE, pattern
from boyi.engines.einstein.evaluation.rectangles import (
    BITS,
    HALF,
    PERCENT,
    RECTANGLE_COUNTS,
    gather,
    mean_ratio,
)
from boyi.engines.einstein.position import POSITION
from boyi.engines.einstein.search.mcts_tree import DEEPEST, SLOTS
from boyi.engines.einstein.search.playouts import (
    NTH,
    SET_SIZE,
    WAY,
    WAYS,
    draw,
    first_of,
    restore,
    second_of,
    shift,
)
from boyi.engines.einstein.squares import ALL, DIRECTIONS, MOVERS, NOWHERE, PIECES, SIDE, TARGET
from boyi.engines.jit import Int, Record, entry, inline, new, record
from boyi.engines.weights import WeightFile
from boyi.learning.einstein.evaluators.starts import starts

ROUNDS = 4
EXPLORATION = 0.1
"""Share of moves drawn at random."""

SCRATCH = record(
    ("state", np.uint64, 1),  # of the random numbers
    ("looks", np.float64, SLOTS),
    ("seen", np.int32, (DEEPEST, 2 * RECTANGLES)),  # patterns by ply
    ("away", np.float64, DEEPEST),  # of the mean ratio from a half, by ply
    ("slope", np.float64, 2),  # sums that fit results to it: products and squares
)
"""What is noted while games are watched."""


@inline
def choose_move(pos: Record, looks: np.ndarray, state: np.ndarray, exploration: float) -> Int:
    """A move after a roll of the die, the best looking one or one at random: piece + 8 * goal."""
    side, word = np.int64(pos.side & 1), draw(state)
    among = np.int64(MOVERS[pos.alive[side] & ALL, first_of(word, PIECES) + 1])
    if second_of(word, np.int64(1 << 20)) < exploration * (1 << 20):
        word = draw(state)
        number = np.int64(NTH[among, first_of(word, np.int64(SET_SIZE[among]))])
        square = pos.squares[side * PIECES + number]
        return number | np.int64(WAY[side, square, second_of(word, np.int64(WAYS[side, square]))]) << 3
    best, most = np.int64(0), -1.0
    for i in range(SET_SIZE[among]):
        number = np.int64(NTH[among, i])
        for direction in range(DIRECTIONS):
            goal = np.int64(TARGET[side, pos.squares[side * PIECES + number], direction])
            if goal != NOWHERE and looks[number * DIRECTIONS + direction] > most:
                best, most = number | goal << 3, looks[number * DIRECTIONS + direction]
    return best


@inline
def _record_patterns(pos: Record, weights: Record, scratch: Record, ply: Int) -> None:
    """Enter the patterns of a position."""
    scratch.away[ply] = (mean_ratio(pos, weights) - HALF) / CERTAIN
    gather(pos, np.int64(pos.side & 1))
    for row in range(SIDE - 1):
        for column in range(WIDE):
            place = row * WIDE + column
            scratch.seen[ply, place] = pattern(pos, np.int64(0), row, column, BITS)
            scratch.seen[ply, RECTANGLES + place] = pattern(pos, np.int64(SIDE), row, column, BITS)


@inline
def _count_result(scratch: Record, counts: Record, ply: Int, won: Int) -> None:
    """Count what was entered for a ply, now that its mover has won or lost."""
    scratch.slope[0] += scratch.away[ply] * (won - 0.5)
    scratch.slope[1] += scratch.away[ply] * scratch.away[ply]
    for i in range(2 * RECTANGLES):
        place = i if i < RECTANGLES else i - RECTANGLES
        counts.games[place, scratch.seen[ply, i]] += 1
        counts.wins[place, scratch.seen[ply, i]] += won


@entry
def count_games(
    starts: np.ndarray,
    pos: Record,
    weights: Record,
    counts: Record,
    scratch: Record,
    games: Int,
    exploration: float,
) -> None:
    """Play games by `weights` and count their patterns in `counts`. `pos` is scratch paper."""
    for _ in range(games):
        restore(pos, starts[first_of(draw(scratch.state), np.int64(starts.size))])
        ply, over = 0, False
        while not over:
            _record_patterns(pos, weights, scratch, ply)
            policy(pos, weights, scratch.looks)
            choice = choose_move(pos, scratch.looks, scratch.state, exploration)
            over = shift(pos, np.int64(pos.side & 1), choice & 7, choice >> 3)
            ply += 1
        for back in range(ply):
            _count_result(scratch, counts, ply - 1 - back, np.int64(back % 2 == 0))


def train(games: int, seed: int = 1) -> Record:
    """The counts of the last round of so many games in all; ValueError if they are too few. Blocks."""
    weights, origins, part = new(RECTANGLE_COUNTS), starts(seed), games // (ROUNDS + 1)
    scratch, pos, unused = new(SCRATCH), new(POSITION), new(RECTANGLE_COUNTS)
    scratch.state[0], weights.stretch = seed, PERCENT
    with Progress("rectangles", ROUNDS, "rounds") as progress:
        for number in range(ROUNDS):
            counts = new(RECTANGLE_COUNTS)
            exploration = 1.0 if number == 0 else EXPLORATION
            count_games(origins, pos, weights, counts, scratch, part, exploration)
            scratch.slope[:], counts.stretch = 0.0, PERCENT
            count_games(origins, pos, counts, unused, scratch, part // ROUNDS, EXPLORATION)
            if not scratch.slope[1]:
                raise ValueError(f"{games} games are too few for rectangles to learn from")
            counts.stretch = round(PERCENT * float(scratch.slope[0]) / float(scratch.slope[1]))
            weights = counts
            progress.at(number + 1, f"stretch {int(counts.stretch)} %")
    return weights


def weight_file(games: int, seed: int) -> WeightFile:
    """The counts after so many games, with their origin. Blocks."""
    origin = {"method": "wins and games of self-play", "games": games, "rounds": ROUNDS, "seed": seed}
    return WeightFile("einstein", "rectangles", train(games, seed), None, games, origin)
