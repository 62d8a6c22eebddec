"""Self-play in process: quick games at a fixed number of nodes, from openings of many kinds, as samples."""

import functools
import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boyi.arena.farm.chores import Chore
from boyi.arena.farm.farm import Farm
from boyi.arena.inprocess.game import GameTerms, InprocessGame
from boyi.arena.inprocess.quick_search import QuickPlayer, QuickSearch
from boyi.arena.progress import Progress
from boyi.engines import load_game, warmup
from boyi.engines.evaluation import Evaluation, choice_of
from boyi.engines.game import Game
from boyi.engines.jit import Bool, Int, Record, entry
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON, in_check, noisy
from boyi.engines.search import table as tt
from boyi.learning.data.openings import OpeningSource
from boyi.learning.data.samples import pack, sample_dtype, save_shard, unused_seed

SHARD = 50_000
BATCH = 10
"""Games that a worker plays one after the other, the later ones beginning from what the earlier ones saw."""
SEEN_PLIES = (8, 120)
"""The ply of a game whose position may serve a later one, with pieces taken off; drawn for each game."""
DECIDED, FOR_PLIES = 1000, 5
"""A game is won once so much is seen for so many plies."""
LEVEL, LEVEL_PLIES, LEVEL_FROM = 8, 14, 90
"""A game is drawn once no more than this is seen for so many plies, from this ply on."""


@entry
def quiet(pos: Record, move: Int) -> Bool:
    """Whether a static value can be expected to tell the truth: no check, and no capture is best."""
    return not in_check(pos) and not noisy(pos, move)


def adjudicated(scores: Sequence[int]) -> int:
    """How a game stands for the side whose score came last, where the scores leave no doubt."""
    late = scores[-FOR_PLIES:]
    if len(late) == FOR_PLIES and min(map(abs, late)) >= DECIDED:
        signs = {(score > 0) ^ (place % 2 == 1) for place, score in enumerate(reversed(late))}
        if len(signs) == 1:
            return WON if late[-1] > 0 else LOST
    level = scores[-LEVEL_PLIES:]
    if len(scores) >= LEVEL_FROM and max(map(abs, level)) <= LEVEL:
        return DRAWN
    return ONGOING


TERMS = GameTerms(adjudicate=adjudicated, length=400)


class SelfPlayer:
    """Plays games against itself and keeps what it saw."""

    def __init__(self, game: Game, weights: Record, nodes: int, seed: int | str) -> None:
        """Games depend on the seed alone."""
        self._rng = random.Random(seed)
        self._notation = game.notation
        self._dtype = sample_dtype(game.notation.read(game.start, {}).board.size)
        self._player = QuickPlayer(QuickSearch(game, weights), nodes)
        self._openings = OpeningSource(game, self._rng, self._player)

    def play_game(self, number: int) -> np.ndarray:
        """The quiet positions of one game, with the searches' scores and the game's result."""
        game, samples, sides = self._begin_game(), [], []
        first, seen = int(game.pos.side), self._rng.randint(*SEEN_PLIES)
        for ply, ((move,), score) in enumerate(game.turns()):
            if ply == seen:
                self._openings.see(game.pos)
            if quiet(game.pos, move) and abs(score) < tt.MATE_BOUND:
                samples.append((pack(game.pos.board), game.pos.side, 1, score, ply, number))
                sides.append(int(game.pos.side))
        kept = np.array(samples, self._dtype)
        kept["result"] = np.where(np.array(sides) == first, 2 * game.points, 2 - 2 * game.points)
        return kept

    def record_game(self) -> tuple[str, list[tuple[str, int]]]:
        """Where one game began, and each move with what its search thought of it."""
        game, notation = self._begin_game(), self._notation
        start = notation.write(game.pos)
        return start, [(notation.text(game.pos, move), score) for (move,), score in game.turns()]

    def _begin_game(self) -> InprocessGame:
        """A game from a random opening; its first search knows what judged the opening, and no more."""
        self._player.forget()
        return InprocessGame((self._player, self._player), self._openings.draw(), TERMS)


@dataclass(frozen=True)
class SelfPlayTask:
    """What is to be made."""

    game: str
    samples: int
    nodes: int
    seed: int
    evaluator: str = ""
    weights: str = ""


@dataclass(frozen=True)
class SelfPlayChore(Chore[int, list[np.ndarray]]):
    """Games by the number of their batch, each batch as its number and the seed say."""

    game: str
    nodes: int
    seed: int
    evaluation: Evaluation

    def prepare(self) -> Callable[[int], list[np.ndarray]]:
        """Load and compile; then play the games of a batch."""
        game = load_game(self.game)
        warmup.ensure(game, self.evaluation)
        return functools.partial(self._play, game)

    def _play(self, game: Game, batch: int) -> list[np.ndarray]:
        player = SelfPlayer(game, self.evaluation.weights, self.nodes, f"{self.seed} {batch}")
        return [player.play_game(batch * BATCH + number) for number in range(BATCH)]


def make_samples(order: SelfPlayTask, folder: Path, farm: Farm) -> None:
    """Have a folder gain the samples ordered, by a seed that has made nothing in it. Blocks.

    What is made depends on the order and that seed alone, not on the farm.
    """
    evaluation = choice_of(load_game(order.game), order.evaluator, order.weights)
    seed = unused_seed(folder, order.seed)
    chore = SelfPlayChore(order.game, order.nodes, seed, evaluation)
    origin = {"weights": evaluation.describe(), "nodes": order.nodes, "seed": seed}
    made, held, games, rows = 0, 0, 0, list[np.ndarray]()
    found: Iterator[list[np.ndarray]] = farm.map(chore, itertools.count())
    with Progress("self-play", order.samples, "samples") as progress:
        for row in itertools.chain.from_iterable(found):
            rows.append(row)
            games, held = games + 1, held + len(row)
            progress.at(min(made + held, order.samples), farm.note)
            if held >= min(SHARD, order.samples - made):
                save_shard(folder, f"{seed:06}-{made:09}", np.concatenate(rows), origin | {"games": games})
                made, held, rows = made + held, 0, []
            if made >= order.samples:
                break
