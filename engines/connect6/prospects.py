"""Prospects: the points, roads and threats that a side could go on with."""

import numpy as np

from boyi.engines.connect6.roads import owned, roads_with
from boyi.engines.connect6.shape import PLACES
from boyi.engines.jit import Bool, Int, Record, inline, kernel

BUILDS, THREATENS = 1, 2
"""Marks of a point: with another stone it makes a threat; alone it does."""


@kernel
def mark_points(pos: Record, desk: Record, side: Int, level: Int) -> Int:
    """Mark and list the points by which a side can make threats; how many there are."""
    marks, cells, count = desk.marks[level], desk.cells[level], np.uint64(0)
    marks[:] = 0
    alone = pos.length - pos.turn - 1
    paired = alone - 1 if pos.turn == 2 else alone
    for place in range(PLACES):
        stones = owned(np.int64(pos.roads[np.uint64(place)]), side)
        if stones != 0 and stones >= paired:
            mark = THREATENS if stones >= alone else BUILDS
            for i in range(pos.length):
                point = np.uint64(pos.place_points[np.uint64(place - i)])
                if pos.board[point] == 0:
                    if marks[point] == 0:
                        cells[count] = point
                        count += np.uint64(1)
                    marks[point] |= mark
    return np.int64(count)


@kernel
def builds(pos: Record, point: Int, side: Int) -> Bool:
    """Whether a point is empty and lies on a road that a side alone has stones on."""
    if pos.board[point] != 0:
        return False
    for direction in range(4):
        start = np.int64(pos.places[point, direction])
        for place in range(start, start + pos.length):
            if owned(np.int64(pos.roads[np.uint64(place)]), side) != 0:
                return True
    return False


@inline
def weight(pos: Record, side: Int) -> Int:
    """How much a side has to go on with: roads one and two stones short of a threat."""
    counts, threat = pos.counts[side], pos.length - pos.turn
    more = roads_with(counts, threat - 1)
    return 6 * roads_with(counts, threat) + 4 * more + (roads_with(counts, threat - 2) if threat > 2 else 0)


@inline
def threats_made(pos: Record, side: Int) -> Int:
    """How many threats a side has."""
    counts, least, made = pos.counts[side], pos.length - pos.turn, np.int64(0)
    for stones in range(least, pos.length):
        made += roads_with(counts, stones)
    return made


@inline
def threats_coming(pos: Record, side: Int, point: Int) -> Int:
    """How many roads through a point a stone there would make or keep a threat."""
    coming, least = np.int64(0), pos.length - pos.turn - 1
    for direction in range(4):
        start = np.int64(pos.places[point, direction])
        for place in range(start, start + pos.length):
            coming += owned(np.int64(pos.roads[np.uint64(place)]), side) >= least
    return coming
