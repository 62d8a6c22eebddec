"""How often the best first look of an evaluator is the choice of the strongest player."""

import numpy as np

from boyi.engines.einstein.evaluation.evaluate import policy
from boyi.engines.einstein.evaluation.policy import CHOICES
from boyi.engines.einstein.search.mcts_tree import SLOTS
from boyi.engines.einstein.squares import DIRECTIONS, PIECES
from boyi.engines.einstein.symmetry import build
from boyi.engines.jit import Record, entry
from boyi.learning.einstein.policy.situations import legal_choices, movable


@entry
def first_look(pos: Record, weights: Record, looks: np.ndarray) -> None:
    """Write how promising each move of each piece looks to an evaluator, 0 to 1."""
    policy(pos, weights, looks)


def looks_of(samples: np.ndarray, weights: Record) -> np.ndarray:
    """How the six choices of each sample look; those that are not legal, below anything."""
    found, looks = np.full((len(samples), 2, DIRECTIONS), -1.0), np.zeros(SLOTS)
    for i, (sample, among) in enumerate(zip(samples, movable(samples), strict=True)):
        first_look(build(sample["squares"], int(sample["side"]), 0), weights, looks)
        chosen = looks.reshape(PIECES, DIRECTIONS)[among]
        found[i, : len(chosen)] = chosen
    return np.where(legal_choices(samples), found.reshape(-1, CHOICES), -1.0)


def first_look_accuracy(samples: np.ndarray, weights: Record) -> float:
    """Share of samples whose best look is their choice."""
    return float(np.mean(np.argmax(looks_of(samples, weights), axis=1) == samples["choice"]))
