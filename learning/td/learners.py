"""The 91 x N x 1 networks that learn: what defines a new one; its inputs, by the engine's own code."""

from dataclasses import dataclass

import numpy as np

from boyi.engines.files import user_path
from boyi.engines.jit import Int, Record, copy
from boyi.engines.weights import load
from boyi.engines.xiangqi.evaluation import networks
from boyi.engines.xiangqi.evaluation.networks import MLP_RECORDS, input_value, viewer
from boyi.engines.xiangqi.pieces import EMPTY
from boyi.engines.xiangqi.squares import orient
from boyi.learning.data.samples import piece_at, sample_dtype
from boyi.learning.td.mlp import MlpLearner, look, speaks_for

LEARNERS = ("xiangqi",)
"""Games that have such networks."""
EYES = ("mover", "red")
"""Whose eyes a network may see with: the mover's, or always the first player's."""
SAMPLE = sample_dtype(90)
NAMES = {f"mlp{hidden}": hidden for hidden in MLP_RECORDS}


@dataclass(frozen=True)
class NetworkSpec:
    """What defines a network before it has learned anything."""

    game: str
    evaluator: str
    seed: int = 1
    eyes: str = EYES[0]
    material: tuple[float, ...] = ()
    """What each kind of piece puts into its square's input; empty: what is usual."""
    begin: str = ""
    """A weight file to begin with."""
    spread: float = 1.0
    """What the random weights of a new network's first layer are multiplied by: what is never learned of
    squares that hardly any game shows stays as it began, and small numbers disturb less."""

    def learner(self) -> MlpLearner:
        """The network; ValueError names what is wrong."""
        if self.eyes not in EYES:
            raise ValueError(f"no eyes {self.eyes!r} (known: {', '.join(EYES)})")
        if self.game not in LEARNERS:
            raise ValueError(f"no network of {self.game} learns here (known: {', '.join(LEARNERS)})")
        if self.evaluator not in NAMES:
            raise ValueError(f"no evaluator {self.evaluator!r} learns here (known: {', '.join(NAMES)})")
        weights = networks.random_mlp(NAMES[self.evaluator], self.seed)
        weights.first *= self.spread
        weights.eyes = EYES.index(self.eyes)
        if self.material:
            if len(self.material) != EMPTY:
                raise ValueError(f"material is {EMPTY} numbers, pawn to king, not {len(self.material)}")
            weights.material[:EMPTY] = self.material
        if self.begin:
            weights = load(user_path(self.begin), self.game, self.evaluator, weights.dtype).weights
        return MlpLearner(weights)


def louder(weights: Record, factor: float) -> Record:
    """The network with an output so many times as large, before its tanh: it orders positions alike, but the
    margins of a search, which are in centipawns, prune more or less by it."""
    made = copy(weights)
    made.last *= factor
    made.last_bias *= factor
    return made


def with_mirror_images(samples: np.ndarray) -> np.ndarray:
    """The samples, and after them the same with left and right exchanged, which changes no value."""
    both = np.zeros(2 * len(samples), samples.dtype)
    both[: len(samples)], both[len(samples) :] = samples, samples
    packed = samples["board"]
    boards = np.stack([packed & 15, packed >> 4], axis=2).reshape(-1, 10, 9)[:, :, ::-1].reshape(-1, 90)
    both["board"][len(samples) :] = boards[:, 0::2] | boards[:, 1::2] << 4
    return both


def _look(sample: Record, weights: Record, places: np.ndarray, shares: np.ndarray) -> Int:
    side, count = np.int64(sample.side), 0
    view = viewer(weights, side)
    for square in range(90):
        piece = piece_at(sample, square)
        if piece != EMPTY:
            places[count] = orient(np.int64(square), view)
            shares[count] = input_value(weights, piece, view)
            count += 1
    places[count] = 90
    shares[count] = 1.0 if view == side else -1.0
    return count + 1


def _speaks_for(sample: Record, weights: Record) -> Int:
    return viewer(weights, np.int64(sample.side))


for _record in MLP_RECORDS.values():
    look.register(SAMPLE, _record)(_look)
    speaks_for.register(SAMPLE, _record)(_speaks_for)
