"""Labels: positions of games, some of them led astray by random moves, with what a short search says of them.

Expert games seldom show what a search meets at every step: a piece thrown away. Random moves show it.
"""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from boyi.engines.game import Game
from boyi.engines.jit import Record, copy
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING
from boyi.engines.search import table as tt
from boyi.learning.lessons import Lesson
from boyi.learning.mind import Mind
from boyi.learning.samples import UNDECIDED, pack, sample_dtype, save_shard
from boyi.learning.selfplay import SHARD, quiet

ASTRAY = (0, 0, 1, 2, 3, 4)
"""Random moves after a position of a game, drawn by lot."""


class Labeller:
    """Walks games and labels positions by a search of so many plies."""

    def __init__(self, game: Game, weights: Record, depth: int, share: float, seed: int) -> None:
        """Each position is looked at with probability `share`; all luck comes from the seed."""
        self._game, self._depth, self._share = game, depth, share
        self._mind, self._lot = Mind(game, weights), random.Random(seed)
        self._start = game.notation.read(game.start, {})
        self._dtype = sample_dtype(self._start.board.size)

    def samples(self, lesson: Lesson, number: int) -> np.ndarray:
        """Labelled positions of a game, then those beside it; quiet ones, whose static value can be true.

        The game says nothing of those beside it: they have no result, and ply 0, so that none is taken for
        the sequel of another.
        """
        pos = self._game.notation.read(lesson.start, {}) if lesson.start else copy(self._start)
        met, beside = list[tuple[object, ...]](), list[tuple[object, ...]]()
        for ply, text in enumerate(lesson.moves):
            if self._lot.random() < self._share:
                there, steps = copy(pos), self._lot.choice(ASTRAY)
                outcome = UNDECIDED if steps else 1 + lesson.result * (1 - 2 * int(pos.side))
                if self._led(there, steps):
                    (beside if steps else met).extend(self._row(there, outcome, 0 if steps else ply, number))
            play(pos, self._game.notation.move(pos, text))
        return np.array(met + beside, self._dtype)

    def _led(self, pos: Record, steps: int) -> bool:
        """Play random moves; whether the game goes on after them."""
        for _ in range(steps):
            if result(pos) != ONGOING:
                return False
            play(pos, self._lot.choice(legal_moves(pos)))
        return result(pos) == ONGOING

    def _row(self, pos: Record, outcome: int, ply: int, number: int) -> list[tuple[object, ...]]:
        """The label of a position; none if it is not quiet."""
        thought = self._mind.think(pos, depth=self._depth)
        if not quiet(pos, thought.move) or abs(thought.score) >= tt.MATE_BOUND:
            return []
        return [(pack(pos.board), pos.side, outcome, thought.score, ply, number)]


def label(labeller: Labeller, lessons: Sequence[Lesson], folder: Path, name: str) -> Iterator[int]:
    """Fill a folder with shards; yields how many games are done."""
    parts, made, held = list[np.ndarray](), 0, 0
    for number, lesson in enumerate(lessons, 1):
        parts.append(labeller.samples(lesson, number))
        held += len(parts[-1])
        if held >= SHARD or number == len(lessons):
            save_shard(folder, f"{name}-{made:04}", np.concatenate(parts), {"games": number})
            parts, made, held = [], made + 1, 0
        yield number
