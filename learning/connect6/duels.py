"""Matches of greedy players: two sets of weights, random openings, every opening with both colours."""

import random
from collections.abc import Sequence

import numpy as np

from boyi.arena.tools.connect6_openings import draw_opening
from boyi.engines.jit import new
from boyi.learning.connect6.pairs import PAPER
from boyi.learning.connect6.td import duel


class GreedyMatch:
    """New weights against old ones."""

    def __init__(
        self, theta: np.ndarray, old: np.ndarray, ends: np.ndarray, seed: int, drawn_rows: bool = False
    ) -> None:
        """A row of weights for each stage, the old one for all of them; or one row of many plays a game."""
        self._theta, self._ends, self._seed, self._drawn_rows = theta, ends, seed, drawn_rows
        self._old, self._paper = np.repeat(old, len(ends) + 1, axis=0), new(PAPER)

    def play(self, number: int) -> float:
        """Points of the new weights in one game; they have Black in even games."""
        pos = draw_opening(random.Random(f"{self._seed} {number // 2}"))
        theta = self._theta
        if self._drawn_rows:
            row = random.Random(f"row {self._seed} {number}").randrange(len(theta))
            theta = theta[row : row + 1]
        elif len(theta) > len(self._ends) + 1:
            theta = theta[-1:]
        black, white = (theta, self._old) if number % 2 == 0 else (self._old, theta)
        result = duel(pos, self._paper, np.ascontiguousarray(black), np.ascontiguousarray(white), self._ends)
        return (1 + int(result) * (1 if number % 2 == 0 else -1)) / 2


def published_points(points: Sequence[float]) -> str:
    """Two points for a win, one for a draw, of both players."""
    own = round(2 * sum(points))
    return f"{own}:{2 * len(points) - own}"
