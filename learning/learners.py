"""Networks that learn: the evaluators that are taught by games, or fitted to samples, number by number."""

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from boyi.engines.jit import Record
from boyi.engines.places import place
from boyi.engines.weights import load
from boyi.learning.mlp import MlpLearner

LEARNERS = {"xiangqi": "boyi.learning.xiangqi_mlp"}
"""Game -> where what is particular to its networks lies."""
EYES = ("mover", "red")
"""Whose eyes a network may see with: the mover's, or always the first player's."""


class Networks(Protocol):
    """What a game's module offers."""

    def fresh(self, evaluator: str, seed: int, eyes: int, material: Sequence[float]) -> Record:
        """An untrained network; no material: the usual one. ValueError names what can't be."""

    def mirrored(self, samples: np.ndarray) -> np.ndarray:
        """The samples, and after them their mirror images, where a mirror changes no value."""


def networks_of(game: str) -> Networks:
    """What is particular to a game's networks; ValueError if it has none that learn here."""
    if game not in LEARNERS:
        raise ValueError(f"no network of {game} learns here (known: {', '.join(LEARNERS)})")
    module: Networks = importlib.import_module(LEARNERS[game])
    return module


@dataclass(frozen=True)
class Newborn:
    """What defines a network before it has learned anything."""

    game: str
    evaluator: str
    seed: int = 1
    eyes: str = EYES[0]
    material: tuple[float, ...] = ()
    """What each kind of piece puts into its square's input; empty: what is usual."""
    begin: str = ""
    """A weight file to begin with."""

    def learner(self) -> MlpLearner:
        """The network; ValueError names what is wrong."""
        if self.eyes not in EYES:
            raise ValueError(f"no eyes {self.eyes!r} (known: {', '.join(EYES)})")
        eyes = EYES.index(self.eyes)
        weights = networks_of(self.game).fresh(self.evaluator, self.seed, eyes, self.material)
        if self.begin:
            weights = load(place(self.begin), self.game, self.evaluator, weights.dtype).weights
        return MlpLearner(weights)
