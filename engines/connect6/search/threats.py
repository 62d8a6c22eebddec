"""Threats: roads that a side would fill with its next turn, and the fewest stones that stop them all.

A threat is kept as the set of its empty points, which a packed turn holds: one or two of them.
"""

import numpy as np

from boyi.engines.connect6.roads import UNIT, owned_stones
from boyi.engines.connect6.search.state import NOWHERE, first, pack, second
from boyi.engines.connect6.shape import PLACES
from boyi.engines.jit import Bool, Int, Record, inline, kernel


@inline
def threatens(pos: Record, colour: Int) -> Bool:
    """Whether a colour has a road that one turn of its fills."""
    return pos.counts[colour] >> np.uint64(UNIT * (pos.length - pos.turn - 1)) != np.uint64(0)


@inline
def empty_points(pos: Record, place: Int) -> Int:
    """The one or two empty points of the road that ends at a place, as a turn."""
    one, other = np.uint64(NOWHERE), np.uint64(NOWHERE)
    for i in range(pos.length):
        point = np.uint64(pos.place_points[np.uint64(place - i)])
        if pos.board[point] == 0:
            other = one if one != NOWHERE else point
            one = point
    return pack(one, other)


@kernel
def threats_through(pos: Record, colour: Int, point: Int, sets: np.ndarray, count: Int) -> Int:
    """Append the threats of a colour through one of its stones; how many there are then."""
    least = pos.length - pos.turn
    for direction in range(4):
        start = np.int64(pos.places[point, direction])
        for place in range(start, start + pos.length):
            stones = owned_stones(np.int64(pos.roads[np.uint64(place)]), colour)
            if stones >= least and stones < pos.length and count < sets.size:
                sets[count] = empty_points(pos, place)
                count += 1
    return count


@kernel
def all_threats(pos: Record, colour: Int, sets: np.ndarray) -> Int:
    """Every threat of a colour, as far as there is room; how many there are."""
    least, count = pos.length - pos.turn, np.int64(0)
    for place in range(PLACES):
        stones = owned_stones(np.int64(pos.roads[np.uint64(place)]), colour)
        if stones >= least and stones < pos.length and count < sets.size:
            sets[count] = empty_points(pos, place)
            count += 1
    return count


@inline
def holds(threat: Int, point: Int) -> Bool:
    """Whether a point is one of a threat's."""
    return first(threat) == point or second(threat) == point


@inline
def next_open(sets: np.ndarray, count: Int, begin: Int, point: Int) -> Int:
    """Index of the first threat, from `begin` on, that a stone does not stop; `count` if it stops all."""
    while begin < count and holds(sets[begin], point):
        begin += 1
    return begin


@inline
def both_stop(sets: np.ndarray, count: Int, one: Int, other: Int) -> Bool:
    """Whether two stones stop every threat."""
    begin = next_open(sets, count, np.int64(0), one)
    while begin < count and holds(sets[begin], other):
        begin = next_open(sets, count, begin + 1, one)
    return begin == count


@kernel
def single_defences(sets: np.ndarray, count: Int, replies: np.ndarray) -> Int:
    """Write every stone that alone stops all threats, of which there is one at least; how many there are."""
    found = np.int64(0)
    one, other = first(sets[0]), second(sets[0])
    if next_open(sets, count, np.int64(1), one) == count:
        replies[found] = pack(one, one)
        found += 1
    if other != one and next_open(sets, count, np.int64(1), other) == count:
        replies[found] = pack(other, other)
        found += 1
    return found


@kernel
def pair_defences(sets: np.ndarray, count: Int, replies: np.ndarray) -> Int:
    """Write every pair of stones that stops all threats, neither of them alone; how many there are.

    Whatever stops the first threat is one of its two points, so that there are at most four pairs.
    """
    found = np.int64(0)
    for mine in (first(sets[0]), second(sets[0])):
        left = next_open(sets, count, np.int64(1), mine)
        if left == count:
            continue
        for partner in (first(sets[left]), second(sets[left])):
            turn, known = pack(mine, partner), False
            for i in range(found):
                known = known or replies[i] == turn
            alone = next_open(sets, count, np.int64(0), partner) == count
            if not known and not alone and both_stop(sets, count, mine, partner):
                replies[found] = turn
                found += 1
    return found


@kernel
def defences(sets: np.ndarray, count: Int, replies: np.ndarray) -> tuple[Int, Int]:
    """The fewest stones that stop all threats, 3 if two don't, and in how many ways, written as turns."""
    if count == 0:
        return np.int64(0), np.int64(0)
    ways = single_defences(sets, count, replies)
    if ways:
        return np.int64(1), ways
    ways = pair_defences(sets, count, replies)
    return np.int64(2 if ways else 3), ways
