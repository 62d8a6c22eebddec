"""Connect6's weights of roads as a learner: TD(0) with the normalised step over games that others played."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boyi.engines import load_game
from boyi.engines.jit import Int, Real, Record, entry
from boyi.engines.play import play
from boyi.learning.connect6.export import SCALE, engine_weights
from boyi.learning.connect6.pairs import KINDS, count_roads
from boyi.learning.connect6.td import learn, logistic
from boyi.learning.data.games import TrainingGame
from boyi.learning.run import Run

LOWEST = -1.0
"""A lost game, where the logistic function begins."""


@dataclass(frozen=True)
class TurnsSeen:
    """What the players of a game saw after their turns."""

    features: np.ndarray
    """A row of roads for each turn, seen by the player whose it was."""
    movers: np.ndarray
    """0 for the first player, 1 for the second."""


@entry
def _look(pos: Record, mover: Int, features: np.ndarray) -> None:
    count_roads(pos, mover, features)


@entry
def values_of(theta: np.ndarray, features: np.ndarray) -> np.ndarray:
    """What positions are worth to the players who saw them."""
    values: np.ndarray = features @ theta
    for turn in range(values.size):
        values[turn] = logistic(values[turn], LOWEST)
    return values


@entry
def learn_turns(theta: np.ndarray, features: np.ndarray, result: Real, rate: Real) -> None:
    """Take the steps of a game: a player's position should have been worth his next one, his last one the
    result. `result` is of the player of the last turn; `theta` changes in place."""
    turns = features.shape[0]
    for turn in range(2, turns):
        target = result
        if turn < turns - 1:
            value = 0.0
            for i in range(KINDS):
                value += theta[i] * features[turn, i]
            target = logistic(value, LOWEST)
        learn(theta, features[turn - 2], target, rate, LOWEST)
    if turns > 1:
        learn(theta, features[turns - 2], -result, rate, LOWEST)


class RoadLearner:
    """Twelve weights that learn after each game."""

    def __init__(self, rate: float) -> None:
        """`rate` is the share of a difference that a step closes."""
        self._game, self._rate = load_game("connect6"), rate

    def learn(self, weights: Record, games: Sequence[TrainingGame], run: Run) -> Record:
        """The weights after all games. Blocks."""
        theta = _theta(weights)
        for played in games:
            turns = self._turns(played)
            result = played.result * (1 - 2 * int(turns.movers[-1]))
            learn_turns(theta, turns.features, float(result), self._rate)
        return engine_weights(theta)

    def values(self, weights: Record, games: Sequence[TrainingGame]) -> list[np.ndarray]:
        """By game, what the positions after its turns are worth to the first player."""
        theta, seen = _theta(weights), [self._turns(played) for played in games]
        return [(1 - 2 * turns.movers) * values_of(theta, turns.features) for turns in seen]

    def _turns(self, played: TrainingGame) -> TurnsSeen:
        """A game as its players saw it, turn by turn; ValueError for a move that can't be."""
        notation = self._game.notation
        pos = notation.read(played.start or self._game.start, {})
        features, movers = list[np.ndarray](), list[int]()
        for number, text in enumerate(played.moves, 1):
            mover, seen = int(pos.side), np.zeros(KINDS)
            play(pos, notation.move(pos, text))
            if int(pos.side) != mover or number == len(played.moves):
                _look(pos, mover, seen)
                features.append(seen)
                movers.append(mover)
        return TurnsSeen(np.array(features), np.array(movers))


def _theta(weights: Record) -> np.ndarray:
    """The engine's weights as parts of 1."""
    theta: np.ndarray = np.concatenate((weights.own_roads, weights.enemy_roads)) / SCALE
    return theta
