"""Small convolutional networks over a square board: convolutions, a dense layer, outputs.

Every layer but the last is rectified; edges are filled up with zeros. The kernels add what each input that
is not zero contributes: half of the units are zero, and nearly all of a board's planes. So the weights of a
convolution lie by input, with the window turned by half, that all an input adds to a row of squares lies in
a row; `weights_by_input` brings them there. `reference` is the same network in NumPy's words.
"""

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from boyi.engines.jit import Dtype, Int, Real, Record, inline, record

ZERO = np.float32(0)
NAMES = ("first", "second", "third")
"""Of convolutions, in their order."""

Layer = tuple[np.ndarray, np.ndarray]
"""Weights and biases; the weights of a convolution by row and column of its window, input and unit."""


@functools.cache
def cnn_record(
    side: int, planes: int, convolutions: tuple[tuple[int, int], ...], dense: int, outputs: int
) -> Dtype:
    """The weights of a network whose convolutions have such windows and units, at most three."""
    fields, inputs = list[tuple[Any, ...]](), planes
    for name, (width, units) in zip(NAMES, convolutions, strict=False):
        fields += [(name, np.float32, (inputs, width, width * units)), (f"{name}_bias", np.float32, units)]
        inputs = units
    fields += [("dense", np.float32, (side * side * inputs, dense)), ("dense_bias", np.float32, dense)]
    return record(*fields, ("last", np.float32, (dense, outputs)), ("last_bias", np.float32, outputs))


def weights_by_input(weights: np.ndarray) -> np.ndarray:
    """The weights of a convolution as a record has them."""
    width, _, inputs, units = weights.shape
    return weights[::-1, ::-1].transpose(2, 0, 1, 3).reshape(inputs, width, width * units)


@inline
def begin(sums: np.ndarray, bias: np.ndarray) -> None:
    """Start the sums of a convolution, a row of squares times units each."""
    for row in range(sums.shape[0]):
        for column in range(sums.shape[0]):
            for i in range(bias.size):
                sums[row, column * bias.size + i] = bias[i]


@inline
def spread(sums: np.ndarray, weights: np.ndarray, units: Int, row: Int, column: Int, value: Real) -> None:
    """Add what one input on a square contributes to the squares that see it."""
    side, width = sums.shape[0], weights.shape[0]
    reach = width // 2  # squares before it that see it
    left = column - reach
    start, stop = max(0, -left) * units, min(width, side - left) * units
    for i in range(max(0, reach - row), min(width, side - row + reach)):
        into = sums[row - reach + i, start + left * units : stop + left * units]
        share = weights[i, start:stop]
        for j in range(share.size):
            into[j] += value * share[j]


@inline
def convolve(units: np.ndarray, weights: np.ndarray, bias: np.ndarray, sums: np.ndarray) -> None:
    """Sums of the next convolution from units of the one before, whose sums are rectified here."""
    begin(sums, bias)
    inputs = weights.shape[0]
    for row in range(units.shape[0]):
        for column in range(units.shape[0]):
            for i in range(inputs):
                value = units[row, column * inputs + i]
                if value > ZERO:
                    spread(sums, weights[i], bias.size, row, column, value)


@inline
def connect(units: np.ndarray, weights: np.ndarray, bias: np.ndarray, sums: np.ndarray) -> None:
    """Sums of a dense layer from the units of the layer before, whose sums are rectified here."""
    for j in range(bias.size):
        sums[j] = bias[j]
    for i in range(units.size):
        value = units[i]
        if value > ZERO:
            row = weights[i]
            for j in range(bias.size):
                sums[j] += value * row[j]


def fill_record(weights: Record, layers: Sequence[Layer]) -> Record:
    """A record, given the layers of a network."""
    for name, (window, bias) in zip(NAMES, layers[:-2], strict=False):
        weights[name][...], weights[f"{name}_bias"][...] = weights_by_input(np.asarray(window)), bias
    for name, (matrix, bias) in zip(("dense", "last"), layers[-2:], strict=True):
        weights[name][...], weights[f"{name}_bias"][...] = matrix, bias
    return weights


def reference(layers: Sequence[Layer], board: np.ndarray) -> np.ndarray:
    """The outputs of a network shown a board by row, column and plane, by NumPy in double precision."""
    units = board.astype(np.float64)
    for weights, bias in layers[:-2]:
        width = len(weights)
        edges = ((width - 1) // 2, width // 2)
        padded = np.pad(units, (edges, edges, (0, 0)))
        seen = np.lib.stride_tricks.sliding_window_view(padded, (width, width), (0, 1))
        units = np.maximum(np.einsum("rcpij,ijpu->rcu", seen, weights) + bias, 0)
    (dense, dense_bias), (last, last_bias) = layers[-2:]
    said: np.ndarray = np.maximum(units.ravel() @ dense + dense_bias, 0) @ last + last_bias
    return said
