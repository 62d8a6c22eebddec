"""What the 91 x N x 1 networks of xiangqi are shown, by the engine's own code."""

from collections.abc import Sequence

import numpy as np

from boyi.engines.jit import Int, Record
from boyi.engines.xiangqi import networks
from boyi.engines.xiangqi.networks import MLP_RECORDS, shown, turned, viewer
from boyi.engines.xiangqi.position import EMPTY
from boyi.learning.mlp import look, speaks_for
from boyi.learning.samples import piece_at, sample_dtype

SAMPLE = sample_dtype(90)
NAMES = {f"mlp{hidden}": hidden for hidden in MLP_RECORDS}


def fresh(evaluator: str, seed: int, eyes: int, material: Sequence[float]) -> Record:
    """An untrained network; no material: the usual one. ValueError names what can't be."""
    if evaluator not in NAMES:
        raise ValueError(f"no evaluator {evaluator!r} learns here (known: {', '.join(NAMES)})")
    weights = networks.fresh(NAMES[evaluator], seed)
    weights.eyes = eyes
    if material:
        if len(material) != EMPTY:
            raise ValueError(f"material is {EMPTY} numbers, pawn to king, not {len(material)}")
        weights.material[:EMPTY] = material
    return weights


def mirrored(samples: np.ndarray) -> np.ndarray:
    """The samples, and after them the same with left and right exchanged, which changes no value."""
    both = np.zeros(2 * len(samples), samples.dtype)
    both[: len(samples)], both[len(samples) :] = samples, samples
    packed = samples["board"]
    boards = np.stack([packed & 15, packed >> 4], axis=2).reshape(-1, 10, 9)[:, :, ::-1].reshape(-1, 90)
    both["board"][len(samples) :] = boards[:, 0::2] | boards[:, 1::2] << 4
    return both


def _look(sample: Record, weights: Record, places: np.ndarray, shares: np.ndarray) -> Int:
    side, count = np.int64(sample.side), 0
    view = viewer(weights, side)
    for square in range(90):
        piece = piece_at(sample, square)
        if piece != EMPTY:
            places[count] = turned(np.int64(square), view)
            shares[count] = shown(weights, piece, view)
            count += 1
    places[count] = 90
    shares[count] = 1.0 if view == side else -1.0
    return count + 1


def _speaks_for(sample: Record, weights: Record) -> Int:
    return viewer(weights, np.int64(sample.side))


for _record in MLP_RECORDS.values():
    look.register(SAMPLE, _record)(_look)
    speaks_for.register(SAMPLE, _record)(_speaks_for)
