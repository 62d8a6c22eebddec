"""EinStein's n-tuples as a learner: TD(lambda) after each game; a network beside them stays as it is.

Every position of a game, seen before its roll, is a lesson of the trainer of the hybrid evaluator, in all
eight turns that change no value: the chance of winning that the rest of the game made of it.
"""

from collections.abc import Sequence

import numpy as np

from boyi.engines import load_game
from boyi.engines.einstein.evaluation.hybrid import LEARNED, UNIT
from boyi.engines.einstein.evaluation.race import race
from boyi.engines.einstein.evaluation.tuples import ONE
from boyi.engines.einstein.position import POSITION
from boyi.engines.einstein.squares import PIECES, TURNED
from boyi.engines.jit import Record, copy, new
from boyi.engines.play import play, result
from boyi.engines.rules import ONGOING
from boyi.learning.data.games import TrainingGame
from boyi.learning.einstein.evaluators.hybrid import FLOATS, TABLES, HybridFloats, pass_over
from boyi.learning.einstein.evaluators.lessons import LESSON
from boyi.learning.run import Run
from boyi.learning.td import td

TURNS = 8
"""Mirrored or not, either side's numbers reversed or not."""
UNITS = {"inputs": UNIT, "hidden": UNIT, "value": UNIT, "bias": UNIT * UNIT} | dict.fromkeys(
    TABLES.names or (), ONE
)
"""Parts of 1 in which the engine counts each field."""


class TupleLearner:
    """The n-tuples of an evaluator."""

    def __init__(self, rate: float, decay: float) -> None:
        """`rate` is of a rectangle's entry, `decay` is lambda."""
        self._game, self._rate, self._decay = load_game("einstein"), rate, decay
        self._race, self._pos, self._slopes = race(), new(POSITION), new(FLOATS)

    def learn(self, weights: Record, games: Sequence[TrainingGame], run: Run) -> Record:
        """The weights after all games. Blocks."""
        floats = floats_of(weights)
        for played in games:
            lessons, signs = self._lessons(played)
            values = signs * self._values(floats, lessons)
            wanted = values + td.credits(values, float(played.result), self._decay)
            lessons["chance"] = np.clip((1 + signs * wanted) / 2, 0, 1)
            turns = np.tile(np.arange(TURNS), len(lessons))
            self._pass(floats, np.repeat(lessons, TURNS), turns, self._rate / TURNS)
        return _with_tables(weights, floats.tables)

    def values(self, weights: Record, games: Sequence[TrainingGame]) -> list[np.ndarray]:
        """By game, what its positions before each roll are worth to the first player."""
        floats, seen = floats_of(weights), [self._lessons(played) for played in games]
        return [signs * self._values(floats, lessons) for lessons, signs in seen]

    def _lessons(self, played: TrainingGame) -> tuple[np.ndarray, np.ndarray]:
        """The positions of a game that are not over, and whose they are: 1 the first player's, else -1."""
        notation = self._game.notation
        pos, squares, sides = notation.read(played.start or self._game.start, {}), list[np.ndarray](), []
        for text in (*played.moves, ""):
            if result(pos) == ONGOING:
                squares.append(as_seen(pos))
                sides.append(int(pos.side))
            if text:
                play(pos, notation.move(pos, text))
        lessons = np.zeros(len(squares), LESSON)
        lessons["squares"] = squares
        return lessons, 1.0 - 2.0 * np.array(sides)

    def _values(self, floats: HybridFloats, lessons: np.ndarray) -> np.ndarray:
        """What each lesson's position is worth to the side to move: from the error against no chance."""
        blank = lessons.copy()
        blank["chance"] = 0
        errors = [self._pass(floats, blank[i : i + 1], np.zeros(1, np.int64), 0.0) for i in range(len(blank))]
        values: np.ndarray = 2 * np.sqrt(errors) - 1
        return values

    def _pass(self, floats: HybridFloats, lessons: np.ndarray, turns: np.ndarray, step: float) -> float:
        """Learn from lessons by steps of the tables; their squared error."""
        errors = np.zeros(2)
        pass_over(
            lessons, turns, floats.net, self._slopes, floats.tables, self._race, self._pos, step, errors
        )
        return float(errors[0])


def as_seen(pos: Record) -> np.ndarray:
    """The squares of a position's pieces as the side to move sees them with its goal at 24, its own first."""
    side, squares = int(pos.side), pos.squares.reshape(2, PIECES)
    both = np.concatenate((squares[side], squares[1 - side]))
    return both if side else TURNED[both]


def floats_of(weights: Record) -> HybridFloats:
    """An engine's weights in floats; a network that says nothing where they have none."""
    floats = HybridFloats(new(FLOATS), new(TABLES))
    for part in (floats.net, floats.tables):
        for name in set(part.dtype.names) & set(weights.dtype.names) & set(LEARNED):
            part[name] = weights[name] / UNITS[name]
    return floats


def _with_tables(weights: Record, tables: Record) -> Record:
    """Weights with other tables, in whole numbers."""
    made, most = copy(weights), 2**15 - 1
    for name in tables.dtype.names:
        made[name][...] = np.clip(np.rint(tables[name] * ONE), -most, most)
    return made
