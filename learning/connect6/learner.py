"""Connect6's weights of roads as a learner: twelve numbers, the position's counts of roads times them.

A position is worth tanh(score / WINNING) to the first player. It is looked at where a turn begins: between
the stones of a turn the evaluation is not asked.
"""

import numpy as np

from boyi.engines.connect6.position import empty, put
from boyi.engines.connect6.shape import CONNECT6
from boyi.engines.jit import Int, Record, copy, entry
from boyi.learning.connect6.pairs import KINDS, count_roads
from boyi.learning.data.samples import piece_at
from boyi.learning.td.td import LinearSeen

WINNING = 2000.0
"""Score whose value is tanh(1): a few open roads of three stones."""


@entry
def _count(sample: Record, pos: Record, mover: Int, features: np.ndarray) -> None:
    """Lay a packed position out on an empty board; its roads as the mover counts them."""
    for point in range(pos.points):
        stone = piece_at(sample, np.int64(point))
        if stone != 0:
            put(pos, np.int64(point), stone - 1)
    count_roads(pos, mover, features)


class RoadsLearner:
    """The evaluator of connect6 by roads; its numbers learn as fractions and play rounded."""

    def __init__(self, weights: Record) -> None:
        """Begin with an engine's weights."""
        self._weights, self._blank = copy(weights), empty(CONNECT6)
        self.numbers = np.concatenate((weights.own_roads, weights.enemy_roads)).astype(np.float64)

    def see(self, positions: np.ndarray) -> LinearSeen:
        """What it makes of packed positions of a board of 19 x 19."""
        features = np.zeros((len(positions), KINDS))
        for row, sample in zip(features, positions, strict=True):
            _count(sample, copy(self._blank), np.int64(sample["side"]) ^ 1, row)
        signs = 2.0 * positions["side"] - 1.0  # the counts are those of who has just moved
        values = np.tanh(features @ self.numbers / WINNING)
        return LinearSeen(signs * values, features * (signs * (1 - values**2) / WINNING)[:, None])

    def export(self) -> Record:
        """The evaluation as the engine plays it."""
        made, bounds = copy(self._weights), np.iinfo(np.int32)
        whole = np.clip(np.rint(self.numbers), bounds.min, bounds.max)
        made.own_roads[:], made.enemy_roads[:] = whole[: KINDS // 2], whole[KINDS // 2 :]
        return made
