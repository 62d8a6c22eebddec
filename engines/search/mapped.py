"""Quiet moves ordered by the sectors they influence: a desk of another type, so that no other search pays.

A chart is drawn when quiet moves come up. Safe moves come before unsafe ones; within these, moves of
pieces that would be lost where they stand; within these, moves that influence more relevant sectors. The last
two sectors to which moves went that cut off at a ply come before all others.
"""

import functools
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boyi.engines.jit import Dtype, Int, Record, inline, new
from boyi.engines.rules import exchange, trace
from boyi.engines.search.chart import (
    ENEMY,
    chart_fields,
    draw,
    furnish,
    goal_seen,
    influence,
    origin_seen,
    rank,
    touches,
)
from boyi.engines.search.ordering import KILLER, LAST, SCALE, credit_quiet, quiet_score, score_quiet
from boyi.engines.search.work import MAX_PLY, extended, work_dtype
from boyi.engines.weights import load

ALONE, TIES = 0, 1
"""The map decides by itself, or among moves of like history."""
PLACES = 16
"""The most relevant sectors are looked at, no more."""
NONE = 255
BAND = 1024
"""Histories within this are alike."""


def mapped_dtype(traces: int, net: Dtype) -> Dtype:
    """The desk of a game whose quiet moves are ordered by charts with such a network."""
    return extended(
        work_dtype(traces),
        ("manner", np.int64, 1),  # ALONE or TIES
        *chart_fields(net),
        ("drawn", np.uint64, 1),  # key of the position that was charted last
        ("orders", np.uint8, (MAX_PLY + 2, PLACES)),  # the sectors of the chart drawn last at each ply
        ("cutters", np.uint8, (MAX_PLY + 2, 2)),  # sectors whose moves cut off at each ply, the last first
    )


@dataclass(frozen=True)
class Atlas:
    """The charts of a game: its desk, what each side calls the squares, and the network it comes with."""

    game: str
    file: Path
    net: Dtype
    desk: Dtype
    words: np.ndarray
    """The bits of what each side calls a square."""

    @functools.cached_property
    def network(self) -> Record:
        """The sectors and the network that come with the program."""
        return load(self.file, self.game, "sectors", self.net).weights

    def alone(self) -> Record:
        """A desk on which the map alone orders quiet moves."""
        return self.desk_with(self.network, ALONE)

    def ties(self) -> Record:
        """A desk on which the map orders quiet moves of like history."""
        return self.desk_with(self.network, TIES)

    def desk_with(self, net: Record, manner: int) -> Record:
        """A fresh desk that orders by a network's sectors."""
        blank = new(self.desk)
        furnish(blank, net, self.words)
        blank.manner[0] = manner
        blank.cutters[:] = NONE
        return blank


@inline
def _chart(pos: Record, work: Record, ply: Int) -> None:
    """Have the chart of this position, and its sectors' order, those that cut off here before in front."""
    if work.drawn[0] != pos.key:
        draw(pos, work)
        rank(work)
        work.drawn[0] = pos.key
    count = 0
    for slot in range(2):
        if work.cutters[ply, slot] != NONE:
            work.orders[ply, count] = work.cutters[ply, slot]
            count += 1
    first, second = work.cutters[ply, 0], work.cutters[ply, 1]
    for place in range(work.ranking.size):
        sector = work.ranking[place]
        if count < PLACES and sector != first and sector != second:
            work.orders[ply, count] = sector
            count += 1


@inline
def _pattern(pos: Record, work: Record, ply: Int, move: Int) -> Int:
    """Which sectors a move influences, the most relevant one as the highest of PLACES bits."""
    near, far = influence(pos, move)
    side, bits = np.int64(pos.side & 1), np.int64(0)
    for place in range(min(PLACES, work.ranking.size)):
        bits <<= 1
        if touches(work, side, np.int64(work.orders[ply, place]), near, far):
            bits |= 1
    return bits << max(0, PLACES - work.ranking.size)


@inline
def _by_map(pos: Record, work: Record, ply: Int, move: Int) -> Int:
    """The place of a quiet move by class and sectors, between 0 and KILLER."""
    safe, forced = exchange(pos, move, np.int64(0)), work.control[origin_seen(pos, move)] == ENEMY
    return (2 * np.int64(safe) + np.int64(forced)) << PLACES | _pattern(pos, work, ply, move)


def score_by_map(pos: Record, work: Record, ply: Int, first: Int, end: Int) -> None:
    """Give quiet moves their place in the order: killers, then as the desk's manner says."""
    killer, second = work.killers[ply, 0], work.killers[ply, 1]
    _chart(pos, work, ply)
    for i in range(first, end):
        move = np.int64(work.moves[ply, i & LAST])
        if move == killer:
            score = np.int64(KILLER + 1)
        elif move == second:
            score = np.int64(KILLER)
        elif work.manner[0] == TIES:
            history = quiet_score(work, ply, trace(pos, move)) // BAND
            score = history * BAND + _pattern(pos, work, ply, move) * BAND // (1 << PLACES)
        else:
            score = _by_map(pos, work, ply, move) - KILLER // 2
        work.scores[ply, i & LAST] = score * SCALE + i


def keep_sector(pos: Record, work: Record, ply: Int, move: Int) -> None:
    """A quiet move cut off: remember the sector that it goes to."""
    sector = work.sector[goal_seen(pos, move)]
    if work.cutters[ply, 0] != sector:
        work.cutters[ply, 1] = work.cutters[ply, 0]
        work.cutters[ply, 0] = sector


def register(position: Dtype, dtype: Dtype) -> None:
    """Have a game's searches at such desks order quiet moves by the map."""
    score_quiet.register(position, dtype)(score_by_map)
    credit_quiet.register(position, dtype)(keep_sector)
