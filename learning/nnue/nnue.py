"""Training the network of `engines/evaluators/nnue.py`: sparse forward and backward passes, Adam.

The same features as the engine's, by the engine's own code; floats here, rounded on export.
"""

import math

import numpy as np

from boyi.engines.evaluators.nnue import MOST_OUTPUT, OUTPUT_UNIT, ROW_UNIT
from boyi.engines.jit import Bool, Dtype, Int, Real, Record, entry, generic, inline, new, record

UNITS = {"rows": ROW_UNIT, "bias": ROW_UNIT, "output": OUTPUT_UNIT, "output_bias": ROW_UNIT * OUTPUT_UNIT}
"""Parts of 1 in which the engine counts each field."""
MOST_FEATURES = 64
LARGEST = MOST_OUTPUT / OUTPUT_UNIT
"""Weights stay within this, or they could not be rounded."""
DECAYS = (0.9, 0.999)
TINY = 1e-8


@generic(required=True)
def active(sample: Record, view: Int, indices: np.ndarray) -> Int:
    """Required. Write the features that a side sees in a sample, one for each piece; how many there are."""


@generic(required=True)
def output_head(sample: Record, pieces: Int) -> Int:
    """Required. The output layer that speaks for a sample with so many pieces."""


def float_dtype(inputs: int, hidden: int, heads: int) -> Dtype:
    """The network in floats; also its gradient and Adam's moments."""
    return record(
        ("rows", np.float32, (inputs, hidden)),
        ("bias", np.float32, hidden),
        ("output", np.float32, (heads, 2, hidden)),
        ("output_bias", np.float32, heads),
    )


def flatten(floats: Record) -> np.ndarray:
    """All numbers of a float network as one array that shares its memory."""
    numbers: np.ndarray = floats.view(np.ndarray).reshape(1).view(np.float32)
    return numbers


def initial_network(dtype: Dtype, seed: int) -> Record:
    """A network to begin with: small random rows and outputs."""
    random = np.random.Generator(np.random.PCG64(seed))
    net = new(dtype)
    net.rows[:] = random.uniform(-0.1, 0.1, net.rows.shape)
    net.bias[:] = 0.1
    net.output[:] = random.uniform(-1, 1, net.output.shape) / math.sqrt(2 * net.output.shape[-1])
    return net


@inline
def _accumulate(net: Record, indices: np.ndarray, count: Int, sums: np.ndarray) -> None:
    for j in range(sums.size):
        sums[j] = net.bias[j]
    for i in range(count):
        row = net.rows[indices[i]]
        for j in range(sums.size):
            sums[j] += row[j]


@inline
def _answer(sums: np.ndarray, weights: np.ndarray) -> Real:
    total = np.float32(0)
    for j in range(sums.size):
        clipped = min(max(sums[j], np.float32(0)), np.float32(1))
        total += clipped * clipped * weights[j]
    return total


@inline
def _spread(grads: Record, indices: np.ndarray, count: Int, slopes: np.ndarray) -> None:
    for j in range(slopes.size):
        grads.bias[j] += slopes[j]
    for i in range(count):
        row = grads.rows[indices[i]]
        for j in range(slopes.size):
            row[j] += slopes[j]


@inline
def _slopes(sums: np.ndarray, weights: np.ndarray, row: np.ndarray, slope: Real, into: np.ndarray) -> None:
    """Gradient of one side's output weights, added to `row`, and of its sums."""
    for j in range(sums.size):
        clipped = min(max(sums[j], np.float32(0)), np.float32(1))
        inside = np.float32(1) if sums[j] > np.float32(0) and sums[j] < np.float32(1) else np.float32(0)
        row[j] += slope * clipped * clipped
        into[j] = slope * np.float32(2) * clipped * weights[j] * inside


@entry
def pass_over(
    samples: np.ndarray, targets: np.ndarray, order: np.ndarray, net: Record, grads: Record, learn: Bool
) -> Real:
    """The summed squared error against the chances wanted; its gradient is added to `grads` if `learn`."""
    hidden = net.bias.size
    indices, sums = np.zeros((2, MOST_FEATURES), np.int64), np.zeros((2, hidden), np.float32)
    slopes, counts, error = np.zeros(hidden, np.float32), np.zeros(2, np.int64), 0.0
    for i in range(order.size):
        sample = samples[order[i]]
        for seat in range(2):
            counts[seat] = active(sample, np.int64(sample.side ^ seat), indices[seat])
        head = output_head(sample, counts[0])
        answer = net.output_bias[head]
        for seat in range(2):
            _accumulate(net, indices[seat], counts[seat], sums[seat])
            answer += _answer(sums[seat], net.output[head, seat])
        predicted = 1.0 / (1.0 + math.exp(-answer))
        deviation = predicted - targets[order[i]]
        error += deviation * deviation
        if learn:
            slope = np.float32(2.0 * deviation * predicted * (1.0 - predicted))
            grads.output_bias[head] += slope
            for seat in range(2):
                _slopes(sums[seat], net.output[head, seat], grads.output[head, seat], slope, slopes)
                _spread(grads, indices[seat], counts[seat], slopes)
    return error


@entry
def adam(
    values: np.ndarray, grads: np.ndarray, first: np.ndarray, second: np.ndarray, rate: Real, step: Int
) -> None:
    """One step of Adam, within the bounds that rounding sets; `grads` is cleared."""
    fix_first, fix_second = 1.0 - DECAYS[0] ** step, 1.0 - DECAYS[1] ** step
    for i in range(values.size):
        first[i] = np.float32(DECAYS[0]) * first[i] + np.float32(1 - DECAYS[0]) * grads[i]
        second[i] = np.float32(DECAYS[1]) * second[i] + np.float32(1 - DECAYS[1]) * grads[i] * grads[i]
        move = np.float32(rate) * (first[i] / np.float32(fix_first))
        moved = values[i] - move / (math.sqrt(second[i] / np.float32(fix_second)) + np.float32(TINY))
        values[i] = min(max(moved, np.float32(-LARGEST)), np.float32(LARGEST))
        grads[i] = np.float32(0)


def export(net: Record, dtype: Dtype, scale: int) -> Record:
    """The network in the engine's 16-bit numbers."""
    made = new(dtype)
    for name, unit in UNITS.items():
        made[name][...] = np.round(net[name] * unit)
    made.scale = scale
    return made


def widen(net: Record, dtype: Dtype, seed: int) -> Record:
    """A network of floats that says what a smaller one says: to its other units no output listens yet, and
    where it has several rows for one of the other's, they begin alike."""
    made, hidden = initial_network(dtype, seed), net.bias.size
    made.rows[:, :hidden] = np.tile(net.rows, (len(made.rows) // len(net.rows), 1))
    made.bias[:hidden] = net.bias
    made.output[..., :hidden], made.output[..., hidden:] = net.output, 0
    made.output_bias[:] = net.output_bias
    return made


def import_net(net: Record, dtype: Dtype) -> Record:
    """The engine's network in floats again, such that `export` gives back the very same."""
    made = new(dtype)
    for name, unit in UNITS.items():
        made[name][...] = net[name] / unit
    return made
