"""A small network of numbers: inputs, one hidden layer of tanh units, one output.

The kernels add inputs one by one, so that a game may pass over those that are zero. Sums keep their
order, so that compiled and plain Python agree to the last bit; `reference` is the same in NumPy's words.
"""

import functools
from typing import Any

import numpy as np

from boyi.engines.jit import Dtype, Int, Record, inline, new, record

MOST_HIDDEN = 128
"""A position that is evaluated by such a network offers room for so many units."""

Real = np.float32
Float = Any
"""A number of single precision in a kernel."""
LIMIT = Real(4.97)
"""Where the rational function below has come to 1."""
A, B, C = Real(135135), Real(17325), Real(378)
D, E, F = Real(62370), Real(3150), Real(28)
ONE = Real(1)


@functools.cache
def mlp_record(inputs: int, hidden: int, *own: tuple[Any, ...]) -> Dtype:
    """The weights of a network of this size; `own` are fields that a game adds to say what it shows."""
    return record(
        *own,
        ("first", np.float32, (inputs, hidden)),
        ("bias", np.float32, hidden),
        ("last", np.float32, hidden),
        ("last_bias", np.float32, 1),
    )


def random_network(dtype: Dtype, seed: int = 91) -> Record:
    """Random weights, small enough that every unit starts where it can learn. They know nothing."""
    weights = new(dtype)
    hidden = weights.bias.size
    chance = np.random.Generator(np.random.PCG64([seed, hidden]))
    weights.first[:] = chance.normal(0, 1 / np.sqrt(8), weights.first.shape)
    weights.last[:] = chance.normal(0, 1 / np.sqrt(hidden), hidden)
    return weights


@inline
def rational_tanh(x: Float) -> Float:
    """tanh, by its continued fraction: within 0.0003 everywhere."""
    x = min(max(x, -LIMIT), LIMIT)
    y = x * x
    return x * (A + y * (B + y * (C + y))) / (A + y * (D + y * (E + y * F)))


@inline
def begin(units: np.ndarray, weights: Record) -> None:
    """Start the sums of the hidden units."""
    for i in range(weights.bias.size):
        units[i] = weights.bias[i]


@inline
def add(units: np.ndarray, weights: Record, place: Int, value: Float) -> None:
    """Add one input to the sums."""
    row = weights.first[place]
    for i in range(weights.bias.size):
        units[i] += value * row[i]


@inline
def finish(units: np.ndarray, weights: Record) -> Float:
    """The output before its own tanh, which only a learner needs: it orders moves alike."""
    total = weights.last_bias[0]
    for i in range(weights.bias.size):
        total += weights.last[i] * rational_tanh(units[i])
    return total


def reference(weights: Record, inputs: np.ndarray) -> float:
    """The output before its tanh, worked out by NumPy in double precision."""
    units = np.tanh(inputs.astype(float) @ weights.first.astype(float) + weights.bias)
    return float(units @ weights.last.astype(float) + weights.last_bias[0])
