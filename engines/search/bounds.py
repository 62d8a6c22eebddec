"""What the end of a game says of a node, a score that the table keeps, and a score within a window."""

import numpy as np

from boyi.engines.jit import Bool, Int, Record, inline
from boyi.engines.rules import CONCEDED, DRAWN, FORFEITED, LOST, ONGOING, WON, progress
from boyi.engines.search.table import EXACT, LOWER, MATE, MATE_BOUND, NO_VALUE, UPPER

KNOWN_WIN, MOST_PROGRESS = 12000, 4000
"""The static value of a win that tables know, and how far it is moved by what brings it home."""
WINNING = KNOWN_WIN - MOST_PROGRESS
"""What such a win surely is."""


@inline
def verdict(result: Int, ply: Int) -> Int:
    """The score of an ended game for the side to move."""
    if result == DRAWN:
        return np.int64(0)
    if result == FORFEITED or result == CONCEDED:
        # short of any mate, which a player may still have to prove
        return MATE_BOUND - 1 - ply if result == CONCEDED else ply + 1 - MATE_BOUND
    return MATE - ply if result == WON else ply - MATE


@inline
def told_score(told: Int, alpha: Int, beta: Int) -> Int:
    """The score of a node of which tables tell, where that settles its window; else NO_VALUE.

    A draw is one. Of a win no more is told than that: how it is brought home, search has to see.
    """
    if told == DRAWN:
        return np.int64(0)
    if told == WON and beta <= WINNING:
        return np.int64(WINNING)
    return np.int64(-WINNING if told == LOST and alpha >= -WINNING else NO_VALUE)


@inline
def add_told(pos: Record, value: Int, told: Int) -> Int:
    """A static value with what tables tell: beyond WINNING where it is a win, with what makes it progress."""
    if told == ONGOING:
        return value
    if told == DRAWN:
        return np.int64(0)
    made = progress(pos)
    if told == WON:
        return KNOWN_WIN + max(-MOST_PROGRESS, min(MOST_PROGRESS, value + made))
    return max(-MOST_PROGRESS, min(MOST_PROGRESS, value - made)) - KNOWN_WIN


@inline
def decides(bound: Int, score: Int, alpha: Int, beta: Int) -> Bool:
    """Whether a stored score settles a window."""
    if bound == EXACT:
        return True
    return score >= beta if bound == LOWER else bound == UPPER and score <= alpha


@inline
def bound_of(score: Int, alpha: Int, beta: Int) -> Int:
    """What the score of a search within a window is: LOWER, EXACT or UPPER."""
    if score >= beta:
        return np.int64(LOWER)
    return np.int64(EXACT if score > alpha else UPPER)


@inline
def sharpen(value: Int, bound: Int, score: Int) -> Int:
    """The static value, or the stored score where its bound says that it is nearer the truth."""
    if abs(score) >= MATE_BOUND:
        return value
    if bound == EXACT or (bound == LOWER and score > value) or (bound == UPPER and score < value):
        return score
    return value
