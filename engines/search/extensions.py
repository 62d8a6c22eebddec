"""Fractional extensions: what a move of each class costs, and how far that may go.

A class is paid in sixtieths of a ply; a full ply is no extension, nothing is a full ply of it.
"""

import numpy as np

from boyi.engines.jit import Bool, Int, Record, generic, inline
from boyi.engines.rules import FORCED, MATE_THREAT, OTHER
from boyi.engines.search.state import PLY

LIKE = 50
"""Pieces whose worths differ by no more are of like value."""


@inline
def classify(own_class: Int, forced: Bool, threatened: Bool) -> Int:
    """The class of a move: its own, else what its position makes of it."""
    if own_class != OTHER:
        return own_class
    if forced:
        return FORCED
    return MATE_THREAT if threatened else OTHER


@generic()
def captured_at(pos: Record, back: Int) -> tuple[Int, Int]:
    """The worth of what the move `back` plies ago took (1 is the last), 0 for nothing, and its square."""
    return np.int64(0), np.int64(0)


@inline
def is_recapture(pos: Record) -> Bool:
    """Whether the last move took back a piece of like value, and not as the second in a row."""
    taken, square = captured_at(pos, 1)
    before, place = captured_at(pos, 2)
    if taken == 0 or before == 0 or square != place or abs(taken - before) > LIKE:
        return False
    earlier, spot = captured_at(pos, 3)
    return earlier == 0 or spot != square


@generic()
def count_class(thread: Record, kind: Int) -> None:
    """Told the class of every move that is priced: a thread state of another type may keep count of them."""


@inline
def extension(thread: Record, kind: Int, ply: Int, stretch: Int) -> Int:
    """What a class extends, at most a ply, or `stretch` if that is more; tapering to nothing between 2 and
    4 times the iteration. A negative stretch is taken off."""
    count_class(thread, kind)
    granted = PLY - thread.cost[kind]
    granted = max(granted, stretch) if stretch >= 0 else granted + stretch
    near, far = 2 * thread.iteration, 4 * thread.iteration
    if ply <= near:
        return granted
    return granted * (far - ply) // (far - near) if ply < far else np.int64(0)
