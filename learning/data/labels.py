"""Labels: positions of games, some of them a few random moves away, with what a short search says of them.

Expert games seldom show what a search meets at every step: a piece thrown away. Random moves show it.
"""

import functools
import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boyi.arena.farm.chores import Chore
from boyi.arena.farm.farm import Farm
from boyi.arena.inprocess.quick_search import QuickSearch
from boyi.engines import load_game
from boyi.engines.game import Game
from boyi.engines.jit import Record, copy
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING
from boyi.engines.search import table as tt
from boyi.learning.data.games import TrainingGame
from boyi.learning.data.samples import UNDECIDED, pack, sample_dtype, save_shard
from boyi.learning.data.selfplay import SHARD, quiet

BATCH = 20
"""Games that a worker labels one after the other."""
RANDOM_MOVES = (0, 0, 1, 2, 3, 4)
"""Random moves after a position of a game, drawn at random."""


class Labeller:
    """Walks games and labels positions by a search of so many plies."""

    def __init__(self, game: Game, weights: Record, depth: int, share: float, seed: int | str) -> None:
        """Each position is looked at with probability `share`; all that is random comes from the seed."""
        self._game, self._depth, self._share = game, depth, share
        self._search, self._rng = QuickSearch(game, weights), random.Random(seed)
        self._start = game.notation.read(game.start, {})
        self._dtype = sample_dtype(self._start.board.size)

    def samples(self, game: TrainingGame, number: int) -> np.ndarray:
        """Labelled positions of a game, then those beside it; quiet ones, whose static value can be true.

        The game says nothing of those beside it: they have no result, and ply 0, so that none is taken for
        the sequel of another.
        """
        pos = self._game.notation.read(game.start, {}) if game.start else copy(self._start)
        played, beside = list[tuple[object, ...]](), list[tuple[object, ...]]()
        for ply, text in enumerate(game.moves):
            if self._rng.random() < self._share:
                there, steps = copy(pos), self._rng.choice(RANDOM_MOVES)
                outcome = UNDECIDED if steps else 1 + game.result * (1 - 2 * int(pos.side))
                if self._play_random_moves(there, steps):
                    (beside if steps else played).extend(
                        self._row(there, outcome, 0 if steps else ply, number)
                    )
            play(pos, self._game.notation.move(pos, text))
        return np.array(played + beside, self._dtype)

    def _play_random_moves(self, pos: Record, steps: int) -> bool:
        """Play random moves; whether the game goes on after them."""
        for _ in range(steps):
            if result(pos) != ONGOING:
                return False
            play(pos, self._rng.choice(legal_moves(pos)))
        return result(pos) == ONGOING

    def _row(self, pos: Record, outcome: int, ply: int, number: int) -> list[tuple[object, ...]]:
        """The label of a position; none if it is not quiet."""
        thought = self._search.think(pos, depth=self._depth)
        if not quiet(pos, thought.move) or abs(thought.score) >= tt.MATE_BOUND:
            return []
        return [(pack(pos.board), pos.side, outcome, thought.score, ply, number)]


@dataclass(frozen=True)
class LabelChore(Chore[tuple[int, tuple[TrainingGame, ...]], list[np.ndarray]]):
    """The labels of a few games, by the number of the first of them."""

    game: str
    weights: Record
    depth: int
    share: float
    seed: int

    def prepare(self) -> Callable[[tuple[int, tuple[TrainingGame, ...]]], list[np.ndarray]]:
        """Load; then label games."""
        return functools.partial(self._label, load_game(self.game))

    def _label(self, game: Game, order: tuple[int, tuple[TrainingGame, ...]]) -> list[np.ndarray]:
        first, games = order
        labeller = Labeller(game, self.weights, self.depth, self.share, f"{self.seed} {first}")
        return [labeller.samples(each, number) for number, each in enumerate(games, first)]


def labelled(chore: LabelChore, games: Sequence[TrainingGame], farm: Farm) -> Iterator[np.ndarray]:
    """The labels of each game; they depend on the chore and the games alone, not on the farm."""
    orders = ((first + 1, tuple(games[first : first + BATCH])) for first in range(0, len(games), BATCH))
    found: Iterator[list[np.ndarray]] = farm.map(chore, orders)
    return itertools.chain.from_iterable(found)


def save_labels(labels: Iterable[np.ndarray], games: int, folder: Path, name: str) -> Iterator[int]:
    """Fill a folder with shards of the labels of so many games; yields how many are done."""
    parts, made, held = list[np.ndarray](), 0, 0
    for number, part in enumerate(labels, 1):
        parts.append(part)
        held += len(part)
        if held >= SHARD or number == games:
            save_shard(folder, f"{name}-{made:04}", np.concatenate(parts), {"games": number})
            parts, made, held = [], made + 1, 0
        yield number
