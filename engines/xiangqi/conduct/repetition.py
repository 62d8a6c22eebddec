"""How a game of xiangqi ends without mate: repetition, perpetual check and chase, the natural limit."""

import numpy as np

from boyi.engines.jit import Bool, Int, Record, inline, kernel
from boyi.engines.jit.intrinsics import ZERO
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
from boyi.engines.xiangqi.conduct.chase import attacker, chaser
from boyi.engines.xiangqi.conduct.rulesets import ATTACKS, CHECKS, NOTHING
from boyi.engines.xiangqi.pieces import ADVISORS, ELEPHANTS, KINGS
from boyi.engines.xiangqi.position import POSITION, is_check, seen_index

PLAIN = np.array([ONGOING, LOST, DRAWN, WON, LOST, WON], np.int64)
"""What each outcome means to the players of a game."""


@inline
def _gave_check(pos: Record, height: Int) -> Bool:
    """Whether the side to move was in check in the position at a height below the present one."""
    return (pos.checkings[height, 0] | pos.checkings[height, 1]) != ZERO


@kernel
def _judge_loop(pos: Record, plies: Int, suffered: Bool, dealt: Bool) -> Int:
    """The judgement on a loop of so many plies, for the side to move: who checks or chases all the time."""
    if pos.rules == NOTHING:
        return DRAWN
    if suffered or dealt:
        return DRAWN if suffered and dealt else (CONCEDED if suffered else FORFEITED)
    if pos.rules == CHECKS:
        return DRAWN
    guilty = attacker(pos, plies) if pos.rules == ATTACKS else chaser(pos, plies)
    if guilty == 2:
        return DRAWN
    return FORFEITED if guilty == pos.side else CONCEDED


@inline
def judge_repetition(pos: Record, ply: Int) -> Int:
    """The judgement on a repetition; ONGOING if there is none yet. `ply` counts from the search's root."""
    height = np.int64(pos.height)
    furthest = min(np.int64(pos.back), height)
    needed, times = np.int64(pos.returns), 0
    suffered, dealt, result = is_check(pos), True, np.int64(ONGOING)
    for plies in range(2, furthest + 1, 2):
        suffered = suffered and _gave_check(pos, height - plies)
        dealt = dealt and _gave_check(pos, height - plies + 1)
        if plies >= 4 and pos.keys[height - plies] == pos.key:
            times += 1
            if times >= needed or plies <= ply:
                # a loop within a loop: what the larger one shows counts
                result = np.int64(_judge_loop(pos, np.int64(plies), suffered, dealt))
                if result == DRAWN or times >= needed:
                    break
                # who would forfeit the game by going on may still turn away
                result = np.int64(ONGOING)
    return result


@inline
def no_attackers(pos: Record) -> Bool:
    """Whether neither side has a piece that crosses the river."""
    pieces, tame = pos.pieces, ZERO
    for word in range(2):
        tame |= (pos.colours[0, word] | pos.colours[1, word]) & ~(
            pieces[KINGS, word] | pieces[ADVISORS, word] | pieces[ELEPHANTS, word]
        )
    return tame == ZERO


@in_check.register(POSITION)
def _in_check(pos: Record) -> Bool:
    return is_check(pos)


@inline
def _drawn(pos: Record, repeated: Bool) -> Int:
    """What a draw counts for the side to move: a draw, unless `Draw Rule` gives it to a colour."""
    if pos.draws == 0 or (pos.draws > 2 and not repeated):
        return np.int64(DRAWN)
    winner = (np.int64(pos.draws) - 1) & 1
    return np.int64(CONCEDED if winner == pos.side else FORFEITED)


@inline
def _judge(pos: Record, ply: Int) -> Int:
    """How the game has ended; what loses by a rule of conduct is told apart from mate."""
    # who has no move on the last ply has lost
    if pos.quiet >= pos.limit and generate(pos, pos.scratch) > 0:
        return _drawn(pos, False)
    if pos.back >= 4 and pos.seen[seen_index(pos.key)]:
        result = judge_repetition(pos, ply)
        if result != ONGOING:
            return _drawn(pos, True) if result == DRAWN else result
    return _drawn(pos, False) if no_attackers(pos) else np.int64(ONGOING)


@outcome.register(POSITION)
def _outcome(pos: Record, ply: Int) -> Int:
    result = _judge(pos, ply)
    return PLAIN[result] if ply == 0 else result


@idleness.register(POSITION)
def _idleness(pos: Record) -> Int:
    return np.int64(pos.quiet) * 100 // np.int64(pos.limit)
