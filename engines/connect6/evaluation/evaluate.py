"""Evaluators of roads: 12 weights, the same by stage, a matrix of rows, and whole patterns by table."""

import numpy as np

from boyi.engines.connect6.evaluation.weights import MATRIX, PATTERNED, ROADS, STAGED
from boyi.engines.connect6.position import POSITION
from boyi.engines.connect6.roads import is_on_board, roads_with
from boyi.engines.connect6.shape import PLACES
from boyi.engines.jit import Int, Record, inline
from boyi.engines.rules import evaluate

MOST = 30000
"""Larger values would pass for announced wins."""


@inline
def clamp(value: Int) -> Int:
    """A value within the bounds of what is not decided."""
    return min(max(value, -MOST), MOST)


@inline
def _weigh(pos: Record, own: np.ndarray, enemy: np.ndarray) -> Int:
    """The value for the side to move: what the other side, which moved last, sees, with its sign turned."""
    mover = np.int64(pos.side & 1) ^ 1
    mine, theirs, value = pos.counts[mover], pos.counts[mover ^ 1], np.int64(0)
    for stones in range(1, 7):
        value += own[stones - 1] * roads_with(mine, stones) + enemy[stones - 1] * roads_with(theirs, stones)
    return clamp(-value)


@evaluate.register(POSITION, ROADS)
def _roads(pos: Record, weights: Record) -> Int:
    return _weigh(pos, weights.own_roads, weights.enemy_roads)


@evaluate.register(POSITION, STAGED)
def _staged(pos: Record, weights: Record) -> Int:
    stage = np.uint64(0)
    for i in range(weights.stage_ends.size):
        stage += np.uint64(pos.stones >= weights.stage_ends[i])
    return _weigh(pos, weights.own_stages[stage], weights.enemy_stages[stage])


@evaluate.register(POSITION, MATRIX)
def _matrix(pos: Record, weights: Record) -> Int:
    row = np.uint64(weights.row & 15)
    return _weigh(pos, weights.own_rows[row], weights.enemy_rows[row])


@inline
def _digit(pos: Record, place: Int, mover: Int) -> Int:
    """0 empty, 1 a stone of the mover, 2 of the other."""
    stone = np.int64(pos.board[pos.place_points[place]])
    return stone if mover == 0 or stone == 0 else 3 - stone


@inline
def _neighbour(pos: Record, place: Int, end: Int, mover: Int) -> Int:
    """The digit of a road's neighbour; 3 where the road that would end at `end` leaves the board."""
    if end < 0 or end >= PLACES or not is_on_board(pos.roads[end]):
        return np.int64(3)
    return _digit(pos, np.uint64(place), mover)


@inline
def pattern_at(pos: Record, place: Int, mover: Int) -> Int:
    """The pattern of the road that ends at a place, of the longest roads, seen by the mover."""
    index, unit = np.int64(0), np.int64(16)
    for i in range(pos.length):
        index += unit * _digit(pos, np.uint64(place - i), mover)
        unit *= 3
    after = _neighbour(pos, place + 1, place + 1, mover)
    before = _neighbour(pos, place - pos.length, place - 1, mover)
    return index + before + 4 * after


@evaluate.register(POSITION, PATTERNED)
def _patterned(pos: Record, weights: Record) -> Int:
    mover, value = np.int64(pos.side & 1) ^ 1, np.int64(0)
    for place in range(PLACES):
        state = pos.roads[place]
        if state != 0 and (state & 15 == 0 or state >> 4 == 0):
            index = np.uint64(pattern_at(pos, place, mover))
            value += weights.patterns[index]
    return clamp(-value)
