"""Static values of EinStein positions: a chance of winning, from -CERTAIN to CERTAIN for the side to move."""

import numpy as np

from boyi.engines.einstein.evaluation.race import RACE, UNIT, chance
from boyi.engines.einstein.position import POSITION, pack
from boyi.engines.einstein.squares import DIRECTIONS, DISTANCE, NOWHERE, PIECES, TARGET
from boyi.engines.jit import Int, Record, generic, inline
from boyi.engines.rules import LOST, ONGOING, evaluate, make, outcome, unmake

CERTAIN = 10_000
"""The value of a won game; 0 is an even one."""

FIRST_LOOK = np.array([0.9, 0.75, 0.6, 0.4, 0.2])
"""Chance of winning that a move is first credited with, by the distance to the goal after it."""
CAPTURE_LOOK = 0.65
"""At least, for a move that takes a piece. (All five as in Lorentz' program of 2011.)"""


@evaluate.register(POSITION, RACE)
def _evaluate_race(pos: Record, weights: Record) -> Int:
    ended = outcome(pos, np.int64(0))
    if ended != ONGOING:
        return np.int64(-CERTAIN if ended == LOST else CERTAIN)
    return (chance(pos, weights) * 2 * CERTAIN // (UNIT * UNIT)) - CERTAIN


@generic(apart=True)
def policy(pos: Record, weights: Record, chances: np.ndarray) -> None:
    """Write how promising each move of the side to move looks, 0 to 1, at `3 * piece + direction`.

    Without a policy of the evaluator's own: by the distance to the goal after the move, and captures.
    """
    side = np.int64(pos.side & 1)
    for number in range(PIECES):
        square = pos.squares[side * PIECES + number]
        for direction in range(DIRECTIONS):
            goal = TARGET[side, square, direction]
            chance = FIRST_LOOK[DISTANCE[side, goal]]
            if pos.board[goal] != 0:
                chance = max(chance, CAPTURE_LOOK)
            chances[number * DIRECTIONS + direction] = chance


@generic(apart=True)
def choose(pos: Record, weights: Record, among: Int, looks: np.ndarray) -> Int:
    """The move that looks best of some pieces of the side to move, as `3 * piece + direction`.

    They have a move. `looks` is scratch paper.
    """
    policy(pos, weights, looks)
    side, best, most = np.int64(pos.side & 1), np.int64(-1), -1.0
    for number in range(PIECES):
        for direction in range(DIRECTIONS):
            move = np.int64(number * DIRECTIONS + direction)
            goal = TARGET[side, pos.squares[side * PIECES + number], direction]
            if among >> number & 1 and goal != NOWHERE and looks[move] > most:
                best, most = move, looks[move]
    return best


@inline
def look_ahead(pos: Record, weights: Record, chances: np.ndarray) -> None:
    """A policy of any evaluator: the chance after each move, for the side that makes it."""
    side = np.int64(pos.side & 1)
    for number in range(PIECES):
        piece = side * PIECES + number
        square = np.int64(pos.squares[piece])
        for direction in range(DIRECTIONS):
            goal, chance = np.int64(TARGET[side, square, direction]), 0.0
            if goal != NOWHERE:
                taken, die = np.int64(pos.board[goal]), np.int64(pos.die)
                move = pack(np.int64(piece), np.int64(direction), square, taken, die)
                make(pos, move)
                chance = 0.5 - evaluate(pos, weights) / (2.0 * CERTAIN)
                unmake(pos, move)
            chances[number * DIRECTIONS + direction] = chance
