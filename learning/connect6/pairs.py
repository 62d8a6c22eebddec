"""The greedy player's choice among all pairs of points, exactly, but without placing a stone.

What two stones are worth is the sum of what each is worth alone, and of what they add to each other on the
roads that they share. So every stone is tried with those near it, and of all others with the one that is
worth most alone. Whole numbers make the sums exact.
"""

import numpy as np

from boyi.engines.connect6.roads import ADDED, roads_with
from boyi.engines.connect6.search.state import pack
from boyi.engines.connect6.shape import MOST_POINTS
from boyi.engines.jit import Int, Record, inline, kernel, record

KINDS = 12
"""Roads of the mover with 1 to 6 stones, then those of the enemy."""
UNIT = 1e7
"""Parts of 1 that a weight is counted in: so many that no learned digit is lost."""
STATES = 256

PAPER = record(
    ("worth", np.int64, KINDS),  # of a road of each kind
    ("value", np.int64, STATES),  # of a road by its state
    ("gains", np.int64, MOST_POINTS),  # what a stone on each point alone is worth
    ("order", np.int64, MOST_POINTS),  # empty points, those that are worth most first
    ("empty", np.int64),
    ("extra", np.int64, MOST_POINTS),  # what a point near the first stone adds to it
    ("near", np.int64, MOST_POINTS),  # the last stamp of each point
    ("stamp", np.int64),
)
"""Scratch paper of one player."""


@inline
def count_roads(pos: Record, mover: Int, features: np.ndarray) -> None:
    """The features of a position, as the evaluation by roads sees it for a player who has just moved."""
    for i in range(6):
        features[i] = roads_with(pos.counts[mover], i + 1)
        features[i + 6] = roads_with(pos.counts[mover ^ 1], i + 1)


@kernel
def _value_roads(mover: Int, paper: Record) -> None:
    """What a road is worth to the mover, by its state."""
    paper.value[:] = 0
    for stones in range(1, 7):
        paper.value[stones * ADDED[mover]] = paper.worth[stones - 1]
        paper.value[stones * ADDED[mover ^ 1]] = paper.worth[stones + 5]


@kernel
def _gain(pos: Record, mover: Int, paper: Record, point: Int) -> Int:
    """What a stone on a point alone is worth."""
    gain, added = np.int64(0), ADDED[mover]
    for direction in range(4):
        start = np.int64(pos.places[point, direction])
        for place in range(start, start + pos.length):
            state = np.int64(pos.roads[np.uint64(place)])
            gain += paper.value[np.uint64(state + added)] - paper.value[np.uint64(state)]
    return gain


@kernel
def _weigh(pos: Record, mover: Int, paper: Record) -> None:
    """Weigh every empty point alone and put them in order."""
    count = np.int64(0)
    for point in range(pos.points):
        if pos.board[point] == 0:
            gain = _gain(pos, mover, paper, point)
            paper.gains[point], at = gain, count
            while at > 0 and paper.gains[paper.order[at - 1]] < gain:
                paper.order[at] = paper.order[at - 1]
                at -= 1
            paper.order[at] = point
            count += 1
    paper.empty = count


@kernel
def _add_up(pos: Record, mover: Int, paper: Record, one: Int) -> None:
    """What each point adds to a stone on the roads that they share; points without any keep an old stamp."""
    paper.stamp += 1
    added = ADDED[mover]
    for direction in range(4):
        start = np.int64(pos.places[one, direction])
        for place in range(start, start + pos.length):
            state = np.int64(pos.roads[np.uint64(place)])
            if state & 15 and state >> 4:
                continue
            both, single = paper.value[np.uint64(state + 2 * added)], paper.value[np.uint64(state + added)]
            extra = both - 2 * single + paper.value[np.uint64(state)]
            for i in range(pos.length):
                point = np.uint64(pos.place_points[np.uint64(place - i)])
                if paper.near[point] != paper.stamp:
                    paper.near[point], paper.extra[point] = paper.stamp, 0
                paper.extra[point] += extra


@kernel
def _best_partner(paper: Record, one: Int) -> tuple[Int, Int]:
    """The point after a given one that goes best with it, the first of equals, and what it brings."""
    best, value = np.int64(-1), np.int64(-(1 << 62))
    for i in range(paper.empty):
        other = paper.order[i]
        if other > one and paper.near[other] != paper.stamp:
            best, value = other, paper.gains[other]
            break
    for i in range(paper.empty):
        other = paper.order[i]
        if other > one and paper.near[other] == paper.stamp:
            found = paper.gains[other] + paper.extra[other]
            if found > value or (found == value and other < best):
                best, value = other, found
    return best, value


@kernel
def best_turn(pos: Record, paper: Record) -> Int:
    """The turn with the best value by `paper.worth`, the first of equals."""
    mover = np.int64(pos.side & 1)
    _value_roads(mover, paper)
    _weigh(pos, mover, paper)
    turn, value = np.int64(-1), np.int64(-(1 << 62))
    if pos.left == 1 or paper.empty == 1:
        return pack(paper.order[0], paper.order[0])
    for one in range(pos.points):
        if pos.board[one] == 0:
            _add_up(pos, mover, paper, one)
            other, found = _best_partner(paper, one)
            if other >= 0 and paper.gains[one] + found > value:
                turn, value = pack(one, other), paper.gains[one] + found
    return turn
