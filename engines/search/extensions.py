"""Fractional extensions: what a move of each class costs, and how far that may go.

A class is paid in sixtieths of a ply; a full ply is no extension, nothing is a full ply of it.
"""

import numpy as np

from boyi.engines.jit import Bool, Int, Record, generic, inline
from boyi.engines.rules import FORCED, MATE_THREAT, OTHER
from boyi.engines.search.work import PLY


@inline
def classify(own_class: Int, forced: Bool, threatened: Bool) -> Int:
    """The class of a move: its own, else what its position makes of it."""
    if own_class != OTHER:
        return own_class
    if forced:
        return FORCED
    return MATE_THREAT if threatened else OTHER


@generic()
def note(work: Record, kind: Int) -> None:
    """Told the class of every move that is priced: a desk of another type may keep count of them."""


@inline
def extension(work: Record, kind: Int, ply: Int, stretch: Int) -> Int:
    """What a class extends, at most a ply, or `stretch` if that is more; tapering to nothing between 2 and
    4 times the iteration. A negative stretch is taken off."""
    note(work, kind)
    granted = PLY - work.cost[kind]
    granted = max(granted, stretch) if stretch >= 0 else granted + stretch
    near, far = 2 * work.iteration, 4 * work.iteration
    if ply <= near:
        return granted
    return granted * (far - ply) // (far - near) if ply < far else np.int64(0)
