"""Learning the network of `engines/evaluators/mlp.py`: values and gradients by hand, in double precision.

The inputs come from the engine's own code: a game registers `look` and `speaks_for` for its packed
positions. The numbers lie in one flat array, in the order of the engine's record: first to last_bias.
"""

import math
from dataclasses import dataclass

import numpy as np

from boyi.engines.jit import Int, Record, copy, entry, generic, inline

MOST_INPUTS = 96
"""Room for the inputs of a position that are not zero."""


@generic(required=True)
def look(sample: Record, weights: Record, places: np.ndarray, shares: np.ndarray) -> Int:
    """Required. Write where a position has inputs that are not zero, and what they are; how many."""


@generic(required=True)
def speaks_for(sample: Record, weights: Record) -> Int:
    """Required. The player for whom the output counts positive: 0 the first, 1 the second."""


@inline
def _split(numbers: np.ndarray, weights: Record) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows of the first layer, biases, last layer with its bias at the end."""
    hidden = weights.bias.size
    edge = numbers.size - 2 * hidden - 1
    first = numbers[:edge].reshape((edge // hidden, hidden))
    return first, numbers[edge : edge + hidden], numbers[edge + hidden :]


@entry
def forward(
    samples: np.ndarray, weights: Record, numbers: np.ndarray, units: np.ndarray, values: np.ndarray
) -> None:
    """The value of each position for the first player; `units` keeps what the hidden layer said."""
    first, bias, last = _split(numbers, weights)
    hidden = bias.size
    places, shares = np.zeros(MOST_INPUTS, np.int64), np.zeros(MOST_INPUTS)
    for t in range(samples.size):
        sample, row = samples[t], units[t]
        count = look(sample, weights, places, shares)
        row[:] = bias
        for i in range(count):
            share, column = shares[i], first[places[i]]
            for j in range(hidden):
                row[j] += share * column[j]
        total = last[hidden]
        for j in range(hidden):
            row[j] = math.tanh(row[j])
            total += last[j] * row[j]
        values[t] = math.tanh(total) * (1 - 2 * speaks_for(sample, weights))


@entry
def backward(
    samples: np.ndarray,
    weights: Record,
    numbers: np.ndarray,
    units: np.ndarray,
    values: np.ndarray,
    credits: np.ndarray,
    change: np.ndarray,
) -> None:
    """Add the gradient of each position, times its credit, to `change`; after `forward`."""
    _, _, last = _split(numbers, weights)
    to_first, to_bias, to_last = _split(change, weights)
    hidden = to_bias.size
    places, shares, slopes = np.zeros(MOST_INPUTS, np.int64), np.zeros(MOST_INPUTS), np.zeros(hidden)
    for t in range(samples.size):
        sample, row = samples[t], units[t]
        slope = credits[t] * (1.0 - values[t] * values[t]) * (1 - 2 * speaks_for(sample, weights))
        to_last[hidden] += slope
        for j in range(hidden):
            to_last[j] += slope * row[j]
            slopes[j] = slope * last[j] * (1.0 - row[j] * row[j])
            to_bias[j] += slopes[j]
        count = look(sample, weights, places, shares)
        for i in range(count):
            share, column = shares[i], to_first[places[i]]
            for j in range(hidden):
                column[j] += share * slopes[j]


@dataclass(frozen=True)
class SeenByMlp:
    """Positions as a network saw them."""

    samples: np.ndarray
    weights: Record
    numbers: np.ndarray
    units: np.ndarray
    values: np.ndarray

    def pull(self, credits: np.ndarray) -> np.ndarray:
        """The sum of the positions' gradients, each times its credit."""
        change = np.zeros_like(self.numbers)
        backward(self.samples, self.weights, self.numbers, self.units, self.values, credits, change)
        return change


class MlpLearner:
    """A network that learns; the engine's weights say its size and what it is shown."""

    def __init__(self, weights: Record) -> None:
        """Begin with an engine's weights."""
        self._weights = copy(weights)
        parts = (weights.first.ravel(), weights.bias, weights.last, weights.last_bias)
        self.numbers = np.concatenate(parts).astype(np.float64)

    def see(self, positions: np.ndarray) -> SeenByMlp:
        """What it makes of packed positions."""
        units, values = np.empty((len(positions), self._weights.bias.size)), np.empty(len(positions))
        forward(positions, self._weights, self.numbers, units, values)
        return SeenByMlp(positions, self._weights, self.numbers, units, values)

    def export(self) -> Record:
        """The network as the engine plays it."""
        made, hidden = copy(self._weights), self._weights.bias.size
        edge = self.numbers.size - 2 * hidden - 1
        made.first[:] = self.numbers[:edge].reshape(made.first.shape)
        made.bias[:] = self.numbers[edge : edge + hidden]
        made.last[:] = self.numbers[edge + hidden : -1]
        made.last_bias[:] = self.numbers[-1:]
        return made
