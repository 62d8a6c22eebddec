"""Small convolutional networks over the 5 x 5 board: values and gradients by hand, the sums by BLAS.

Layers of convolutions with edges filled up by zeros, a dense layer with dropout, and the outputs; all but the
last are rectified. The numbers lie in one flat array, layer after layer, weights before biases.
"""

import math
from dataclasses import dataclass

import numpy as np

from boyi.engines.einstein.squares import SIDE, SQUARES


@dataclass(frozen=True)
class Shape:
    """A network: (width of the squares seen at once, units) of each convolution, units of the dense layer."""

    convolutions: tuple[tuple[int, int], ...]
    dense: int
    outputs: int
    dropout: float = 0.0


def taps(width: int) -> np.ndarray:
    """By square and place in the window: the square there; SQUARES beyond the edge."""
    before, found = (width - 1) // 2, np.full((SQUARES, width * width), SQUARES)
    for square in range(SQUARES):
        for place in range(width * width):
            row, column = square // SIDE + place // width - before, square % SIDE + place % width - before
            if 0 <= row < SIDE and 0 <= column < SIDE:
                found[square, place] = row * SIDE + column
    return found


@dataclass(frozen=True)
class Seen:
    """What a network made of boards, with all that its gradient needs."""

    given: tuple[np.ndarray, ...]
    """What each layer was given, a row of its inputs each."""
    outputs: np.ndarray
    kept: np.ndarray
    """By unit of the dense layer: how much of it dropout has left."""


class Network:
    """A network that learns."""

    def __init__(self, shape: Shape, planes: int, seed: int) -> None:
        """Draw its numbers for boards of so many planes."""
        self._shape = shape
        self._taps = [taps(width) for width, _ in shape.convolutions]
        units = [planes, *(units for _, units in shape.convolutions)]
        sizes = [(width * width * units[i], units[i + 1]) for i, (width, _) in enumerate(shape.convolutions)]
        sizes += [(SQUARES * units[-1], shape.dense), (shape.dense, shape.outputs)]
        self.numbers = np.zeros(sum((inputs + 1) * outputs for inputs, outputs in sizes), np.float32)
        self._sizes, lot = sizes, np.random.default_rng(seed)
        for weights, _ in self.layers(self.numbers):
            weights[:] = lot.normal(0, math.sqrt(2 / len(weights)), weights.shape)

    def layers(self, numbers: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
        """Weights and biases of every layer among numbers laid out like the network's own."""
        found, place = [], 0
        for inputs, outputs in self._sizes:
            edge = place + inputs * outputs
            found.append((numbers[place:edge].reshape(inputs, outputs), numbers[edge : edge + outputs]))
            place = edge + outputs
        return found

    def see(self, boards: np.ndarray, lot: np.random.Generator | None = None) -> Seen:
        """What it says of boards, (boards, 25, planes); with luck, some units of the dense layer drop out."""
        layers, given, units = self.layers(self.numbers), [], boards
        for (weights, bias), window in zip(layers, self._taps, strict=False):
            rows = _windows(units, window)
            given.append(rows)
            units = np.maximum(rows @ weights + bias, 0).reshape(len(boards), SQUARES, -1)
        given.append(units.reshape(len(boards), -1))
        (weights, bias), (last, last_bias) = layers[-2:]
        kept = self._kept(len(boards), lot)
        dense = np.maximum(given[-1] @ weights + bias, 0) * kept
        return Seen((*given, dense), dense @ last + last_bias, kept)

    def _kept(self, count: int, lot: np.random.Generator | None) -> np.ndarray:
        drop, size = self._shape.dropout, (count, self._shape.dense)
        if lot is None or drop == 0:
            return np.ones(size, np.float32)
        return (lot.random(size, np.float32) >= drop).astype(np.float32) / np.float32(1 - drop)

    def slopes(self, seen: Seen, pulls: np.ndarray) -> np.ndarray:
        """The gradient of the sum of outputs times pulls."""
        change = np.zeros_like(self.numbers)
        mine, into, pull = self.layers(self.numbers), self.layers(change), pulls
        for i in range(len(mine) - 1, -1, -1):
            into[i][0][:], into[i][1][:] = seen.given[i].T @ pull, pull.sum(axis=0)
            if i == 0:
                break
            pull = pull @ mine[i][0].T
            if i < len(self._taps):
                pull = _gathered(pull, self._taps[i], len(pulls))
            if i == len(mine) - 1:
                pull = pull * seen.kept * (seen.given[i] > 0)
            else:
                pull = pull.reshape(len(pulls) * SQUARES, -1) * (self._units(seen, i) > 0)
        return change

    def _units(self, seen: Seen, layer: int) -> np.ndarray:
        """What the units of a convolution said, a row a square."""
        if layer == len(self._taps):
            return seen.given[layer].reshape(-1, self._sizes[layer - 1][1])
        window, rows = self._taps[layer], seen.given[layer].reshape(-1, SQUARES, self._sizes[layer][0])
        own = int(np.argmax(window[0] == 0))  # the place of a window that is the square itself
        units = self._sizes[layer - 1][1]
        return rows[:, :, own * units : (own + 1) * units].reshape(-1, units)


def _windows(units: np.ndarray, window: np.ndarray) -> np.ndarray:
    """The inputs of a convolution, a row for each square of each board."""
    edged = np.concatenate([units, np.zeros((len(units), 1, units.shape[2]), units.dtype)], axis=1)
    return np.take(edged, window.ravel(), axis=1).reshape(len(units) * SQUARES, -1)


def _gathered(pull: np.ndarray, window: np.ndarray, boards: int) -> np.ndarray:
    """Pulls on the inputs of a convolution, added up by square."""
    parts = pull.reshape(boards, SQUARES, window.shape[1], -1)
    found = np.zeros((boards, SQUARES + 1, parts.shape[3]), pull.dtype)
    for place in range(window.shape[1]):
        found[:, window[:, place]] += parts[:, :, place]  # squares differ but for what lies beyond the edge
    return found[:, :SQUARES]
