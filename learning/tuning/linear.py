"""Hand-crafted evaluations as learners: linear in numbers whose slopes the engine's own evaluation tells.

A position is worth tanh(score / CENTIPAWNS) to the first player, so that a lead of a pawn is worth a quarter.
"""

import numpy as np
from scipy.sparse import csr_array

from boyi.engines import load_game
from boyi.engines.jit import Record, copy, new
from boyi.learning.nnue.networks import NETWORKS
from boyi.learning.td.td import LinearSeen
from boyi.learning.tuning.texel import apply_change, linearise, numbers_of

CENTIPAWNS = 400.0
"""Score whose value is tanh(1)."""
KEPT = ("parts", "value")
"""What evaluations that know nothing but material have."""


class LinearLearner:
    """The hand-crafted evaluation of chess or xiangqi; its numbers learn as fractions and play rounded."""

    def __init__(self, game: str, weights: Record) -> None:
        """Begin with an engine's weights."""
        self._game, self._letters = load_game(game), NETWORKS[game].letters
        self._begin = copy(weights)
        self._first = numbers_of(self._begin).astype(np.float64)
        self.numbers = self._first.copy()

    def see(self, positions: np.ndarray) -> LinearSeen:
        """What it makes of packed positions."""
        wanted, signs = np.zeros(len(positions)), 1.0 - 2.0 * positions["side"]
        linear = linearise(self._game, self.export(), self._letters, positions, wanted, lambda done: None)
        values = np.tanh(linear.values / CENTIPAWNS)
        steepness = signs * (1 - values**2) / CENTIPAWNS
        return LinearSeen(signs * values, csr_array(linear.slopes.multiply(steepness[:, None])))

    def export(self) -> Record:
        """The evaluation as the engine plays it."""
        return apply_change(self._begin, self.numbers - self._first)


def material_only(weights: Record) -> Record:
    """Weights of which the pieces' values alone are left."""
    bare = new(weights.dtype)
    for name in KEPT:
        if name in (weights.dtype.names or ()):
            bare[name] = weights[name]
    return bare
