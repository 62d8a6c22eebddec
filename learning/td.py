"""Temporal differences: how far the positions of a game are to blame for what came after them.

A game has positions 1..m with values P (for the first player, -1 to 1) and a result Z:

    d_t = P_{t+1} - P_t, with Z in the place of P_{m+1}                  differences
    (2)  dW = rate * sum_t d_t * sum_{k<=t} lambda^(t-k) grad P_k        traced: forwards, no game is kept
    (4)  dW = rate * sum_t grad P_t * sum_{k>=t} lambda^(k-t) d_k        credited: backwards, a game at once

Both are one sum in two orders. Weights change after the game. Here are the sums without their rate: what
steps are made of them is the trainer's affair.
"""

from typing import Any, Protocol

import numpy as np

from boyi.engines.jit import Real, entry

TINY = 1e-12
"""A gradient whose square is less teaches nothing."""


class Seen(Protocol):
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

    def see(self, positions: Any) -> Seen:
        """What it makes of some positions."""


@entry
def differences(values: np.ndarray, result: Real) -> np.ndarray:
    """What each value was short of the next one, the last of the result."""
    found = np.empty_like(values)
    for t in range(values.size - 1):
        found[t] = values[t + 1] - values[t]
    found[values.size - 1] = result - values[values.size - 1]
    return found


@entry
def credits(values: np.ndarray, result: Real, decay: Real) -> np.ndarray:
    """The factor of each position's gradient in equation (4); `decay` is lambda."""
    found = differences(values, result)
    for t in range(values.size - 2, -1, -1):
        found[t] += decay * found[t + 1]
    return found


def credited(learner: Learner, positions: Any, result: float, decay: float) -> np.ndarray:
    """The change of a learner's numbers after a game, by equation (4)."""
    seen = learner.see(positions)
    return seen.pull(credits(seen.values, float(result), float(decay)))


class Trace:
    """Equation (2), position by position: for games that are learned from while they are played."""

    def __init__(self, size: int, decay: float) -> None:
        """The start of a game for a learner of so many numbers."""
        self._decay = decay
        self._trace, self._change = np.zeros(size), np.zeros(size)
        self._last: float | None = None

    def see(self, value: float, gradient: np.ndarray) -> None:
        """The next position: its value and its gradient, by the weights that the game began with."""
        self._settle(value)
        self._trace *= self._decay
        self._trace += gradient
        self._last = value

    def change(self, result: float) -> np.ndarray:
        """The change of the numbers, now that the game is over."""
        self._settle(result)
        self._last = None
        return self._change

    def _settle(self, value: float) -> None:
        if self._last is not None:
            self._change += (value - self._last) * self._trace


def traced(learner: Learner, positions: Any, result: float, decay: float) -> np.ndarray:
    """The change of a learner's numbers after a game, by equation (2)."""
    trace, one = Trace(learner.numbers.size, decay), np.ones(1)
    for t in range(len(positions)):
        seen = learner.see(positions[t : t + 1])
        trace.see(float(seen.values[0]), seen.pull(one))
    return trace.change(result)


@entry
def normalised(gradient: np.ndarray, difference: Real) -> np.ndarray:
    """The step of TD(0) that, at a rate of 1, would close a difference in a linear evaluator at once."""
    square = 0.0
    for number in gradient:
        square += number * number
    found = np.zeros_like(gradient)
    if square > TINY:
        for i in range(gradient.size):
            found[i] = difference * gradient[i] / square
    return found
