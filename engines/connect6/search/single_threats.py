"""Threat sequences that begin with a single threat: a turn that a single stone stops, then double threats.

The defender may place his other stone anywhere. Most such turns fail even if he passes with it, which is
tried first; for the others every point of the board is tried, so that what is found is proven.
"""

import numpy as np

from boyi.engines.connect6.position import lift, put
from boyi.engines.connect6.search.double_threats import EXHAUSTED, SHALLOW, WON, attack
from boyi.engines.connect6.search.forcing import list_replies, list_turns
from boyi.engines.connect6.search.state import first, second
from boyi.engines.connect6.search.threats import all_threats, pair_defences, threatens, threats_through
from boyi.engines.connect6.search.turns import lift_turn, pick, put_turn
from boyi.engines.jit import Int, Record, kernel

MOST_TURNS = 48
"""Turns that leave a stone, best first, that are tried."""
FOLLOWING = 8
"""Forcing turns after such a turn, at most."""


@kernel
def _follow(pos: Record, thread: Record, side: Int) -> Int:
    """Whether double threats win from here, one turn after the root."""
    result = SHALLOW
    for limit in range(1, FOLLOWING + 1):
        enemy = side ^ 1
        thread.facing[1] = all_threats(pos, enemy, thread.sets[1]) if threatens(pos, enemy) else 0
        result = attack(pos, thread, side, np.int64(1), np.int64(limit))
        thread.proven = limit + 1
        if result != SHALLOW or thread.given_up:
            break
    return result


@kernel
def _survives(pos: Record, thread: Record, side: Int, stop: Int) -> Int:
    """Whether the attack goes on after one stopping stone and any other stone of the defender."""
    enemy = side ^ 1
    put(pos, stop, enemy)
    outcome = _follow(pos, thread, side)
    likely = np.int64(thread.proof[1])
    for i in range(pos.points + 2):
        if outcome != WON:
            break
        other = first(likely) if i == 0 else second(likely) if i == 1 else np.uint64(i - 2)
        if pos.board[other] == 0:
            put(pos, other, enemy)
            outcome = _follow(pos, thread, side)
            lift(pos, other, enemy)
    lift(pos, stop, enemy)
    return outcome


@kernel
def _holds(pos: Record, thread: Record, side: Int, turn: Int) -> Int:
    """Whether a turn that leaves a stone wins against every defence."""
    ways, outcome = list_replies(pos, thread, side, np.int64(0), turn), WON
    for i in range(ways):
        outcome = _survives(pos, thread, side, first(thread.replies[0, i]))
        if outcome != WON:
            return outcome
    sets = thread.sets[0]
    count = threats_through(pos, side, first(turn), sets, np.int64(0))
    count = threats_through(pos, side, second(turn), sets, count)
    for i in range(pair_defences(sets, count, thread.replies[0])):
        reply = np.int64(thread.replies[0, i])
        put_turn(pos, reply, side ^ 1)
        outcome = _follow(pos, thread, side)
        lift_turn(pos, reply, side ^ 1)
        if outcome != WON:
            return outcome
    return outcome


@kernel
def prove_mixed(pos: Record, thread: Record, side: Int, allowance: Int) -> Int:
    """Whether a turn that leaves the defender a stone wins all the same; `thread.proof[0]` is that turn.

    Only where the enemy does not threaten, and turns have two stones.
    """
    if pos.turn != 2 or threatens(pos, side ^ 1):
        return EXHAUSTED
    thread.allowance, thread.given_up = thread.nodes + allowance, 0
    thread.facing[0], thread.spare, thread.wanted = 0, 1, 1
    found = list_turns(pos, thread, side, np.int64(0))
    thread.spare = 0
    for i in range(min(found, MOST_TURNS)):
        turn = pick(thread.attacks[0], thread.attack_scores[0], i, found)
        put_turn(pos, turn, side)
        outcome = _holds(pos, thread, side, turn)
        lift_turn(pos, turn, side)
        if outcome == WON:
            thread.proof[0] = turn
            return WON
        if thread.given_up:
            return SHALLOW
    return EXHAUSTED
