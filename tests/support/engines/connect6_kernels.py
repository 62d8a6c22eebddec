"""Entry points into Connect6 that only tests need, and positions carried between record and plain board."""

import itertools

import numpy as np

from boyi.engines.connect6 import notation, shape
from boyi.engines.connect6.position import lift, put
from boyi.engines.connect6.roads import roads_with
from boyi.engines.connect6.search.double_threats import WON, prove
from boyi.engines.connect6.search.state import THREAD, points
from boyi.engines.connect6.search.threats import all_threats, defences
from boyi.engines.jit import Int, Record, entry, new
from boyi.engines.rules import legal, make, outcome
from tests.support.engines.plain_connect6 import PlainBoard, Turn

GENEROUS = 1_000_000
"""Nodes for a sequence of threats."""


@entry
def _recount(pos: Record, counts: np.ndarray) -> None:
    """Count the roads of each colour anew, from the board and its coordinates alone."""
    counts[:] = 0
    for y in range(pos.rows):
        for x in range(pos.columns):
            for direction in range(4):
                dx, dy = (1, 0) if direction == 0 else (0, 1) if direction == 1 else (1, 2 * direction - 5)
                last_x, last_y = x + dx * (pos.length - 1), y + dy * (pos.length - 1)
                if 0 <= last_x < pos.columns and 0 <= last_y < pos.rows:
                    black, white = 0, 0
                    for i in range(pos.length):
                        stone = pos.board[(y + i * dy) * pos.columns + x + i * dx]
                        black += stone == 1
                        white += stone == 2
                    if white == 0:
                        counts[0, black] += 1
                    if black == 0:
                        counts[1, white] += 1


@entry
def faults(pos: Record, order: np.ndarray, counts: np.ndarray) -> Int:
    """Play stones in an order, colours by turns, and back: how often a count differs from a recount."""
    wrong = 0
    for step in range(2 * order.size):
        if step < order.size:
            put(pos, np.uint64(order[step]), np.uint64(step // 2 & 1))
        else:
            back = 2 * order.size - 1 - step
            lift(pos, np.uint64(order[back]), np.uint64(back // 2 & 1))
        _recount(pos, counts)
        for colour in range(2):
            for stones in range(1, pos.length + 1):
                wrong += roads_with(pos.counts[colour], stones) != counts[colour, stones]
    return wrong


@entry
def _need(pos: Record, colour: Int, sets: np.ndarray, replies: np.ndarray) -> tuple[Int, Int]:
    return defences(sets, all_threats(pos, colour, sets), replies)


@entry
def _sequence(pos: Record, thread: Record, depth: Int, allowance: Int) -> Int:
    return np.int64(prove(pos, thread, np.int64(pos.side & 1), depth, allowance))


@entry
def replayed(pos: Record, moves: np.ndarray) -> Int:
    """The outcome for the side to move after a game, -1 if a move of it is not legal."""
    for i in range(moves.size):
        if not legal(pos, np.int64(moves[i])):
            return np.int64(-1)
        make(pos, np.int64(moves[i]))
    return np.int64(outcome(pos, np.int64(0)))


def need(pos: Record, colour: int) -> tuple[int, set[frozenset[tuple[int, int]]]]:
    """The fewest stones against a colour's threats, and every way to place them."""
    sets, replies = np.zeros(128, np.int32), np.zeros(8, np.int32)
    fewest, ways = _need(pos, np.int64(colour), sets, replies)
    width = int(pos.columns)
    return int(fewest), {
        frozenset((point % width, point // width) for point in points(int(turn))) for turn in replies[:ways]
    }


def plain(pos: Record) -> PlainBoard:
    """A position as a plain board."""
    width = int(pos.columns)
    stones = {
        (point % width, point // width): int(stone) - 1
        for point, stone in enumerate(pos.board[: pos.points])
        if stone
    }
    return PlainBoard(width, int(pos.rows), int(pos.length), stones)


def record(board: PlainBoard, side: int) -> Record:
    """A plain board as a position with a whole turn before a side."""
    grid = itertools.product(range(board.rows), range(board.columns))
    text = "".join(".bw"[board.stones.get((x, y), -1) + 1] for y, x in grid)
    return notation.place(shape.Shape(board.columns, board.rows, board.length, 2, 1), text, side, 2)


class Prover:
    """Claims turns that begin a sequence of double threats."""

    def __init__(self) -> None:
        self.thread = new(THREAD)
        self.thread.limit, self.thread.width = 1 << 60, 1 << 20

    def claim(self, board: PlainBoard, colour: int) -> Turn | None:
        pos = record(board, colour)
        if _sequence(pos, self.thread, 24, GENEROUS) != WON:
            return None
        turn = points(int(self.thread.proof[0]))
        return tuple((point % board.columns, point // board.columns) for point in dict.fromkeys(turn))
