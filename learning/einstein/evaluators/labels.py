"""Samples for EinStein's network: positions, and what a short search says of every move.

Games are played by the very searches that are learned from, now and then at random, up to where the endgame
tables know all. Inputs are the engine's own.
"""

import numpy as np

from boyi.arena.progress import Progress
from boyi.engines.einstein.evaluation.network import MOVES, active_inputs
from boyi.engines.einstein.evaluation.tuples import tuples
from boyi.engines.einstein.position import POSITION, pack
from boyi.engines.einstein.search import expectimax
from boyi.engines.einstein.search.expectimax import mean_over_dice
from boyi.engines.einstein.squares import ALL, DIRECTIONS, NOWHERE, PIECES, TARGET
from boyi.engines.jit import Int, Record, assign, entry, kernel, new, record
from boyi.learning.einstein.evaluators.exploration import choose_move, play_on
from boyi.learning.einstein.evaluators.starts import starts

OUTPUTS = 1 + MOVES
"""The value of the position, then the moves."""
NOT_THERE = -1.0
"""The chance of a move that can't be made."""
TABLE = 1 << 16
PART = 20_000
"""Positions between two looks at the progress."""

SAMPLE = record(
    ("inputs", np.int16, 2 * PIECES),
    ("pieces", np.int16),
    ("chances", np.float32, OUTPUTS),
)
SCRATCH = record(
    ("state", np.uint64, 1),  # of the random numbers
    ("best", np.float64, PIECES),  # of each piece
)


@kernel
def _label(
    pos: Record, weights: Record, thread: Record, table: np.ndarray, endings: np.ndarray,
    scratch: Record, sample: Record, depth: Int,
) -> None:  # fmt: skip
    """Have a search say what every move of a position is worth."""
    side = np.int64(pos.side & 1)
    sample.pieces = active_inputs(pos, sample.inputs)
    for number in range(PIECES):
        piece = side * PIECES + number
        square = np.int64(pos.squares[piece])
        scratch.best[number] = 0.0
        for direction in range(DIRECTIONS):
            goal, chance = np.int64(TARGET[side, square, direction]), NOT_THERE
            if goal != NOWHERE:
                move = pack(
                    np.int64(piece), np.int64(direction), square, np.int64(pos.board[goal]), np.int64(0)
                )
                chance = expectimax.look(pos, weights, thread, table, endings, move, 0.0, depth)
                scratch.best[number] = max(scratch.best[number], chance)
            sample.chances[1 + number * DIRECTIONS + direction] = chance
    sample.chances[0] = mean_over_dice(scratch.best, np.int64(pos.alive[side] & ALL), np.int64(0))


@entry
def play_and_label(
    origins: np.ndarray, pos: Record, weights: Record, thread: Record, table: np.ndarray, endings: np.ndarray,
    scratch: Record, samples: np.ndarray, depth: Int,
) -> None:  # fmt: skip
    """Fill samples with positions of games, up to where the tables know all. `pos` is where to go on."""
    for i in range(samples.size):
        sample = samples[i]
        _label(pos, weights, thread, table, endings, scratch, sample, depth)
        move = choose_move(pos, scratch.state, sample.chances, np.int64(1))
        play_on(pos, move, origins, scratch.state, endings)


def label_positions(positions: int, depth: int, seed: int, endings: np.ndarray) -> np.ndarray:
    """Positions with what searches say of their moves. Blocks."""
    samples, scratch, origins = np.zeros(positions, SAMPLE), new(SCRATCH), starts(seed)
    pos, thread, table, weights = (
        new(POSITION),
        new(expectimax.THREAD),
        np.zeros(TABLE, expectimax.ENTRY),
        tuples(),
    )
    scratch.state[0], thread.limit = seed, 1 << 62
    assign(pos, origins[0])
    with Progress("lessons", positions, "positions") as progress:
        for done in range(0, positions, PART):
            part = samples[done : done + PART]
            play_and_label(origins, pos, weights, thread, table, endings, scratch, part, depth)
            progress.at(done + len(part))
    return samples
