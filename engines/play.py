"""The rules seen from Python, for any game: moves, results, and perft, the proof of a move generator."""

import numpy as np

from boyi.engines.jit import Int, Record, entry, kernel
from boyi.engines.rules import (
    MOST_MOVES,
    ONGOING,
    bind,
    blocked,
    compact_history,
    count_legal,
    evaluate,
    generate,
    make,
    outcome,
    unmake,
)

DEEPEST_PERFT = 64
"""Plies that perft counts at most."""


@entry
def _generate(pos: Record, moves: np.ndarray) -> Int:
    return generate(pos, moves)


@entry
def play(pos: Record, move: Int) -> None:
    """Make a legal move of the game itself; there is no way back."""
    make(pos, move)
    compact_history(pos)


@entry
def try_move(pos: Record, move: Int) -> None:
    """Make a legal move that `take_back` will undo."""
    make(pos, move)


@entry
def take_back(pos: Record, move: Int) -> None:
    """Undo the last move made by `try_move`."""
    unmake(pos, move)


@entry
def _result(pos: Record, moves: np.ndarray) -> Int:
    ended = np.int64(outcome(pos, np.int64(0)))
    if ended == ONGOING and generate(pos, moves) == 0:
        ended = np.int64(blocked(pos))
    return ended


@entry
def bind_weights(pos: Record, weights: Record) -> None:
    """Bind a position to weights, before its first search."""
    bind(pos, weights)


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
    return int(_result(pos, np.zeros(MOST_MOVES, np.int32)))


@kernel
def _leaves(pos: Record, moves: np.ndarray, depth: Int, stop: np.ndarray) -> Int:
    row = moves[depth]
    if depth <= 1:
        return count_legal(pos, row)
    leaves = 0
    for i in range(generate(pos, row)):
        if stop[0] != 0:
            break
        move = row[i]
        make(pos, move)
        leaves += _leaves(pos, moves, depth - 1, stop)
        unmake(pos, move)
    return leaves


@entry
def _perft(pos: Record, moves: np.ndarray, depth: Int, stop: np.ndarray) -> Int:
    return _leaves(pos, moves, depth, stop)


def no_stop() -> np.ndarray:
    """What stops a count once another thread makes its only number other than zero."""
    return np.zeros(1, np.int64)


def perft(pos: Record, depth: int, stop: np.ndarray | None = None) -> int:
    """Leaves of the tree of legal moves, counted in bulk at the last ply; fewer if stopped. Blocks.

    ValueError for a depth that no undo stack holds, nor any lifetime.
    """
    if depth > DEEPEST_PERFT:
        raise ValueError(f"perft counts at most {DEEPEST_PERFT} plies")
    moves = np.zeros((max(depth, 0) + 1, MOST_MOVES), np.int32)
    return int(_perft(pos, moves, depth, no_stop() if stop is None else stop)) if depth > 0 else 1
