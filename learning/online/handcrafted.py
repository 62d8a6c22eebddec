"""Hand-crafted evaluations that learn by temporal differences.

They are linear in numbers whose slopes the engine's own code tells. A position is worth tanh(score / PAWNS)
to the first player, so that a lead of a pawn is worth a quarter.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from boyi.engines import load_game
from boyi.engines.jit import Record, copy, new
from boyi.learning.nnue.networks import NETWORKS
from boyi.learning.tuning.texel import apply_change, linearise, numbers_of

PAWNS = 400.0
"""Centipawns whose value is tanh(1)."""
KEPT = ("parts", "value")
"""What evaluations that know nothing but material have."""


@dataclass(frozen=True)
class SeenByHand:
    """Positions as a hand-crafted evaluation saw them."""

    values: np.ndarray
    slopes: csr_array
    """Of the values, not of the scores; a row for each position."""

    def pull(self, credits: np.ndarray) -> np.ndarray:
        """The sum of the positions' gradients, each times its credit."""
        change: np.ndarray = self.slopes.T @ credits
        return change


class HandcraftedLearner:
    """A hand-crafted evaluation of chess or xiangqi; its numbers learn as fractions and play rounded."""

    def __init__(self, game: str, weights: Record) -> None:
        """Begin with an engine's weights."""
        self._game, self._letters = load_game(game), NETWORKS[game].letters
        self._begin = copy(weights)
        self._start = numbers_of(self._begin).astype(np.float64)
        self.numbers = self._start.copy()

    def see(self, positions: np.ndarray) -> SeenByHand:
        """What it makes of packed positions."""
        found = linearise(
            self._game, self.export(), self._letters, positions, np.zeros(len(positions)), _say_nothing
        )
        signs = 1.0 - 2.0 * positions["side"]
        values = signs * np.tanh(found.values / PAWNS)
        steepness = signs * (1 - values**2) / PAWNS
        return SeenByHand(values, csr_array(found.slopes * steepness[:, None]))

    def export(self) -> Record:
        """The evaluation as the engine plays it."""
        return apply_change(self._begin, self.numbers - self._start)


_say_nothing: Callable[[int], None] = lambda done: None  # noqa: E731


def material_only(weights: Record) -> Record:
    """Weights of which the pieces' values alone are left."""
    bare = new(weights.dtype)
    for name in KEPT:
        if name in (weights.dtype.names or ()):
            bare[name] = weights[name]
    return bare
