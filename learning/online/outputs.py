"""The output layers of a network as a learner: the rows below them stay as they are.

The trainer's own pass over samples does the work. It tells the error against wanted chances and its gradient,
from which follow the chances themselves and any sum of their gradients.
"""

from dataclasses import dataclass

import numpy as np

from boyi.engines.jit import Record, new
from boyi.learning.nnue.networks import NetworkGame
from boyi.learning.nnue.nnue import LARGEST, export, flatten, import_net, pass_over


@dataclass(frozen=True)
class SeenByOutputs:
    """Positions as a network saw them."""

    samples: np.ndarray
    net: Record
    gradient: Record
    """Paper for a gradient."""
    outputs: int
    """How many numbers learn; they are the last ones."""
    chances: np.ndarray
    """Of the side to move, to win."""

    @property
    def signs(self) -> np.ndarray:
        """1 where the first player is to move, else -1."""
        signs: np.ndarray = 1.0 - 2.0 * self.samples["side"]
        return signs

    @property
    def values(self) -> np.ndarray:
        """The value of each position for the first player."""
        values: np.ndarray = self.signs * (2 * self.chances - 1)
        return values

    def pull(self, credits: np.ndarray) -> np.ndarray:
        """The sum of the positions' gradients, each times its credit."""
        flatten(self.gradient)[:] = 0
        wanted = self.chances - self.signs * credits  # the squared error's slope is then the sum asked for
        pass_over(self.samples, wanted, np.arange(len(wanted)), self.net, self.gradient, True)
        return flatten(self.gradient)[-self.outputs :].astype(np.float64)


class OutputLearner:
    """A network whose output layers learn."""

    def __init__(self, network: NetworkGame, weights: Record) -> None:
        """Begin with an engine's weights."""
        self._network, self._scale = network, int(weights.scale)
        self._net, self._gradient = import_net(weights, network.floats), new(network.floats)
        self.numbers = flatten(self._net)[-(self._net.output.size + self._net.output_bias.size) :]

    def see(self, positions: np.ndarray) -> SeenByOutputs:
        """What it makes of packed positions."""
        nothing, chances = np.zeros(len(positions)), np.empty(len(positions))
        for place in range(len(positions)):
            chosen = np.array([place])
            error = pass_over(positions, nothing, chosen, self._net, self._gradient, False)
            chances[place] = error**0.5
        return SeenByOutputs(positions, self._net, self._gradient, self.numbers.size, chances)

    def export(self) -> Record:
        """The network as the engine plays it, its outputs within what can be rounded."""
        np.clip(self._net.output, -LARGEST, LARGEST, out=self._net.output)
        return export(self._net, self._network.net, self._scale)
