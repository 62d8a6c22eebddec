"""Starts: positions that EinStein's games of training begin with."""

import random

import numpy as np

from boyi.engines.einstein.notation import read
from boyi.engines.einstein.placement import layout
from boyi.engines.einstein.position import POSITION

LAYOUTS = 4096
"""So many are drawn beforehand."""


def starts(seed: int) -> np.ndarray:
    """Positions to begin games with, layouts drawn at random."""
    rng, drawn = random.Random(seed), np.zeros(LAYOUTS, POSITION)
    for i in range(LAYOUTS):
        drawn[i] = read(layout(rng, alike=False))
    return drawn
