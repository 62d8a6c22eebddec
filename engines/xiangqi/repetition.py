"""How a game of xiangqi ends without mate: repetition, perpetual check and chase, the natural limit."""

import numpy as np

from boyi.engines.bits import ZERO
from boyi.engines.jit import Bool, Int, Record, inline, kernel
from boyi.engines.rules import (
    CONCEDED,
    DRAWN,
    FORFEITED,
    LOST,
    ONGOING,
    WON,
    generate,
    idleness,
    in_check,
    outcome,
)
from boyi.engines.xiangqi.chase import chaser
from boyi.engines.xiangqi.position import ADVISORS, ELEPHANTS, KINGS, POSITION, SIMPLE, checked, hashed

RULE_SETS = ("computer", "asian", "simple")
"""In the order of the numbers in `rules`. "simple" knows perpetual check alone."""
RETURNS = np.array([2, 3, 2], np.int64)
"""How often a position must come back to be judged, by rule set; once inside a search."""
PLAIN = np.array([ONGOING, LOST, DRAWN, WON, LOST, WON], np.int64)
"""What each outcome means to the players of a game."""
NATURAL_LIMIT = np.array([120, 100, 120], np.int64)
"""Plies without a capture after which the game is drawn."""


@inline
def _gave_check(pos: Record, height: Int) -> Bool:
    """Whether the side to move was in check in the position at a height below the present one."""
    return (pos.checkings[height, 0] | pos.checkings[height, 1]) != ZERO


@kernel
def _verdict(pos: Record, plies: Int, suffered: Bool, dealt: Bool) -> Int:
    """The judgement on a loop of so many plies, for the side to move: who checks or chases all the time."""
    if suffered or dealt:
        return DRAWN if suffered and dealt else (CONCEDED if suffered else FORFEITED)
    if pos.rules == SIMPLE:
        return DRAWN
    guilty = chaser(pos, plies)
    if guilty == 2:
        return DRAWN
    return FORFEITED if guilty == pos.side else CONCEDED


@inline
def judged(pos: Record, ply: Int) -> Int:
    """The judgement on a repetition; ONGOING if there is none yet. `ply` counts from the search's root."""
    height = np.int64(pos.height)
    furthest = min(np.int64(pos.back), height)
    needed, times = RETURNS[pos.rules], 0
    suffered, dealt, result = checked(pos), True, np.int64(ONGOING)
    for plies in range(2, furthest + 1, 2):
        suffered = suffered and _gave_check(pos, height - plies)
        dealt = dealt and _gave_check(pos, height - plies + 1)
        if plies >= 4 and pos.keys[height - plies] == pos.key:
            times += 1
            if times >= needed or plies <= ply:
                # a loop within a loop: what the larger one shows counts
                result = np.int64(_verdict(pos, np.int64(plies), suffered, dealt))
                if result == DRAWN or times >= needed:
                    break
    return result


@inline
def toothless(pos: Record) -> Bool:
    """Whether neither side has a piece that crosses the river."""
    pieces, tame = pos.pieces, ZERO
    for word in range(2):
        tame |= (pos.colours[0, word] | pos.colours[1, word]) & ~(
            pieces[KINGS, word] | pieces[ADVISORS, word] | pieces[ELEPHANTS, word]
        )
    return tame == ZERO


@in_check.register(POSITION)
def _in_check(pos: Record) -> Bool:
    return checked(pos)


@outcome.register(POSITION)
def _outcome(pos: Record, ply: Int) -> Int:
    # who has no move on the last ply has lost
    if pos.quiet >= NATURAL_LIMIT[pos.rules] and generate(pos, pos.scratch) > 0:
        return DRAWN
    if pos.back >= 4 and pos.seen[hashed(pos.key)]:
        result = judged(pos, ply)
        if result != ONGOING:
            return PLAIN[result] if ply == 0 else result
    return DRAWN if toothless(pos) else ONGOING


@idleness.register(POSITION)
def _idleness(pos: Record) -> Int:
    return np.int64(pos.quiet) * 100 // NATURAL_LIMIT[pos.rules]
