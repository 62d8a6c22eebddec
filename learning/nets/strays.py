"""Strays: positions a few random moves beside those of samples, each with its static value.

What a search evaluates is mostly such a position: a piece given away, a king out for a walk. Games
at their best never show them, and their labels cost next to nothing, so that a network can learn in
bulk what the hand-crafted evaluation knows before it learns from searches what that doesn't.
"""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from boyi.arena.children import forsaken, work_side_by_side
from boyi.engines import load_game
from boyi.engines.evaluation import choice_of
from boyi.engines.game import Game
from boyi.engines.jit import Int, Record, entry
from boyi.engines.rules import MOST_MOVES, bind, evaluate, generate, in_check, make, unmake
from boyi.learning.lessons import keep
from boyi.learning.nets.subjects import load_subject
from boyi.learning.samples import UNDECIDED, board_text, load, sample_dtype, save_shard, unused_seed

FURTHEST = 4
"""Random moves between a sample and its strays, at most."""
EACH = 128
"""Walks from one sample: so many that reading its position hardly costs."""
SHARD = 500_000


@entry
def wander(pos: Record, weights: Record, chances: np.ndarray, moves: np.ndarray, strays: np.ndarray) -> Int:
    """Keep the static values of positions near `pos`, one walk for each row of chances; how many."""
    bind(pos, weights)
    path, kept = np.zeros(FURTHEST, np.int64), 0
    for walk in range(chances.shape[0]):
        made, steps = 0, 1 + np.int64(chances[walk, FURTHEST]) % FURTHEST
        while made < steps:
            count = generate(pos, moves)
            if count == 0:
                break
            path[made] = moves[np.int64(chances[walk, made]) % count]
            make(pos, path[made])
            made += 1
        if made == steps and not in_check(pos):
            keep(pos, strays[kept], np.int64(0))
            strays[kept].score = evaluate(pos, weights)
            strays[kept].result = UNDECIDED
            kept += 1
        while made > 0:
            made -= 1
            unmake(pos, path[made])
    return kept


class Wanderer:
    """Leads the positions of samples astray."""

    def __init__(self, game: Game, weights: Record, letters: str, seed: int) -> None:
        """All luck comes from the seed; `letters` are those of the kinds of pieces."""
        self._game, self._weights, self._letters = game, weights, letters
        self._lot = np.random.default_rng(seed)
        self._moves = np.zeros(MOST_MOVES, np.int32)
        self._dtype = sample_dtype(game.notation.read(game.start, {}).board.size)

    def strays(self, sample: np.ndarray) -> np.ndarray:
        """Positions near a sample; they count as of its game."""
        pos = self._game.notation.read(board_text(sample, self._letters), {})
        found = np.zeros(EACH, self._dtype)
        chances = self._lot.integers(0, 2**31, (EACH, FURTHEST + 1))
        kept = wander(pos, self._weights, chances, self._moves, found)
        found["game"] = sample["game"]
        return found[:kept]

    def fill(self, samples: np.ndarray, most: int, folder: Path, name: str) -> int:
        """Write shards of strays of samples drawn by lot until there are enough; how many."""
        parts, held, made = list[np.ndarray](), 0, 0
        for chosen in self._lot.permutation(len(samples)):
            parts.append(self.strays(samples[chosen]))
            held += len(parts[-1])
            if held >= min(SHARD, most - made):
                _save(folder, f"{name}-{made:09}", parts)
                parts, made, held = [], made + held, 0
            if made >= most or forsaken():
                break
        if parts:
            _save(folder, f"{name}-{made:09}", parts)
        return made + held


def _save(folder: Path, name: str, parts: list[np.ndarray]) -> None:
    save_shard(folder, name, np.concatenate(parts), {"strays": True})


@dataclass(frozen=True)
class StrayOrder:
    """What one worker is to find."""

    game: str
    strays: int
    seed: int
    evaluator: str
    """Whose static values."""


def work(order: StrayOrder, games: Path, folder: Path) -> None:
    """Fill a folder with shards of strays of the samples of another; one process."""
    game, subject = load_game(order.game), load_subject(order.game)
    wanderer = Wanderer(game, choice_of(game, order.evaluator).weights, subject.letters, order.seed)
    wanderer.fill(load(subject.sample, games), order.strays, folder, f"strays-{order.seed:06}")


def make_strays(order: StrayOrder, games: Path, folder: Path, workers: int) -> None:
    """Have several workers fill a folder, each with a seed that has made nothing in it. Blocks."""
    choice_of(load_game(order.game), order.evaluator)  # here a fault has a name
    first = unused_seed(folder, order.seed)
    orders = [(replace(order, seed=first + number), games, folder) for number in range(workers)]
    if not work_side_by_side(work, orders):
        raise ValueError("a worker that looked for strays failed; the strays of the others are kept")
