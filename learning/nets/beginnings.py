"""Networks that a training may begin with: what a run has come to, or a weight file, even a smaller one."""

from pathlib import Path

import numpy as np

from boyi.arena.files import told
from boyi.engines.evaluators.lanes import LANES
from boyi.engines.evaluators.nnue import net_dtype
from boyi.engines.jit import Record
from boyi.engines.weights import load, shapes
from boyi.learning.nets.nnue import flat, float_dtype, imported, widened
from boyi.learning.nets.subjects import Subject
from boyi.learning.runs import CHECKPOINT

NET = "net"
"""What a checkpoint calls its network."""


def network_of(place: Path, subject: Subject, seed: int) -> np.ndarray:
    """The numbers of the network that a run has come to, or that a weight file holds; ValueError if none."""
    if place.is_file():
        return flat(_network_in(place, subject, seed))
    path = place / CHECKPOINT
    with told(path), np.load(path, allow_pickle=False) as kept:
        if NET not in kept:
            raise ValueError(f"{place} is a run of another kind: its checkpoint holds no network of this one")
        numbers: np.ndarray = kept[NET]
        return numbers


def _network_in(file: Path, subject: Subject, seed: int) -> Record:
    """The network of a weight file, widened if it is smaller than the subject's."""
    buckets, (most, hidden) = subject.net["output_bias"].shape[0], subject.net["rows"].shape
    shape = shapes(file).get("rows", ())
    found, units = shape if len(shape) == 2 else (most, hidden)
    width = units if units % LANES == 0 and units < hidden else hidden
    features = found if 0 < found < most and most % found == 0 else most
    weights = load(file, subject.game, subject.evaluator, net_dtype(features, width, buckets)).weights
    return widened(imported(weights, float_dtype(features, width, buckets)), subject.floats, seed)
