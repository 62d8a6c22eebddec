"""Thread state: everything that one search of this game writes, in one record.

A turn is packed as its two points, the smaller first; a turn of one stone names its point twice.
"""

import numpy as np

from boyi.engines.connect6.shape import MOST_POINTS
from boyi.engines.jit import Bool, Int, Record, inline, record
from boyi.engines.jit.clock import now
from boyi.engines.search.state import CLASSES

LEVELS = 32
"""Turns of a threat sequence, at most."""
MOST_PLY = 64
"""Turns of a line, at most."""
MOST_PAIRS = 1024
"""Turns that a node lists, at most."""
MOST_SETS = 128
MEMO = 1 << 18
"""Positions whose threat sequences are remembered; a power of two."""
MOST_ZONE = 1024
"""Points noted of a proof, at most."""
NOWHERE = MOST_POINTS

THREAD = record(
    ("stop", np.int64),  # set from outside to end the search
    ("deadline", np.int64),  # on the monotonic clock, 0 for none
    ("limit", np.int64),  # nodes
    ("nodes", np.int64),
    ("generation", np.int64),
    ("cost", np.int64, CLASSES),  # prices of move classes, of which this game has none
    ("deepest", np.int64),
    # how widely to search, by turns of depth left: 0, 1, 2, and 3 or more
    ("points", np.int64, 4),  # that pairs are made of
    ("breadth", np.int64, 4),  # turns of a node
    ("allowances", np.int64, 4),  # nodes of a threat sequence, none if 0
    # threat sequences
    ("allowance", np.int64),  # nodes at which the present one is given up
    ("given_up", np.int64),
    ("width", np.int64),  # turns that are tried where a threat sequence begins
    ("spare", np.int64),  # stones that the turns now listed may leave the defender
    ("wanted", np.int64),  # threats without which a turn is not worth a closer look
    ("proven", np.int64),  # forcing turns of the last sequence found
    ("trials", np.int64),  # turns tried in threat sequences
    ("stamp", np.uint32),
    ("seen", np.uint32, MOST_POINTS + 1),
    ("marks", np.uint8, (LEVELS, MOST_POINTS + 1)),
    ("cells", np.uint16, (LEVELS, MOST_POINTS + 1)),
    ("attacks", np.int32, (LEVELS, MOST_PAIRS)),
    ("attack_scores", np.int32, (LEVELS, MOST_PAIRS)),
    ("sets", np.int32, (LEVELS, MOST_SETS)),
    ("replies", np.int32, (LEVELS, 8)),
    ("facing", np.int64, LEVELS + 1),  # the enemy's threats, listed in `sets`, when a level begins
    ("proof", np.int32, LEVELS + 1),  # the winning turn found at each level
    ("memo", np.uint64, MEMO),
    ("zone", np.uint16, MOST_ZONE),  # points of the proof of the last sequence found, some more than once
    ("zoned", np.int64),
    # alpha-beta
    ("gains", np.int32, MOST_POINTS + 1),
    ("best_points", np.uint16, MOST_POINTS + 1),
    ("turns", np.int32, (MOST_PLY + 2, MOST_PAIRS)),
    ("scores", np.int32, (MOST_PLY + 2, MOST_PAIRS)),
    ("blocks", np.int32, MOST_SETS),  # the enemy's threats at the present node
    ("blocked", np.int64),  # how many they are
    ("stops", np.int32, 8),  # turns that stop them all
    ("guards", np.uint16, MOST_POINTS + 1),  # points of a proof, best first
    ("worth", np.int32, MOST_POINTS + 1),  # how often a proof names each point
    # points with a stone on which the enemy has no sequence of threats; the last one stands for all
    ("sealed", np.uint8, (MOST_PLY + 2, MOST_POINTS + 1)),
    ("failed", np.uint8, MOST_PLY + 2),  # whether the side to move is known to have no sequence
    ("killers", np.int32, (MOST_PLY + 2, 2)),
    ("lengths", np.uint16, MOST_PLY + 2),
    ("lines", np.int32, (MOST_PLY + 2, MOST_PLY + 2)),  # principal variation below each ply, as turns
    ("complete", np.int64),  # whether no other turn at the root could be better than those listed
    ("roots", np.int64),
    ("root", np.int32, MOST_PAIRS),  # turns allowed at the root
)

POLLED = 15
"""Nodes between two looks at the clock, less one: a node may take some ten microseconds."""


@inline
def poll(thread: Record) -> Bool:
    """Count a node; whether the search has to end."""
    if thread.nodes >= thread.limit:
        thread.stop = 1
    else:
        thread.nodes += 1
        if thread.nodes & POLLED == 0 and thread.deadline != 0 and now() >= thread.deadline:
            thread.stop = 1
    return thread.stop != 0


@inline
def note(thread: Record, turn: Int) -> None:
    """Count the points of a turn, or of a threat, to those of the proof."""
    if thread.zoned + 2 <= MOST_ZONE:
        thread.zone[thread.zoned] = turn & 511
        thread.zone[thread.zoned + 1] = turn >> 9 & 511
        thread.zoned += 2


@inline
def pack(one: Int, other: Int) -> Int:
    """The turn of two points."""
    return np.int64(min(one, other)) | np.int64(max(one, other)) << 9


@inline
def first(turn: Int) -> Int:
    """The smaller point of a turn."""
    return np.uint64(turn & 511)


@inline
def second(turn: Int) -> Int:
    """The larger point of a turn."""
    return np.uint64(turn >> 9 & 511)


def points(turn: int) -> tuple[int, int]:
    """The two points of a turn, for Python code: a compiled function would load slowly for so little."""
    return turn & 511, turn >> 9


def turn_of(one: int, other: int) -> int:
    """The turn of two points, for Python code."""
    return min(one, other) | max(one, other) << 9
