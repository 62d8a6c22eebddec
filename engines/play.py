"""The rules seen from Python: entry points that any game shares."""

import numpy as np

from boyi.engines.jit import Int, Record, entry
from boyi.engines.rules import (
    MOST_MOVES,
    ONGOING,
    bind,
    blocked,
    evaluate,
    generate,
    make,
    outcome,
    settle,
    unmake,
)


@entry
def _generate(pos: Record, moves: np.ndarray) -> Int:
    return generate(pos, moves)


@entry
def play(pos: Record, move: Int) -> None:
    """Make a legal move of the game itself; there is no way back."""
    make(pos, move)
    settle(pos)


@entry
def try_move(pos: Record, move: Int) -> None:
    """Make a legal move that `take_back` will undo."""
    make(pos, move)


@entry
def take_back(pos: Record, move: Int) -> None:
    """Undo the last move made by `try_move`."""
    unmake(pos, move)


@entry
def _standing(pos: Record, moves: np.ndarray) -> Int:
    ended = np.int64(outcome(pos, np.int64(0)))
    if ended == ONGOING and generate(pos, moves) == 0:
        ended = np.int64(blocked(pos))
    return ended


@entry
def bound_value(pos: Record, weights: Record) -> Int:
    """Bind a position to weights; its static value for the side to move."""
    bind(pos, weights)
    return evaluate(pos, weights)


def pieces(pos: Record) -> int:
    """How many pieces are on the board, in games whose positions have sets of squares by colour."""
    return int(np.bitwise_count(pos.colours).sum())


def legal_moves(pos: Record) -> list[int]:
    """Every legal move."""
    moves = np.zeros(MOST_MOVES, np.int32)
    legal: list[int] = moves[: _generate(pos, moves)].tolist()
    return legal


def result(pos: Record) -> int:
    """How the game stands for the side to move: ONGOING, LOST, DRAWN or WON."""
    return int(_standing(pos, np.zeros(MOST_MOVES, np.int32)))
