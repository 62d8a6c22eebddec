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
def _outcome(pos: Record) -> Int:
    return outcome(pos, np.int64(0))


@entry
def _blocked(pos: Record) -> Int:
    return blocked(pos)


@entry
def bound_value(pos: Record, weights: Record) -> Int:
    """Bind a position to weights; its static value for the side to move."""
    bind(pos, weights)
    return evaluate(pos, weights)


def legal_moves(pos: Record) -> list[int]:
    """Every legal move."""
    moves = np.zeros(MOST_MOVES, np.int32)
    return [int(move) for move in moves[: _generate(pos, moves)]]


def result(pos: Record) -> int:
    """How the game stands for the side to move: ONGOING, LOST, DRAWN or WON."""
    ended = _outcome(pos)
    if ended == ONGOING and not legal_moves(pos):
        return int(_blocked(pos))
    return int(ended)
