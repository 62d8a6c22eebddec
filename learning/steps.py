"""Steps: how a wanted change becomes a change of numbers."""

import numpy as np

DECAYS, TINY = (0.9, 0.999), 1e-8


class Adam:
    """Scales changes number by number, by what they used to be."""

    def __init__(self, numbers: np.ndarray) -> None:
        """For so many numbers; `means` is all that it remembers."""
        self.means = np.zeros((2, numbers.size))

    def scaled(self, change: np.ndarray, step: int) -> np.ndarray:
        """The change to make at a rate of 1, at the `step`-th step, counted from 1."""
        self.means[0] += (1 - DECAYS[0]) * (change - self.means[0])
        self.means[1] += (1 - DECAYS[1]) * (change * change - self.means[1])
        first, second = (self.means[i] / (1 - DECAYS[i] ** step) for i in (0, 1))
        scaled: np.ndarray = first / (np.sqrt(second) + TINY)
        return scaled
