"""The position: one record with the geometry of its shape, and how stones change it.

A move is a single stone: 1 + row * columns + column. The turn passes when no stones are left to place.
"""

import numpy as np

from boyi.engines.connect6.roads import DEAD, add_stone, has_won, take_stone
from boyi.engines.connect6.shape import MOST_POINTS, PLACES, Shape, layout
from boyi.engines.jit import Bool, Int, Record, Word, entry, inline, kernel, new, record
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON, make, outcome, passes_turn, unmake

BLACK, WHITE = 0, 1

POSITION = record(
    ("columns", np.int64),
    ("rows", np.int64),
    ("length", np.int64),  # k: stones in a row that win
    ("turn", np.int64),  # p: stones a turn
    ("points", np.int64),  # of the board
    ("stones", np.int64),  # on the board
    ("left", np.int64),  # to place before the turn passes
    ("side", np.uint8),
    ("key", np.uint64),
    ("counts", np.uint64, 2),  # roads of each colour alone, by their number of stones, packed
    ("board", np.uint8, MOST_POINTS),  # 0 empty, 1 black, 2 white
    ("roads", np.uint8, PLACES),  # the state of each road, by the place of its last point
    ("place_points", np.uint16, PLACES),  # the point at each place
    ("places", np.uint16, (MOST_POINTS, 4)),  # the places of each point, one in each direction
)


def _zobrist() -> tuple[np.ndarray, np.ndarray, np.uint64]:
    random = np.random.Generator(np.random.PCG64(0xC6))
    return (
        random.integers(1, 2**64, (2, MOST_POINTS), np.uint64),
        random.integers(1, 2**64, 3, np.uint64),
        random.integers(1, 2**64, dtype=np.uint64),
    )


STONE_KEY, LEFT_KEY, SIDE_KEY = _zobrist()


def empty(shape: Shape) -> Record:
    """The board before the first stone."""
    pos = new(POSITION)
    pos.columns, pos.rows, pos.length, pos.turn = shape.columns, shape.rows, shape.length, shape.stones
    pos.points, pos.left = shape.points, shape.first
    pos.places[:], pos.place_points[:], ends = layout(shape)
    pos.roads[:] = np.where(ends, 0, DEAD)
    pos.key = LEFT_KEY[shape.first]
    return pos


@inline
def key_of_turn(pos: Record) -> Word:
    """What side and stones left add to the key."""
    return LEFT_KEY[pos.left] ^ (SIDE_KEY if pos.side else np.uint64(0))


@kernel
def put(pos: Record, point: Int, colour: Int) -> None:
    """Put a stone on an empty point; whose turn it is does not change."""
    add_stone(pos, point, colour)
    pos.key ^= STONE_KEY[colour, point]
    pos.stones += 1


@entry
def fill(pos: Record, stones: np.ndarray) -> Bool:
    """Put stones, 0 none, 1 black, 2 white, on an empty board; whether not both colours have won."""
    for point in range(stones.size):
        if stones[point]:
            put(pos, np.uint64(point), np.uint64(stones[point] - 1))
    return not (has_won(pos, BLACK) and has_won(pos, WHITE))


@kernel
def lift(pos: Record, point: Int, colour: Int) -> None:
    """Take a stone away; whose turn it is does not change."""
    take_stone(pos, point, colour)
    pos.key ^= STONE_KEY[colour, point]
    pos.stones -= 1


@make.register(POSITION)
def _make(pos: Record, move: Int) -> None:
    pos.key ^= key_of_turn(pos)
    put(pos, np.uint64(move - 1), np.uint64(pos.side & 1))
    pos.left -= 1
    if pos.left == 0:
        pos.side ^= 1
        pos.left = pos.turn
    pos.key ^= key_of_turn(pos)


@unmake.register(POSITION)
def _unmake(pos: Record, move: Int) -> None:
    pos.key ^= key_of_turn(pos)
    if pos.left == pos.turn:
        pos.side ^= 1
        pos.left = 0
    pos.left += 1
    lift(pos, np.uint64(move - 1), np.uint64(pos.side & 1))
    pos.key ^= key_of_turn(pos)


@passes_turn.register(POSITION)
def _passes_turn(pos: Record, move: Int) -> Bool:
    return pos.left == pos.turn


@outcome.register(POSITION)
def _outcome(pos: Record, ply: Int) -> Int:
    side = np.int64(pos.side)
    if has_won(pos, side ^ 1):
        return LOST
    if has_won(pos, side):
        return WON
    return DRAWN if pos.stones == pos.points else ONGOING
