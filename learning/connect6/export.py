"""Road weights as the engine takes them: learned as parts of 1, played as whole numbers."""

from collections.abc import Mapping

import numpy as np

from boyi.engines.connect6.evaluation.weights import ROADS
from boyi.engines.jit import Record, new
from boyi.engines.weights import WeightFile

SCALE = 10_000
"""Units of the engine's weights in 1."""


def engine_weights(theta: np.ndarray) -> Record:
    """Twelve weights as the evaluator has them."""
    weights: Record = new(ROADS)
    weights.own_roads[:], weights.enemy_roads[:] = np.rint(theta.reshape(2, 6) * SCALE)
    return weights


def weight_file(
    theta: np.ndarray, step: int, origin: Mapping[str, object], evaluator: str = "roads"
) -> WeightFile:
    """Twelve weights as a file has them."""
    return WeightFile("connect6", evaluator, engine_weights(theta), None, step, origin)
