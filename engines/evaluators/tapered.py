"""Tapered scores: one for the middle game and one for the ending, in a word that adds like both."""

import numpy as np

from boyi.engines.jit import Int, inline


@inline
def pack_score(middle: Int, end: Int) -> Int:
    """Both values as one score."""
    return np.int64(middle) + (np.int64(end) << 32)


@inline
def pack_pair(pair: np.ndarray) -> Int:
    """A weight's two values as one score."""
    return pack_score(pair[0], pair[1])


@inline
def unpack_score(score: Int) -> tuple[Int, Int]:
    """The values of a score, or of a sum of scores."""
    middle = np.int64(np.int32(score & 0xFFFFFFFF))
    return middle, (score - middle) >> 32


def mobility_weights(most: int, slope: tuple[int, int], neutral: float) -> np.ndarray:
    """Starting weights of mobility by number of moves: ever less for each more, 0 at the neutral number."""
    counts = np.arange(most)
    bent = np.sign(counts - neutral) * np.abs(counts - neutral) ** 0.85
    return np.rint(np.outer(bent, slope))
