"""Tapered values: one for the middle game and one for the ending, in a word that adds like both."""

import numpy as np

from boyi.engines.jit import Int, inline


@inline
def packed(middle: Int, end: Int) -> Int:
    """Both values as one."""
    return np.int64(middle) + (np.int64(end) << 32)


@inline
def unpacked(pair: Int) -> tuple[Int, Int]:
    """The values of a pair, or of a sum of pairs."""
    middle = np.int64(np.int32(pair & 0xFFFFFFFF))
    return middle, (pair - middle) >> 32
