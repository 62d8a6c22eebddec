"""Correction history: static values set right by how far they were off where pawns, pieces or the last move
were the same; and by how near a draw for want of progress is."""

import numpy as np

from boyi.engines.jit import Int, Record, inline
from boyi.engines.rules import idleness, placement, structure
from boyi.engines.search import parameters as p
from boyi.engines.search.parameters import tunable
from boyi.engines.search.state import BEFORE, CORRECTION_KINDS, CORRECTIONS
from boyi.engines.search.table import MATE_BOUND

GRAIN = 256
LIMIT = 48 * GRAIN


@inline
def _slot(pos: Record, kind: Int) -> Int:
    """Where positions that are alike share an entry: by structure, or by the placement of either colour."""
    key = structure(pos) if kind == 0 else placement(pos, kind - 1)
    return np.int64(key >> np.uint64(50)) & (CORRECTIONS - 1)


@inline
def correct_value(pos: Record, thread: Record, ply: Int, value: Int) -> Int:
    """A static value, halved by the end of idle moves, set right by what searches of like positions found.

    Nought is what evaluations say of dead draws: it stays, however good positions with the same pawns are.
    """
    if value == 0:
        return np.int64(0)
    entries = thread.corrections[pos.side & 1]
    total = np.int64(thread.continuation_corrections[thread.indexes[ply + BEFORE - 1]])
    total += entries[0, _slot(pos, np.int64(0))]  # structure counts twice
    for kind in range(CORRECTION_KINDS):
        total += entries[kind, _slot(pos, kind)]
    kept = value * (200 - min(idleness(pos), 100)) // 200
    right = kept + total * tunable(thread, p.CORRECTION_HISTORY) // 16384
    return max(-MATE_BOUND + 1, min(MATE_BOUND - 1, right))


@inline
def _blend(entry: Int, error: Int, weight: Int) -> Int:
    mixed = (np.int64(entry) * (GRAIN - weight) + error * GRAIN * weight) // GRAIN
    return max(-LIMIT, min(LIMIT, mixed))


@inline
def update_correction(pos: Record, thread: Record, ply: Int, error: Int, depth: Int) -> None:
    """Note that a search of `depth` plies found the static value off by `error`."""
    weight = min(depth + 1, 16)
    entries, before = thread.corrections[pos.side & 1], thread.indexes[ply + BEFORE - 1]
    for kind in range(CORRECTION_KINDS):
        slot = _slot(pos, kind)
        entries[kind, slot] = _blend(entries[kind, slot], error, weight)
    thread.continuation_corrections[before] = _blend(thread.continuation_corrections[before], error, weight)
