"""Accumulators of a network, kept up move by move: the part of it that no game does otherwise.

They lie beside the undo stack, one pair per height, each marked by the key of its position. The present one
is made from the nearest one on the way to it that is right. Where there is none, since a king went to where
its side sees the board otherwise, it is made from the last one that was seen so.
"""

import numpy as np

from boyi.engines.jit import Bool, Int, Record, generic, kernel


@generic(required=True)
def outlook_of(pos: Record, view: Int) -> Int:
    """How a side sees the board in the present position: a number of the game's own."""


@generic(required=True)
def changes_outlook(pos: Record, height: Int, view: Int) -> Bool:
    """Whether the move that was made at a height may have a side see the board otherwise than before."""


@generic(required=True)
def advance(pos: Record, weights: Record, view: Int, height: Int, seen: Int) -> None:
    """Make a side's accumulator at a height from the one below it, both of one outlook."""


@generic(required=True)
def sum_up(pos: Record, weights: Record, view: Int, seen: Int) -> None:
    """Make a side's accumulator of the present position from the last one made so for this outlook."""


@kernel
def bring_up(pos: Record, weights: Record, view: Int, far_back: Int) -> None:
    """See that the accumulator of the present position is right for one side.

    Looks back so many heights for one to begin from. Those of the positions on the way are kept, too: their
    neighbours will start from them.
    """
    height, mask = np.int64(pos.height), np.int64(pos.marks.shape[0] - 1)
    if pos.marks[height & mask, view] == pos.key:
        return
    seen = np.int64(outlook_of(pos, view))
    last = max(height - far_back, np.int64(0))
    good = height
    while good > last:
        good -= 1
        if changes_outlook(pos, good, view):
            good = np.int64(-1)
        elif pos.marks[good & mask, view] == pos.keys[good]:
            break
    if good < 0 or good == height or pos.marks[good & mask, view] != pos.keys[good]:
        sum_up(pos, weights, view, seen)
    else:
        while good < height:
            good += 1
            advance(pos, weights, view, good, seen)
            if good < height:
                pos.marks[good & mask, view] = pos.keys[good]
    pos.marks[height & mask, view] = pos.key
