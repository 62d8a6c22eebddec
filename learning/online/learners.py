"""What learns online: a small interface, and a table of learners by game and evaluator.

A learner takes weights and games that were judged and hands back weights; of any weights it tells what they
make of games' positions. It keeps nothing between two calls, so that a candidate begins with the weights that
it is given.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from boyi.engines import load_game
from boyi.engines.jit import Record
from boyi.learning.data.games import GameReader, TrainingGame
from boyi.learning.nnue.networks import NETWORKS
from boyi.learning.online.outputs import OutputLearner
from boyi.learning.online.roads import RoadLearner
from boyi.learning.online.tuples import TupleLearner
from boyi.learning.run import Run
from boyi.learning.td.learners import NAMES
from boyi.learning.td.mlp import MlpLearner
from boyi.learning.td.td import EngineLearner
from boyi.learning.td.trainer import TdTrainer, TrainingSchedule, UpdateRule


class OnlineLearner(Protocol):
    """Learns one evaluator's weights from batches of games."""

    def learn(self, weights: Record, games: Sequence[TrainingGame], run: Run) -> Record:
        """The weights after all games, each learned from once; `run` is of this batch alone. Blocks."""

    def values(self, weights: Record, games: Sequence[TrainingGame]) -> list[np.ndarray]:
        """By game, what its positions are worth to the first player, from -1 to 1, in order. Blocks."""


@dataclass(frozen=True)
class GivenGames:
    """A source of games that are there already."""

    given: tuple[TrainingGame, ...]

    def games(self, first: int) -> Iterator[TrainingGame]:
        """All games from a number on."""
        return iter(self.given[first:])

    def summary(self) -> dict[str, int]:
        """How many there are."""
        return {"games": len(self.given)}


@dataclass(frozen=True)
class PositionLearner:
    """Learns by TD(lambda) what a learner makes of single positions."""

    game: str
    evaluator: str
    begin: Callable[[Record], EngineLearner]
    rule: UpdateRule

    def learn(self, weights: Record, games: Sequence[TrainingGame], run: Run) -> Record:
        """The weights after all games. Blocks."""
        learner, schedule = self.begin(weights), TrainingSchedule(len(games), len(games))
        source = GivenGames(tuple(games))
        TdTrainer(self.game, self.evaluator, learner, source, self.rule, schedule, run).train()
        return learner.export()

    def values(self, weights: Record, games: Sequence[TrainingGame]) -> list[np.ndarray]:
        """By game, what its positions are worth to the first player."""
        learner, reader = self.begin(weights), GameReader(load_game(self.game))
        return [learner.see(reader.positions(played)).values for played in games]


Make = Callable[[str, str, UpdateRule], OnlineLearner]
"""A learner, given its game, its evaluator and how numbers change."""


def _network(game: str, evaluator: str, rule: UpdateRule) -> OnlineLearner:
    return PositionLearner(game, evaluator, lambda weights: OutputLearner(NETWORKS[game], weights), rule)


def _mlp(game: str, evaluator: str, rule: UpdateRule) -> OnlineLearner:
    return PositionLearner(game, evaluator, MlpLearner, rule)


def _roads(game: str, evaluator: str, rule: UpdateRule) -> OnlineLearner:
    return RoadLearner(rule.rate)


def _tuples(game: str, evaluator: str, rule: UpdateRule) -> OnlineLearner:
    return TupleLearner(rule.rate, rule.decay)


LEARNERS: Mapping[tuple[str, str], tuple[Make, float]] = {
    ("chess", "nnue"): (_network, 0.0002),
    ("xiangqi", "nnue"): (_network, 0.0002),
    **{("xiangqi", evaluator): (_mlp, 0.0002) for evaluator in NAMES},
    **{("connect6", evaluator): (_roads, 0.001) for evaluator in ("roads", "learned", "bold")},
    **{("einstein", evaluator): (_tuples, 0.01) for evaluator in ("hybrid", "tuples")},
}
"""By game and evaluator, what makes a learner, and the rate that suits it."""


def learner_of(game: str, evaluator: str, rate: float, decay: float) -> OnlineLearner:
    """The learner of an evaluator; a rate of 0 is the one that suits it. ValueError if there is none."""
    if (game, evaluator) not in LEARNERS:
        known = ", ".join(f"{evaluator} of {game}" for game, evaluator in LEARNERS)
        raise ValueError(f"no {evaluator!r} of {game} learns online (known: {known})")
    make, usual = LEARNERS[game, evaluator]
    return make(game, evaluator, UpdateRule(decay=decay, rate=rate or usual, step="adam"))
