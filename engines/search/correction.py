"""Correction history: how far the static value was off where pawns, or the last move, were the same."""

import numpy as np

from boyi.engines.jit import Int, Record, inline
from boyi.engines.rules import structure
from boyi.engines.search.table import MATE_BOUND
from boyi.engines.search.work import BEFORE, CORRECTIONS

GRAIN = 256
LIMIT = 48 * GRAIN


@inline
def _slot(pos: Record) -> Int:
    return np.int64(structure(pos) >> np.uint64(50)) & (CORRECTIONS - 1)


@inline
def corrected(pos: Record, work: Record, ply: Int, value: Int) -> Int:
    """A static value set right by what searches of like positions found."""
    by_structure = np.int64(work.corrections[pos.side & 1, _slot(pos)])
    by_reply = np.int64(work.reply_corrections[work.traces[ply + BEFORE - 1]])
    value += (2 * by_structure + by_reply) // (2 * GRAIN)
    return max(-MATE_BOUND + 1, min(MATE_BOUND - 1, value))


@inline
def _blend(entry: Int, error: Int, weight: Int) -> Int:
    mixed = (entry * (GRAIN - weight) + error * GRAIN * weight) // GRAIN
    return max(-LIMIT, min(LIMIT, mixed))


@inline
def learn(pos: Record, work: Record, ply: Int, error: Int, depth: Int) -> None:
    """A search of `depth` plies found the static value off by `error`."""
    weight = min(depth + 1, 16)
    side, slot, before = pos.side & 1, _slot(pos), work.traces[ply + BEFORE - 1]
    work.corrections[side, slot] = _blend(np.int64(work.corrections[side, slot]), error, weight)
    work.reply_corrections[before] = _blend(np.int64(work.reply_corrections[before]), error, weight)
