"""Features of samples as boards for policy networks, by the kernels of `engines/einstein/planes.py`."""

from collections.abc import Sequence

import numpy as np

from boyi.engines.einstein.evaluation.planes import (
    ABSENT,
    AHEAD,
    MOST,
    MOVABLE,
    PLANES,
    enemies_before,
    planes_of,
)
from boyi.engines.einstein.squares import NOWHERE, PIECES, SQUARES
from boyi.engines.jit import Int, entry
from boyi.learning.einstein.policy.situations import movable

KINDS = ("ori", "sim")
FEATURES = {"1": (1,), "1+2": (1, 2), "1+3": (1, 3), "1+2+3": (1, 2, 3)}


def planes(samples: np.ndarray, kind: str, features: Sequence[int]) -> np.ndarray:
    """The features of samples, (samples, 25, planes); the first is always among them."""
    squares, moves = np.ascontiguousarray(samples["squares"]), _moves(samples)
    if kind == "ori":
        boards = np.zeros((len(samples), SQUARES, 3), np.float32)
        _show_numbers(squares, moves, boards)
        return np.ascontiguousarray(boards[:, :, [feature - 1 for feature in features]])
    firsts, size = {2: ABSENT, 3: ABSENT}, 0
    for feature in features:
        firsts[feature] = size
        size += PLANES[feature]
    boards = np.zeros((len(samples), SQUARES, size), np.float32)
    _show_planes(squares, moves, firsts[2], firsts[3], boards)
    return boards


@entry
def _show_planes(squares: np.ndarray, moves: np.ndarray, second: Int, third: Int, boards: np.ndarray) -> None:
    found = np.empty(MOST, np.int64)
    for i in range(len(squares)):
        for piece in range(2 * PIECES):
            square = np.int64(squares[i, piece])
            if square == NOWHERE:
                continue
            for j in range(planes_of(squares[i], np.int64(piece), second, third, found)):
                boards[i, square, found[j]] = 1
            boards[i, square, MOVABLE] = moves[i, piece]


@entry
def _show_numbers(squares: np.ndarray, moves: np.ndarray, boards: np.ndarray) -> None:
    """All three numbers of each square, divided by their largest."""
    for i in range(len(squares)):
        for piece in range(2 * PIECES):
            square = np.int64(squares[i, piece])
            if square == NOWHERE:
                continue
            enemies, count = enemies_before(squares[i], np.int64(piece)), 0
            for j in range(AHEAD):
                count += enemies >> j & 1
            sign = -1.0 if moves[i, piece] else 1.0
            boards[i, square, 0] = sign * (piece + 1) / (2 * PIECES)
            boards[i, square, 1] = 1.0 if piece < PIECES else -1.0
            boards[i, square, 2] = count / AHEAD


def _moves(samples: np.ndarray) -> np.ndarray:
    """Which of the twelve pieces may move."""
    among, side = movable(samples), samples["side"][:, None] == 1
    return np.concatenate([among & ~side, among & side], axis=1)
