"""Margins: the numbers by which search prunes, reduces and learns, in one table, so that play can tune them.

Compiled into the search as constants; a desk of another type may bring its own, by a body for `margin`.
Values are centipawns, depths sixtieths of a ply, unless said. "Rising" is a static value above that of two
plies ago.
"""

from dataclasses import dataclass

import numpy as np

from boyi.engines.jit import Int, Record, generic


@dataclass(frozen=True)
class Margin:
    """One of these numbers."""

    name: str
    value: int
    step: int
    """How far a tuner moves it to see a difference in play."""
    least: int = 0


MARGINS = (
    Margin("reverse futility, for each ply", 93, 12),
    Margin("reverse futility, less when rising", 56, 15),
    Margin("razoring, for each ply", 220, 40),
    Margin("null move, static value above beta", 123, 25),
    Margin("null move, reduction", 269, 30, 60),
    Margin("null move, reduction for each ply", 11, 4),
    Margin("null move, surplus worth a ply", 120, 35, 1),
    Margin("promising capture, above beta", 202, 35),
    Margin("singular, sixteenths below the table's score for each ply", 32, 7),
    Margin("singular, below that for a second ply", 27, 9),
    Margin("late moves, 64ths of 3 + plies squared", 93, 12),
    Margin("late moves, the same when rising", 193, 24),
    Margin("futility", 6, 20),
    Margin("futility, for each ply", 29, 14),
    Margin("futility, 16384ths of history", 107, 30),
    Margin("disliked by history, for each ply", 5112, 500),
    Margin("quiet moves that lose material, for each squared ply", 19, 5),
    Margin("noisy moves that lose material, for each ply", 103, 15),
    Margin("reduction, 64ths of the table", 72, 6),
    Margin("reduction of noisy moves, 64ths of that", 15, 7),
    Margin("reduction, 16384ths of history less", 68, 12),
    Margin("reduction, less for every move", 66, 12),
    Margin("reduction, where a cut-off is expected", 152, 20),
    Margin("reduction, unless rising", 46, 14),
    Margin("reduction, where the table's move is noisy", 80, 14),
    Margin("reduction, less in an open window", 26, 16),
    Margin("reduction, less where a window was open before", 50, 16),
    Margin("reduction, where the moves before met many cut-offs", 50, 16),
    Margin("reduction, less for a favoured move", 42, 16),
    Margin("reduction, less for a check", 173, 40),
    Margin("surprise, above the best for a ply more", 28, 10),
    Margin("surprise, above the best for no ply less", 2, 3),
    Margin("credit for each ply", 269, 28),
    Margin("credit at most", 1171, 280, 1),
    Margin("blame, 64ths of credit", 107, 12),
    Margin("credit of the move before, for each ply", 134, 25),
    Margin("credit by static values, quarters of their fall", 8, 7),
    Margin("quiescence, above the static value", 164, 35),
    Margin("correction, 16384ths of what was learned", 40, 6),
)
(
    REVERSE,
    REVERSE_RISING,
    RAZOR,
    NULL,
    NULL_BASE,
    NULL_DEPTH,
    NULL_SURPLUS,
    PROMISING,
    SINGULAR,
    SINGULAR_TWICE,
    LATE,
    LATE_RISING,
    FUTILE,
    FUTILE_DEPTH,
    FUTILE_HISTORY,
    DISLIKED,
    LOSING_QUIET,
    LOSING_NOISY,
    REDUCED,
    REDUCED_NOISY,
    REDUCED_HISTORY,
    REDUCED_LESS,
    REDUCED_CUT,
    REDUCED_FALLING,
    REDUCED_TABLE_NOISY,
    REDUCED_OPEN,
    REDUCED_ONCE_OPEN,
    REDUCED_CUTS,
    REDUCED_FAVOURED,
    REDUCED_CHECK,
    DEEPER,
    SHALLOWER,
    CREDIT,
    MOST_CREDIT,
    BLAME,
    CREDIT_BEFORE,
    CREDIT_STATIC,
    QUIESCENCE,
    CORRECTION,
) = range(len(MARGINS))
VALUES = np.array([margin.value for margin in MARGINS], np.int64)


@generic()
def margin(work: Record, which: Int) -> Int:
    """The margin of this number."""
    return np.int64(VALUES[which])
