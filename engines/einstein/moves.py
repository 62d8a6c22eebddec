"""Legal moves of EinStein, and the die."""

import random

import numpy as np

from boyi.engines.einstein.position import POSITION, direction_of, has_arrived, mover, pack, source, target
from boyi.engines.einstein.squares import DIRECTIONS, GOAL, MOVERS, NOWHERE, PIECES, TARGET
from boyi.engines.jit import Bool, Int, Record, inline
from boyi.engines.play import result
from boyi.engines.rules import ONGOING, generate, generate_noisy, generate_quiet, legal, noisy

EVERY, LOUD, STILL = 0, 1, 2


@inline
def movable_pieces(pos: Record) -> Int:
    """The set of pieces of the side to move that the die lets move."""
    side = pos.side & 1
    return np.int64(MOVERS[pos.alive[side] & 63, pos.die & 7])


@inline
def is_over(pos: Record) -> Bool:
    """Whether the game has ended."""
    return has_arrived(pos, 0) or has_arrived(pos, 1) or pos.alive[0] == 0 or pos.alive[1] == 0


@inline
def _list_moves(pos: Record, moves: np.ndarray, kind: Int) -> Int:
    if is_over(pos):
        return 0
    side, die, count = np.int64(pos.side & 1), np.int64(pos.die), 0
    among = movable_pieces(pos)
    for number in range(PIECES):
        if among >> number & 1 == 0:
            continue
        piece = side * PIECES + number
        square = np.int64(pos.squares[piece])
        for direction in range(DIRECTIONS):
            goal = TARGET[side, square, direction]
            if goal == NOWHERE:
                continue
            taken = np.int64(pos.board[goal])
            loud = taken != 0 or goal == GOAL[side]
            if kind == EVERY or loud == (kind == LOUD):
                moves[count] = pack(piece, direction, square, taken, die)
                count += 1
    return count


@generate.register(POSITION)
def _generate(pos: Record, moves: np.ndarray) -> Int:
    return _list_moves(pos, moves, EVERY)


@generate_noisy.register(POSITION)
def _generate_noisy(pos: Record, moves: np.ndarray) -> Int:
    return _list_moves(pos, moves, LOUD)


@generate_quiet.register(POSITION)
def _generate_quiet(pos: Record, moves: np.ndarray) -> Int:
    return _list_moves(pos, moves, STILL)


@noisy.register(POSITION)
def _noisy(pos: Record, move: Int) -> Bool:
    goal = target(move)
    return pos.board[goal] != 0 or goal == GOAL[pos.side & 1]


@legal.register(POSITION)
def _legal(pos: Record, move: Int) -> Bool:
    side = np.int64(pos.side & 1)
    number = mover(move) - PIECES * side
    if move <= 0 or number < 0 or number >= PIECES or direction_of(move) >= DIRECTIONS or is_over(pos):
        return False
    square = np.int64(pos.squares[mover(move)])
    if movable_pieces(pos) >> number & 1 == 0 or source(move) != square:
        return False
    goal = TARGET[side, square, direction_of(move)]
    taken, die = np.int64(pos.board[goal]), np.int64(pos.die)
    return goal != NOWHERE and move == pack(mover(move), direction_of(move), square, taken, die)


def roll(pos: Record, rng: random.Random) -> None:
    """Let the die be rolled where it was not, in a game that goes on."""
    if pos.die == 0 and result(pos) == ONGOING:
        pos.die = rng.randint(1, PIECES)
