"""Simultaneous perturbation: all numbers are moved at once, each up or down at random, and the other way.

Two players with these neighbours of the numbers meet, and the numbers take a step towards the winner. Over
many meetings every number goes where it wins, though no single game tells which of them did.
"""

import random

import numpy as np


def neighbours(
    numbers: np.ndarray, width: float | np.ndarray, rng: random.Random
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The signs drawn, the numbers moved by `width` with them, and against them."""
    signs = np.array([rng.choice((-1.0, 1.0)) for _ in numbers])
    return signs, numbers + width * signs, numbers - width * signs
