"""Road weights fitted to the results of games: what TD(lambda) comes to for lambda = 1, all games at once.

The chance of a win is logistic(constant + phi . theta), for the player who has just moved. The constant
takes up what it is worth that the other player is to move: without it the weights of single stones would have
to. Roads of five and six stones are too rare to be learned: their weights follow from the others.
"""

import random
from dataclasses import dataclass

import numpy as np

from boyi.arena.tools.connect6_openings import draw_opening
from boyi.engines.connect6.evaluation.weights import HAND_SET, STAGE_ENDS
from boyi.engines.jit import new
from boyi.learning.connect6.pairs import KINDS, PAPER
from boyi.learning.connect6.td import MOST_TURNS, play_recorded_game, stage_of

LEARNED = (0, 1, 2, 3, 6, 7, 8, 9)
"""Kinds of roads with one to four stones."""
RIDGE = 1.0
STEPS = 12
"""Of Newton's method, which needs half as many."""
BOLDNESS = (1.0, 2.0, 3.0, 4.5)
"""How much more than the fit says all but the enemy's threats may be worth: a match decides."""
SURE = 10.0
"""Weight of a whole road: more than all else together."""
HAND = np.concatenate(HAND_SET).reshape(1, KINDS) / 10_000
NO_ENDS, ENDS = np.zeros(0, np.int64), np.array(STAGE_ENDS, np.int64)


@dataclass(frozen=True)
class GameFeatures:
    """What was seen in games: features after each turn but the last, result, and stones on the board."""

    features: np.ndarray
    results: np.ndarray
    """1, 1/2 or 0 for the player of the turn."""
    stones: np.ndarray

    def __add__(self, other: "GameFeatures") -> "GameFeatures":
        return GameFeatures(
            np.concatenate((self.features, other.features)),
            np.concatenate((self.results, other.results)),
            np.concatenate((self.stones, other.stones)),
        )


def play_games(
    theta: np.ndarray, ends: np.ndarray, seed: tuple[int, int], games: int, exploration: float
) -> GameFeatures:
    """Games of the greedy player with itself from random openings; each has random numbers of its own."""
    paper, found = new(PAPER), []
    for number in range(games):
        pos = draw_opening(random.Random(f"{seed} {number}"))
        stones, seen = int(pos.stones), np.zeros((MOST_TURNS, KINDS))
        randoms = np.random.default_rng((*seed, number)).random((MOST_TURNS, 3))
        turns, won = play_recorded_game(pos, paper, theta, ends, randoms, 0, exploration, seen)
        at = np.arange(turns - 1)
        results = (turns - 1 - at) % 2 == 0 if won else np.full(turns - 1, 0.5)
        found.append(GameFeatures(seen[: turns - 1], results.astype(np.float64), stones + 2 * (at + 1)))
    return GameFeatures(
        np.concatenate([each.features for each in found]),
        np.concatenate([each.results for each in found]),
        np.concatenate([each.stones for each in found]),
    )


def slope(numbers: np.ndarray, sides: np.ndarray, results: np.ndarray) -> np.ndarray:
    """How the logarithm of the results' likelihood, with its ridge, rises with each number."""
    rise: np.ndarray = sides.T @ (results - 1 / (1 + np.exp(-sides @ numbers))) - RIDGE * numbers
    return rise


def regress(features: np.ndarray, results: np.ndarray) -> np.ndarray:
    """The weights of features under which results are likeliest; a constant is fitted with them."""
    sides = np.column_stack((features, np.ones(len(features))))
    numbers = np.zeros(sides.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-sides @ numbers))
        curve = (sides * (chances * (1 - chances))[:, None]).T @ sides + RIDGE * np.eye(len(numbers))
        numbers += np.linalg.solve(curve, slope(numbers, sides, results))
    return numbers[:-1]


def fit_weights(games: GameFeatures) -> np.ndarray:
    """The weights under which the results are likeliest, in the proportions of the hand-set ones."""
    return _complete(regress(games.features[:, LEARNED], games.results))


def _complete(learned: np.ndarray) -> np.ndarray:
    """All weights: an enemy's road of four is worth what it was, and what was not learned follows."""
    theta = np.zeros(KINDS)
    theta[list(LEARNED)] = learned * HAND[0, 9] / min(learned[7], -1e-3)
    theta[4], theta[10] = theta[3] * HAND[0, 4] / HAND[0, 3], HAND[0, 10]
    theta[5], theta[11] = SURE, -SURE
    return theta


def strengthen(theta: np.ndarray, factor: float) -> np.ndarray:
    """Weights under which the enemy's roads of four and more, and whole roads, count for less than the rest.

    How much such threats are worth cannot be learned from games, in which hardly any is left standing.
    """
    found = theta.copy()
    found[..., [0, 1, 2, 3, 4, 6, 7, 8]] *= factor
    return found


def fit_by_stage(games: GameFeatures) -> np.ndarray:
    """A row of weights for each stage, by the games' positions in it."""
    stages = np.array([stage_of(stones, ENDS) for stones in games.stones])
    parts = [stages == stage for stage in range(len(ENDS) + 1)]
    return np.stack(
        [fit_weights(GameFeatures(games.features[p], games.results[p], games.stones[p])) for p in parts]
    )
