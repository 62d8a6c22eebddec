"""Entry points that only tests need: the parts of the rules that Python code otherwise never calls."""

from collections.abc import Sequence

import numpy as np

from boyi.engines import rules
from boyi.engines.jit import Bool, Int, Record, entry
from boyi.engines.rules import MOST_MOVES


@entry
def _noisy_moves(pos: Record, moves: np.ndarray) -> Int:
    return rules.generate_noisy(pos, moves)


@entry
def _quiet_moves(pos: Record, moves: np.ndarray) -> Int:
    return rules.generate_quiet(pos, moves)


@entry
def _legal_flags(pos: Record, numbers: np.ndarray, flags: np.ndarray) -> None:
    for i in range(numbers.size):
        flags[i] = rules.legal(pos, np.int64(numbers[i]))


@entry
def noisy(pos: Record, move: Int) -> Bool:
    """Whether a legal move is noisy."""
    return rules.noisy(pos, move)


@entry
def history_index(pos: Record, move: Int) -> Int:
    """The index of a legal move in history tables."""
    return rules.history_index(pos, move)


@entry
def in_check(pos: Record) -> Bool:
    """Whether the side to move is in check."""
    return rules.in_check(pos)


@entry
def may_check(pos: Record, move: Int) -> Bool:
    """Whether a legal move might give check."""
    return rules.may_check(pos, move)


@entry
def see(pos: Record, move: Int, threshold: Int) -> Bool:
    """Whether a move wins at least so much on its target."""
    return rules.see(pos, move, threshold)


@entry
def move_class(pos: Record, move: Int) -> Int:
    """The class of the move just made."""
    return rules.move_class(pos, move)


@entry
def evaluate(pos: Record, weights: Record) -> Int:
    """The value of a position that was bound to the weights before its last moves."""
    return rules.evaluate(pos, weights)


@entry
def skip(pos: Record) -> Bool:
    """Pass the turn where that is allowed."""
    return rules.skip(pos)


@entry
def unskip(pos: Record) -> None:
    """Take back a pass."""
    rules.unskip(pos)


@entry
def outcome(pos: Record, ply: Int) -> Int:
    """How the game has ended, so many plies below the root of a search."""
    return rules.outcome(pos, ply)


def noisy_moves(pos: Record) -> list[int]:
    """The legal moves that quiescence search looks at."""
    moves = np.zeros(MOST_MOVES, np.int32)
    return [int(move) for move in moves[: _noisy_moves(pos, moves)]]


def quiet_moves(pos: Record) -> list[int]:
    """The other legal moves."""
    moves = np.zeros(MOST_MOVES, np.int32)
    return [int(move) for move in moves[: _quiet_moves(pos, moves)]]


def legal_among(pos: Record, numbers: Sequence[int] | np.ndarray) -> set[int]:
    """Those of some numbers that `legal` calls legal moves."""
    asked = np.asarray(numbers, np.int64)
    flags = np.zeros(asked.size, np.bool_)
    _legal_flags(pos, asked, flags)
    return {int(move) for move in asked[flags]}
