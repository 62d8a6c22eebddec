"""Perft: how many lines of a given length a position has, the standard proof of a move generator."""

import numpy as np

from boyi.engines.jit import Int, Record, entry, kernel
from boyi.engines.rules import MOST_MOVES, generate, make, tally, unmake

DEEPEST = 64


@kernel
def _leaves(pos: Record, moves: np.ndarray, depth: Int) -> Int:
    row = moves[depth]
    if depth <= 1:
        return tally(pos, row)
    leaves = 0
    for i in range(generate(pos, row)):
        move = row[i]
        make(pos, move)
        leaves += _leaves(pos, moves, depth - 1)
        unmake(pos, move)
    return leaves


@entry
def _perft(pos: Record, moves: np.ndarray, depth: Int) -> Int:
    return _leaves(pos, moves, depth)


def perft(pos: Record, depth: int) -> int:
    """Leaves of the tree of legal moves, counted in bulk at the last ply. Blocks.

    ValueError for a depth that no undo stack holds, nor any lifetime.
    """
    if depth > DEEPEST:
        raise ValueError(f"perft counts at most {DEEPEST} plies")
    return _perft(pos, np.zeros((depth + 1, MOST_MOVES), np.int32), depth) if depth > 0 else 1
