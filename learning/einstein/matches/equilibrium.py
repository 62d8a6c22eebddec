"""Games of two players who choose at once, one a row and one a column of a matrix of the first's chances."""

from dataclasses import dataclass

import numpy as np

ROUNDS = 50_000
"""Of regret matching; the gap is far below what searches know by then."""
CHECKED = 1000
"""Rounds between two looks at the gap."""
ENOUGH = 2e-5
"""A gap that is none."""


@dataclass(frozen=True)
class Equilibrium:
    """How both sides mix their choices, and what that guarantees each."""

    first: np.ndarray
    second: np.ndarray
    at_least: float
    """The first's chance whatever the second does."""
    at_most: float
    """The first's chance whatever itself does."""

    @property
    def gap(self) -> float:
        """What either side could gain by another choice, both together."""
        return self.at_most - self.at_least


def _judged(matrix: np.ndarray, first: np.ndarray, second: np.ndarray) -> Equilibrium:
    return Equilibrium(first, second, float((first @ matrix).min()), float((matrix @ second).max()))


def _match(regrets: np.ndarray) -> np.ndarray:
    """Choices in proportion to what they are regretted."""
    total = regrets.sum()
    return regrets / total if total > 0 else np.full(len(regrets), 1 / len(regrets))


def solve(matrix: np.ndarray, rounds: int = ROUNDS, enough: float = ENOUGH) -> Equilibrium:
    """Mixed strategies of both sides by regret matching, later rounds counting for more. Blocks: seconds."""
    regrets = [np.zeros(size) for size in matrix.shape]
    sums = [np.zeros(size) for size in matrix.shape]
    for number in range(1, rounds + 1):
        first, second = (_match(each) for each in regrets)
        by_row = matrix @ second
        regrets[0] = np.maximum(regrets[0] + by_row - first @ by_row, 0)
        sums[0] += number * first
        by_column = _match(regrets[0]) @ matrix
        regrets[1] = np.maximum(regrets[1] + second @ by_column - by_column, 0)
        sums[1] += number * second
        if number % CHECKED == 0 or number == rounds:
            found = _judged(matrix, *(each / each.sum() for each in sums))
            if found.gap < enough:
                break
    return found


def trimmed(matrix: np.ndarray, found: Equilibrium, least: float) -> Equilibrium:
    """The equilibrium without choices that are taken less often than `least`."""
    parts = [np.where(part < least, 0, part) for part in (found.first, found.second)]
    return _judged(matrix, *(part / part.sum() for part in parts))
