"""Static values set right: by how far they were off where pawns, pieces or the last move were the same
(correction history), and by how near a draw for want of progress is."""

import numpy as np

from boyi.engines.jit import Int, Record, inline
from boyi.engines.rules import idleness, placement, structure
from boyi.engines.search import margins as m
from boyi.engines.search.margins import margin
from boyi.engines.search.table import MATE_BOUND
from boyi.engines.search.work import BEFORE, CORRECTIONS, LIKENESSES

GRAIN = 256
LIMIT = 48 * GRAIN


@inline
def _slot(pos: Record, likeness: Int) -> Int:
    """Where positions that are alike share an entry: by structure, or by the placement of either colour."""
    key = structure(pos) if likeness == 0 else placement(pos, likeness - 1)
    return np.int64(key >> np.uint64(50)) & (CORRECTIONS - 1)


@inline
def corrected(pos: Record, work: Record, ply: Int, value: Int) -> Int:
    """A static value, halved by the end of idle moves, set right by what searches of like positions found."""
    entries = work.corrections[pos.side & 1]
    total = np.int64(work.reply_corrections[work.traces[ply + BEFORE - 1]])
    total += entries[0, _slot(pos, np.int64(0))]  # structure counts twice
    for likeness in range(LIKENESSES):
        total += entries[likeness, _slot(pos, likeness)]
    kept = value * (200 - min(idleness(pos), 100)) // 200
    return max(-MATE_BOUND + 1, min(MATE_BOUND - 1, kept + total * margin(work, m.CORRECTION) // 16384))


@inline
def _blend(entry: Int, error: Int, weight: Int) -> Int:
    mixed = (np.int64(entry) * (GRAIN - weight) + error * GRAIN * weight) // GRAIN
    return max(-LIMIT, min(LIMIT, mixed))


@inline
def learn(pos: Record, work: Record, ply: Int, error: Int, depth: Int) -> None:
    """A search of `depth` plies found the static value off by `error`."""
    weight = min(depth + 1, 16)
    entries, before = work.corrections[pos.side & 1], work.traces[ply + BEFORE - 1]
    for likeness in range(LIKENESSES):
        slot = _slot(pos, likeness)
        entries[likeness, slot] = _blend(entries[likeness, slot], error, weight)
    work.reply_corrections[before] = _blend(work.reply_corrections[before], error, weight)
