"""Thread state: everything one search writes, in one record whose size depends on the game."""

import functools
from typing import Any

import numpy as np

from boyi.engines.jit import Bool, Dtype, Int, Record, inline, record
from boyi.engines.jit.clock import now
from boyi.engines.rules import MATE_THREAT, MOST_MOVES

PLY = 60
"""Depth is counted in sixtieths of a ply: divisible by 2, 3, 4 and 5."""

MAX_PLY = 128
"""No line is longer than this."""

BEFORE = 2
"""Stacks by ply start here, so that looking two plies back needs no test."""

CLASSES = MATE_THREAT + 1
TRIED = 64
"""How many searched moves of a node are remembered for learning from its cut-off."""
CORRECTION_KINDS = 5
CORRECTIONS = 1 << 14
"""In how many ways positions may be alike for correction history; entries of each."""


@functools.cache
def thread_dtype(history_size: Int) -> Dtype:
    """The thread state of a game whose `history_index` stays below `history_size`."""
    return record(
        ("stop", np.int64),  # set from outside to end the search
        ("deadline", np.int64),  # on the monotonic clock, 0 for none
        ("limit", np.int64),  # nodes
        ("nodes", np.int64),
        ("effort", np.int64),  # nodes spent on the root's best move, in the last search that had one
        ("generation", np.int64),
        ("ply", np.uint16),
        ("iteration", np.int64),  # plies of the present iteration
        ("deepest", np.int64),
        ("cost", np.int64, CLASSES),  # what a move of each class costs, in sixtieths of a ply
        ("partial", np.int64),  # the root's list is not of all its moves
        ("roots", np.int64),
        ("root", np.int32, MOST_MOVES),  # moves allowed at the root
        ("lengths", np.uint16, MAX_PLY + 2),
        ("lines", np.int32, (MAX_PLY + 2, MAX_PLY + 2)),  # principal variation below each ply
        ("moves", np.int32, (MAX_PLY + 2, MOST_MOVES)),
        ("scores", np.int32, (MAX_PLY + 2, MOST_MOVES)),
        ("stages", np.uint8, MAX_PLY + 2),  # of the picker at each ply, with its place and its end
        ("places", np.uint16, MAX_PLY + 2),
        ("counts", np.uint16, MAX_PLY + 2),
        ("tried", np.int32, (MAX_PLY + 2, TRIED)),  # the moves searched so far at each ply
        ("killers", np.int32, (MAX_PLY + 2, 2)),
        ("excluded", np.int32, MAX_PLY + 2),  # the move that the search of each ply leaves out
        ("values", np.int32, MAX_PLY + 2 + BEFORE),
        ("indexes", np.uint16, MAX_PLY + 2 + BEFORE),
        ("cutoffs", np.uint16, MAX_PLY + 2),  # cut-offs among the children of the node before each ply
        ("quiet", np.uint8, MAX_PLY + 2),  # whether the move made at each ply is
        ("history", np.int16, history_size + 1),
        ("captures", np.int16, history_size + 1),
        # continuation history: by the move one and two plies before
        ("continuation", np.int16, (2, history_size + 1, history_size + 1)),
        # correction history: by structure and each group's placement, by the move before, by the last two
        ("corrections", np.int16, (2, CORRECTION_KINDS, CORRECTIONS)),
        ("continuation_corrections", np.int16, history_size + 1),
        ("pair_corrections", np.int16, CORRECTIONS),
    )


def extend_thread(base: Dtype, *fields: tuple[Any, ...]) -> Dtype:
    """A thread state with more fields, and so of another type: generic kernels may have bodies for it alone.

    They come first: numba takes a record that only adds fields at its end for one of the shorter type, and
    would call what was compiled for that.
    """
    return record(*fields, *((name, base[name].base, base[name].shape) for name in base.names or ()))


@inline
def poll(thread: Record) -> Bool:
    """Count a node; whether the search has to end."""
    thread.nodes += 1
    if thread.nodes & 1023 == 0 and thread.deadline != 0 and now() >= thread.deadline:
        thread.stop = 1
    if thread.nodes >= thread.limit:
        thread.stop = 1
    return thread.stop != 0


@inline
def remember_line(thread: Record, ply: Int, move: Int) -> None:
    """The best line from a ply is this move and the best line below."""
    below = thread.lengths[ply + 1]
    thread.lines[ply, 0] = move
    for i in range(below):
        thread.lines[ply, i + 1] = thread.lines[ply + 1, i]
    thread.lengths[ply] = below + 1
