"""A network with one hidden layer, seen from both sides, whose first layer is kept up move by move.

Each feature that is present adds its row to an accumulator per side; the output reads both, the
mover's first. Activation: clipped to 0..1, squared. Numbers are 16-bit: rows in 1/255, output weights
in 1/64. What the features are is each game's affair.
"""

import numpy as np

from boyi.engines.evaluators.lanes import LANES, screlu_dot
from boyi.engines.jit import Dtype, Int, Record, inline, new, record

ROW_UNIT = 255
OUTPUT_UNIT = 64
HIGHEST = 20000
"""Values stay far from those of mates."""
MOST_OUTPUT = 127
"""Output weights stay within this, so that weight times activation fits 16 bits."""


def net_dtype(features: int, hidden: int, buckets: int) -> Dtype:
    """The weights of a network; `buckets` output layers, of which the game chooses one by position."""
    if hidden % LANES:
        raise ValueError(f"{hidden} hidden units are no multiple of {LANES}")
    return record(
        ("rows", np.int16, (features, hidden)),
        ("bias", np.int16, hidden),
        ("output", np.int16, (buckets, 2, hidden)),
        ("output_bias", np.int32, buckets),
        ("scale", np.int32),  # the value of an output of 1
    )


def random_network(dtype: Dtype, seed: int, scale: int) -> Record:
    """A random network, in the range where a learner starts. It knows nothing."""
    chance = np.random.Generator(np.random.PCG64(seed))
    net = new(dtype)
    net.rows[:] = np.rint(chance.normal(0, ROW_UNIT / 12, net.rows.shape))
    net.bias[:] = ROW_UNIT // 4
    net.output[:] = np.rint(chance.normal(0, OUTPUT_UNIT / 8, net.output.shape))
    net.scale = scale
    return net


def reference(net: Record, mine: list[int], theirs: list[int], bucket: int) -> int:
    """The value of a position with these features of both views present, worked out by NumPy."""
    views = [net.bias + net.rows[present].sum(axis=0, dtype=np.int64) for present in (mine, theirs)]
    active = np.clip(np.stack(views), 0, ROW_UNIT)
    total = int((active**2 * net.output[bucket].astype(np.int64)).sum()) // ROW_UNIT
    return (total + int(net.output_bias[bucket])) * int(net.scale) // (ROW_UNIT * OUTPUT_UNIT)


@inline
def copy_accumulator(before: np.ndarray, after: np.ndarray) -> None:
    """The accumulator when no feature has changed."""
    for i in range(after.size):
        after[i] = before[i]


@inline
def evaluate_views(views: np.ndarray, side: Int, net: Record, bucket: Int) -> Int:
    """The value of a position for the side to move, from both sides' accumulators."""
    mine = screlu_dot(views[side], net.output[bucket, 0], ROW_UNIT)
    theirs = screlu_dot(views[side ^ 1], net.output[bucket, 1], ROW_UNIT)
    total = (mine + theirs) // ROW_UNIT + np.int64(net.output_bias[bucket])
    return min(max(total * net.scale // (ROW_UNIT * OUTPUT_UNIT), -HIGHEST), HIGHEST)
