"""Temporal differences: how far the positions of a game are to blame for what came after them.

A game has positions 1..m with values P (for the first player, -1 to 1) and a result Z:

    d_t = P_{t+1} - P_t, with Z in the place of P_{m+1}                  differences
    dW = rate * sum_t grad P_t * sum_{k>=t} lambda^(k-t) d_k        td_change: a game at once

Weights change after the game. Here is the sum without its rate: the trainer makes steps of it.
"""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from boyi.engines.jit import Real, Record, entry

TINY = 1e-12
"""A gradient whose square is less changes nothing."""
ADAM_DECAYS, ADAM_TINY = (0.9, 0.999), 1e-8


class SeenPositions(Protocol):
    """Positions as a learner saw them; good until its numbers change."""

    @property
    def values(self) -> np.ndarray:
        """The value of each position for the first player, between -1 and 1."""

    def pull(self, credits: np.ndarray) -> np.ndarray:
        """The sum of the positions' gradients, each times its credit."""


class Learner(Protocol):
    """An evaluator that can learn."""

    @property
    def numbers(self) -> np.ndarray:
        """All weights in one flat array; whoever changes it in place changes the evaluator."""

    def see(self, positions: Any) -> SeenPositions:
        """What it makes of some positions."""


class EngineLearner(Learner, Protocol):
    """A learner of which an engine has a use."""

    def export(self) -> Record:
        """The weights as the engine plays them."""


@dataclass(frozen=True)
class LinearSeen:
    """Positions as a linear evaluation saw them."""

    values: np.ndarray
    slopes: Any
    """Of the values, a row for each position; an array, sparse or not."""

    def pull(self, credits: np.ndarray) -> np.ndarray:
        """The sum of the positions' gradients, each times its credit."""
        change: np.ndarray = self.slopes.T @ credits
        return change


@entry
def differences(values: np.ndarray, result: Real) -> np.ndarray:
    """What each value was short of the next one, the last of the result."""
    errors = np.empty_like(values)
    for t in range(values.size - 1):
        errors[t] = values[t + 1] - values[t]
    errors[values.size - 1] = result - values[values.size - 1]
    return errors


@entry
def credits(values: np.ndarray, result: Real, decay: Real) -> np.ndarray:
    """The factor of each position's gradient in the sum; `decay` is lambda."""
    errors = differences(values, result)
    for t in range(values.size - 2, -1, -1):
        errors[t] += decay * errors[t + 1]
    return errors


def td_change(learner: Learner, positions: Any, result: float, decay: float) -> np.ndarray:
    """The change of a learner's numbers after a game, without its rate."""
    seen = learner.see(positions)
    return seen.pull(credits(seen.values, float(result), float(decay)))


@entry
def normalise(gradient: np.ndarray, difference: Real) -> np.ndarray:
    """The step of TD(0) that, at a rate of 1, would close a difference in a linear evaluator at once."""
    square = 0.0
    for number in gradient:
        square += number * number
    step = np.zeros_like(gradient)
    if square > TINY:
        for i in range(gradient.size):
            step[i] = difference * gradient[i] / square
    return step


class Adam:
    """Scales changes number by number, by what they used to be."""

    def __init__(self, numbers: np.ndarray) -> None:
        """For so many numbers; `means` is all that it remembers."""
        self.means = np.zeros((2, numbers.size))

    def scale(self, change: np.ndarray, step: int) -> np.ndarray:
        """The change to make at a rate of 1, at the `step`-th step, counted from 1."""
        self.means[0] += (1 - ADAM_DECAYS[0]) * (change - self.means[0])
        self.means[1] += (1 - ADAM_DECAYS[1]) * (change * change - self.means[1])
        first, second = (self.means[i] / (1 - ADAM_DECAYS[i] ** step) for i in (0, 1))
        step_made: np.ndarray = first / (np.sqrt(second) + ADAM_TINY)
        return step_made
