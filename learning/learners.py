"""Networks that learn: the evaluators that are taught by games, or fitted to samples, number by number."""

import importlib
from pathlib import Path
from typing import Protocol

from boyi.engines import load_game
from boyi.engines.jit import Record
from boyi.engines.weights import load
from boyi.learning.mlp import MlpLearner

LEARNERS = {"xiangqi": "boyi.learning.xiangqi_mlp"}
"""Game -> where what is particular to its networks lies."""
EYES = ("mover", "red")
"""Whose eyes a network may see with: the mover's, or always the first player's."""


class Networks(Protocol):
    """What a game's module offers."""

    def fresh(self, evaluator: str, seed: int, eyes: int) -> Record:
        """An untrained network; ValueError if the evaluator is none that learns here."""


def new_learner(game: str, evaluator: str, seed: int, eyes: str = "mover", begin: str = "") -> MlpLearner:
    """A new network, or that of a weight file; ValueError names what is wrong."""
    if game not in LEARNERS:
        raise ValueError(f"no network of {game} learns here (known: {', '.join(LEARNERS)})")
    if eyes not in EYES:
        raise ValueError(f"no eyes {eyes!r} (known: {', '.join(EYES)})")
    module: Networks = importlib.import_module(LEARNERS[game])
    weights = module.fresh(evaluator, seed, EYES.index(eyes))
    if begin:
        weights = load(Path(begin).expanduser(), load_game(game).name, evaluator, weights.dtype).weights
    return MlpLearner(weights)
