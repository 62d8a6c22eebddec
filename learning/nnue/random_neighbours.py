"""Random neighbours: positions a few random moves away from those of samples, each with its static value.

What a search evaluates is mostly such a position: a piece given away, a king out for a walk. Games
at their best never show them, and their labels cost next to nothing, so that a network can learn in
bulk what the hand-crafted evaluation knows before it learns from searches what that doesn't.
"""

import functools
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boyi.arena.farm.chores import Chore
from boyi.arena.farm.farm import Farm
from boyi.arena.progress import Progress
from boyi.engines import load_game
from boyi.engines.evaluation import choice_of
from boyi.engines.game import Game
from boyi.engines.jit import Int, Record, entry
from boyi.engines.rules import MOST_MOVES, bind, evaluate, generate, in_check, make, unmake
from boyi.learning.data.games import keep
from boyi.learning.data.samples import UNDECIDED, board_text, load, sample_dtype, save_shard, unused_seed
from boyi.learning.nnue.networks import NETWORKS

MOST_MOVES_AWAY = 4
"""Random moves between a sample and its neighbours, at most."""
WALKS = 128
"""Walks from one sample: so many that reading its position hardly costs."""
BATCH = 200
"""Samples whose neighbours a worker looks for at once."""
SHARD = 500_000


@entry
def walk_randomly(
    pos: Record, weights: Record, chances: np.ndarray, moves: np.ndarray, neighbours: np.ndarray
) -> Int:
    """Keep the static values of positions near `pos`, one walk for each row of chances; how many."""
    bind(pos, weights)
    path, kept = np.zeros(MOST_MOVES_AWAY, np.int64), 0
    for walk in range(chances.shape[0]):
        made, steps = 0, 1 + np.int64(chances[walk, MOST_MOVES_AWAY]) % MOST_MOVES_AWAY
        while made < steps:
            count = generate(pos, moves)
            if count == 0:
                break
            path[made] = moves[np.int64(chances[walk, made]) % count]
            make(pos, path[made])
            made += 1
        if made == steps and not in_check(pos):
            keep(pos, neighbours[kept], np.int64(0))
            neighbours[kept].score = evaluate(pos, weights)
            neighbours[kept].result = UNDECIDED
            kept += 1
        while made > 0:
            made -= 1
            unmake(pos, path[made])
    return kept


class RandomNeighbours:
    """Finds positions near those of samples."""

    def __init__(self, game: Game, weights: Record, letters: str, seed: int | tuple[int, ...]) -> None:
        """All that is random comes from the seed; `letters` are those of the kinds of pieces."""
        self._game, self._weights, self._letters = game, weights, letters
        self._rng = np.random.default_rng(seed)
        self._moves = np.zeros(MOST_MOVES, np.int32)
        self._dtype = sample_dtype(game.notation.read(game.start, {}).board.size)

    def neighbours(self, sample: np.ndarray) -> np.ndarray:
        """Positions near a sample; they count as of its game."""
        pos = self._game.notation.read(board_text(sample, self._letters), {})
        found = np.zeros(WALKS, self._dtype)
        chances = self._rng.integers(0, 2**31, (WALKS, MOST_MOVES_AWAY + 1))
        kept = walk_randomly(pos, self._weights, chances, self._moves, found)
        found["game"] = sample["game"]
        return found[:kept]


@dataclass(frozen=True)
class NeighbourTask:
    """What is to be found."""

    game: str
    samples: int
    seed: int
    evaluator: str
    """Whose static values."""


@dataclass(frozen=True)
class NeighbourChore(Chore[tuple[int, np.ndarray], list[np.ndarray]]):
    """The neighbours of a few samples, by the number of their batch."""

    game: str
    letters: str
    seed: int
    weights: Record

    def prepare(self) -> Callable[[tuple[int, np.ndarray]], list[np.ndarray]]:
        """Load; then find the neighbours of a batch."""
        return functools.partial(self._find, load_game(self.game))

    def _find(self, game: Game, order: tuple[int, np.ndarray]) -> list[np.ndarray]:
        number, samples = order
        finder = RandomNeighbours(game, self.weights, self.letters, (self.seed, number))
        return [finder.neighbours(sample) for sample in samples]


def make_neighbours(task: NeighbourTask, games: Path, folder: Path, farm: Farm) -> None:
    """Have a folder gain neighbours of another's samples, by a seed that has made nothing in it. Blocks.

    What is found depends on the task and that seed alone, not on the farm. ValueError if the evaluator is
    not known.
    """
    weights = choice_of(load_game(task.game), task.evaluator).weights
    network, seed = NETWORKS[task.game], unused_seed(folder, task.seed)
    samples, made, held, parts = load(network.sample, games), 0, 0, list[np.ndarray]()
    chosen = np.random.default_rng(seed).permutation(len(samples))
    orders = enumerate(samples[chosen[first : first + BATCH]] for first in range(0, len(chosen), BATCH))
    found: Iterator[list[np.ndarray]]
    found = farm.map(NeighbourChore(task.game, network.letters, seed, weights), orders)
    with Progress("strays", task.samples, "positions") as progress:
        for part in itertools.chain.from_iterable(found):
            parts.append(part)
            held += len(part)
            progress.at(min(made + held, task.samples), farm.note)
            if held >= min(SHARD, task.samples - made):
                _save(folder, f"strays-{seed:06}-{made:09}", parts)
                parts, made, held = [], made + held, 0
            if made >= task.samples:
                break
    if parts:
        _save(folder, f"strays-{seed:06}-{made:09}", parts)


def _save(folder: Path, name: str, parts: list[np.ndarray]) -> None:
    save_shard(folder, name, np.concatenate(parts), {"strays": True})
