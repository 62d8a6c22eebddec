"""Single stones as moves: every empty point while nobody has won."""

import numpy as np

from boyi.engines.connect6.position import POSITION
from boyi.engines.connect6.roads import BLACK, WHITE, has_won, owned_stones
from boyi.engines.connect6.shape import MOST_POINTS
from boyi.engines.jit import Bool, Int, Record, inline
from boyi.engines.rules import (
    DRAWN,
    blocked,
    count_legal,
    generate,
    generate_noisy,
    generate_quiet,
    history_index,
    legal,
    noisy,
)

HISTORY_SIZE = 2 * MOST_POINTS + 1


@inline
def is_decided(pos: Record) -> Bool:
    """Whether a colour has already won."""
    return has_won(pos, BLACK) or has_won(pos, WHITE)


@inline
def completes_soon(pos: Record, point: Int) -> Bool:
    """Whether a point lies on a road that one more turn of either colour would fill."""
    least = pos.length - pos.turn
    for direction in range(4):
        first = pos.places[point, direction]
        for place in range(first, first + pos.length):
            state = pos.roads[place]
            if owned_stones(state, BLACK) >= least or owned_stones(state, WHITE) >= least:
                return True
    return False


@generate.register(POSITION)
def _generate(pos: Record, moves: np.ndarray) -> Int:
    count = np.uint64(0)
    if is_decided(pos):
        return np.int64(0)
    for point in range(pos.points):
        moves[count] = point + 1
        count += np.uint64(pos.board[point] == 0)
    return np.int64(count)


@count_legal.register(POSITION)
def _count_legal(pos: Record, moves: np.ndarray) -> Int:
    return np.int64(0) if is_decided(pos) else pos.points - pos.stones


@inline
def _select(pos: Record, moves: np.ndarray, wanted: Bool) -> Int:
    count = np.uint64(0)
    if is_decided(pos):
        return np.int64(0)
    for point in range(pos.points):
        if pos.board[point] == 0 and completes_soon(pos, point) == wanted:
            moves[count] = point + 1
            count += np.uint64(1)
    return np.int64(count)


@generate_noisy.register(POSITION)
def _generate_noisy(pos: Record, moves: np.ndarray) -> Int:
    return _select(pos, moves, np.bool_(True))


@generate_quiet.register(POSITION)
def _generate_quiet(pos: Record, moves: np.ndarray) -> Int:
    return _select(pos, moves, np.bool_(False))


@legal.register(POSITION)
def _legal(pos: Record, move: Int) -> Bool:
    if move < 1 or move > pos.points or is_decided(pos):
        return False
    return pos.board[np.uint64(move - 1)] == 0


@noisy.register(POSITION)
def _noisy(pos: Record, move: Int) -> Bool:
    return completes_soon(pos, np.uint64(move - 1))


@history_index.register(POSITION)
def _history_index(pos: Record, move: Int) -> Int:
    return np.int64(pos.side & 1) * MOST_POINTS + move


@blocked.register(POSITION)
def _blocked(pos: Record) -> Int:
    return DRAWN
