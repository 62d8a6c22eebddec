"""The greedy player: every pair of points is tried and evaluated, and the best is played. Nothing else."""

import numpy as np

from boyi.engines.connect6.desk import pack
from boyi.engines.connect6.position import lift, put
from boyi.engines.connect6.turns import seen_after
from boyi.engines.jit import Int, Record, entry


@entry
def best_pair(pos: Record, weights: Record, allowed: np.ndarray) -> tuple[Int, Int]:
    """The turn with the best static value, the first of equals, and that value; all turns are tried.

    `allowed` has a one for each point that may be taken; if these are too few for a turn, one of its
    stones has to be among them.
    """
    side, best, value = np.uint64(pos.side & 1), np.int64(-1), np.int64(-(1 << 40))
    last = pos.left == 1 or pos.points - pos.stones == 1
    needed = np.int64(1 if last else min(allowed.sum(), 2))
    for one in range(pos.points):
        if pos.board[one] != 0:
            continue
        put(pos, np.uint64(one), side)
        for other in range(one if last else one + 1, one + 1 if last else pos.points):
            if not last and pos.board[other] != 0:
                continue
            if (allowed[one] if last else allowed[one] + allowed[other]) < needed:
                continue
            if not last:
                put(pos, np.uint64(other), side)
            found = seen_after(pos, weights)
            if found > value:
                best, value = pack(one, other), found
            if not last:
                lift(pos, np.uint64(other), side)
        lift(pos, np.uint64(one), side)
    return best, value
