"""The numbers by which search prunes, reduces and learns, each declared once, so that play can tune them.

Compiled into the search as constants; a thread of another type may bring its own, by a body for `tunable`.
Values are centipawns, depths sixtieths of a ply, unless said. "Rising" (improving): a static value above
that of two plies ago.
"""

from dataclasses import dataclass

import numpy as np

from boyi.engines.jit import Int, Record, generic


@dataclass(frozen=True)
class Parameter:
    """One of these numbers."""

    name: str
    value: int
    step: int
    """How far a tuner moves it to see a difference in play."""
    least: int = 0


PARAMETERS: list[Parameter] = []


def parameter(name: str, value: int, step: int, least: int = 0) -> int:
    """Declare a parameter; its index in PARAMETERS, by which `tunable` finds it."""
    PARAMETERS.append(Parameter(name, value, step, least))
    return len(PARAMETERS) - 1


REVERSE_FUTILITY = parameter("reverse futility, for each ply", 93, 12)
REVERSE_FUTILITY_IMPROVING = parameter("reverse futility, less when rising", 56, 15)
RAZORING = parameter("razoring, for each ply", 220, 40)
NULL_MOVE = parameter("null move, static value above beta", 123, 25)
NULL_MOVE_REDUCTION = parameter("null move, reduction", 269, 30, 60)
NULL_MOVE_DEPTH = parameter("null move, reduction for each ply", 11, 4)
NULL_MOVE_SURPLUS = parameter("null move, surplus worth a ply", 120, 35, 1)
PROBCUT = parameter("promising capture, above beta", 202, 35)
SINGULAR = parameter("singular, sixteenths below the table's score for each ply", 32, 7)
SINGULAR_DOUBLE = parameter("singular, below that for a second ply", 27, 9)
MOVE_COUNT = parameter("late moves, 64ths of 3 + plies squared", 93, 12)
MOVE_COUNT_IMPROVING = parameter("late moves, the same when rising", 193, 24)
FUTILITY = parameter("futility", 6, 20)
FUTILITY_DEPTH = parameter("futility, for each ply", 29, 14)
FUTILITY_HISTORY = parameter("futility, 16384ths of history", 107, 30)
HISTORY_PRUNING = parameter("disliked by history, for each ply", 5112, 500)
SEE_QUIET = parameter("quiet moves that lose material, for each squared ply", 19, 5)
SEE_NOISY = parameter("noisy moves that lose material, for each ply", 103, 15)
LMR = parameter("reduction, 64ths of the table", 72, 6)
LMR_NOISY = parameter("reduction of noisy moves, 64ths of that", 15, 7)
LMR_HISTORY = parameter("reduction, 16384ths of history less", 68, 12)
LMR_LESS = parameter("reduction, less for every move", 66, 12)
LMR_CUT_NODE = parameter("reduction, where a cut-off is expected", 152, 20)
LMR_NOT_IMPROVING = parameter("reduction, unless rising", 46, 14)
LMR_HASH_MOVE_NOISY = parameter("reduction, where the table's move is noisy", 80, 14)
LMR_PV = parameter("reduction, less in an open window", 26, 16)
LMR_WAS_PV = parameter("reduction, less where a window was open before", 50, 16)
LMR_CUTOFFS = parameter("reduction, where the moves before met many cut-offs", 50, 16)
LMR_FAVOURED = parameter("reduction, less for a favoured move", 42, 16)
LMR_CHECK = parameter("reduction, less for a check", 173, 40)
LMR_DEEPER = parameter("surprise, above the best for a ply more", 28, 10)
LMR_SHALLOWER = parameter("surprise, above the best for no ply less", 2, 3)
HISTORY_BONUS = parameter("credit for each ply", 269, 28)
HISTORY_BONUS_MOST = parameter("credit at most", 1171, 280, 1)
HISTORY_MALUS = parameter("blame, 64ths of credit", 107, 12)
HISTORY_BONUS_BEFORE = parameter("credit of the move before, for each ply", 134, 25)
HISTORY_BONUS_STATIC = parameter("credit by static values, quarters of their fall", 8, 7)
QUIESCENCE_FUTILITY = parameter("quiescence, above the static value", 164, 35)
CORRECTION_HISTORY = parameter("correction, 16384ths of what was learned", 40, 6)

VALUES = np.array([each.value for each in PARAMETERS], np.int64)


@generic()
def tunable(thread: Record, index: Int) -> Int:
    """The value of a parameter."""
    return np.int64(VALUES[index])
