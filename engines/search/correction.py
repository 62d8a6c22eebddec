"""Correction history: static values set right by how far they were off where pawns, pieces or the last moves
were the same; and by how near a draw for want of progress is."""

import numpy as np

from boyi.engines.jit import Int, Record, inline
from boyi.engines.jit.intrinsics import SPREAD
from boyi.engines.rules import idleness, placement, ranks_pieces, structure
from boyi.engines.search import parameters as p
from boyi.engines.search.parameters import tunable
from boyi.engines.search.state import BEFORE, CORRECTION_KINDS, CORRECTIONS
from boyi.engines.search.table import MATE_BOUND

GRAIN = 256
LIMIT = 48 * GRAIN
FEWER_KINDS = 3
"""Kinds of correction in games that do not tell lesser and greater pieces apart."""


@inline
def _slot(pos: Record, kind: Int) -> Int:
    """Where positions that are alike share an entry: by structure, or by the placement of a group."""
    key = structure(pos) if kind == 0 else placement(pos, kind - 1)
    return np.int64(key >> np.uint64(50)) & (CORRECTIONS - 1)


@inline
def _pair_slot(thread: Record, ply: Int) -> Int:
    """Where positions share an entry that the same two moves led to."""
    before, earlier = thread.indexes[ply + BEFORE - 1], thread.indexes[ply + BEFORE - 2]
    pair = np.uint64(before) << np.uint64(16) | np.uint64(earlier)
    return np.int64(pair * SPREAD[0] >> np.uint64(50)) & (CORRECTIONS - 1)


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
    for kind in range(FEWER_KINDS):
        total += entries[kind, _slot(pos, kind)]
    share = tunable(thread, p.CORRECTION_HISTORY)
    if ranks_pieces(pos):
        for kind in range(FEWER_KINDS, CORRECTION_KINDS):
            total += entries[kind, _slot(pos, kind)]
        total += thread.pair_corrections[_pair_slot(thread, ply)]
        share = share * 4 // 5  # there are more of them, so that each counts for less
    kept = value * (200 - min(idleness(pos), 100)) // 200
    right = kept + total * share // 16384
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
    for kind in range(CORRECTION_KINDS if ranks_pieces(pos) else FEWER_KINDS):
        slot = _slot(pos, kind)
        entries[kind, slot] = _blend(entries[kind, slot], error, weight)
    if ranks_pieces(pos):
        pair = _pair_slot(thread, ply)
        thread.pair_corrections[pair] = _blend(thread.pair_corrections[pair], error, weight)
    thread.continuation_corrections[before] = _blend(thread.continuation_corrections[before], error, weight)
