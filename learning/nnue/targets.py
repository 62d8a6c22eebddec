"""Targets: the winning chance that each sample teaches, seen from its mover.

A score is a chance by the logistic curve. With a decay λ, a score is worth less than those that came later in
its game: the chance of a sample is (1 - λ) of its own and λ of the next one's, for each ply between them, and
behind the last one stands the result. So λ = 0 is the score, λ = 1 the result, and between is TD(λ).
"""

import math

import numpy as np

from boyi.engines.jit import Real, entry
from boyi.learning.data.samples import UNDECIDED


@entry
def _look_ahead(samples: np.ndarray, decay: Real, chances: np.ndarray) -> None:
    """Replace chances by their mixture with what came later; samples stand in the order of their games."""
    for i in range(samples.size - 1, -1, -1):
        sample = samples[i]
        ahead, plies = float(chances[i]), 1
        if i + 1 < samples.size and samples[i + 1].game == sample.game and samples[i + 1].ply > sample.ply:
            following = samples[i + 1]
            ahead = float(chances[i + 1])
            if following.side != sample.side:
                ahead = 1.0 - ahead
            plies = int(following.ply) - int(sample.ply)
        elif sample.result != UNDECIDED:
            ahead = sample.result / 2.0
        kept = math.pow(decay, plies)
        chances[i] = (1.0 - kept) * chances[i] + kept * ahead


def targets(samples: np.ndarray, scale: float, mix: float, decay: float = 0.0) -> np.ndarray:
    """The chances wanted: `mix` parts of what searches said, the rest results, where there are any."""
    chances: np.ndarray = (1 / (1 + np.exp(samples["score"] / np.float32(-scale)))).astype(np.float32)
    if decay > 0:
        _look_ahead(samples, decay, chances)
    decided = samples["result"] != UNDECIDED
    chances[decided] = mix * chances[decided] + (1 - mix) * samples["result"][decided] / np.float32(2)
    return chances
