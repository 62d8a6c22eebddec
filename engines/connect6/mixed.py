"""Mixed sequences: a turn that a single stone stops, then double threats.

The defender may place his other stone anywhere. Most such turns fail even if he passes with it, which is
tried first; for the others every point of the board is tried, so that what is found is proven.
"""

import numpy as np

from boyi.engines.connect6.desk import first, second
from boyi.engines.connect6.forcing import list_replies, list_turns
from boyi.engines.connect6.position import lift, put
from boyi.engines.connect6.sequences import EXHAUSTED, SHALLOW, WON, attack
from boyi.engines.connect6.threats import all_threats, pair_defences, threatens, threats_through
from boyi.engines.connect6.turns import lift_turn, pick, put_turn
from boyi.engines.jit import Int, Record, kernel

MOST_TURNS = 48
"""Turns that leave a stone, best first, that are tried."""
FOLLOWING = 8
"""Forcing turns after such a turn, at most."""


@kernel
def _follow(pos: Record, desk: Record, side: Int) -> Int:
    """Whether double threats win from here, one turn after the root."""
    result = SHALLOW
    for limit in range(1, FOLLOWING + 1):
        enemy = side ^ 1
        desk.facing[1] = all_threats(pos, enemy, desk.sets[1]) if threatens(pos, enemy) else 0
        result = attack(pos, desk, side, np.int64(1), np.int64(limit))
        desk.proven = limit + 1
        if result != SHALLOW or desk.given_up:
            break
    return result


@kernel
def _survives(pos: Record, desk: Record, side: Int, stop: Int) -> Int:
    """Whether the attack goes on after one stopping stone and any other stone of the defender."""
    enemy = side ^ 1
    put(pos, stop, enemy)
    outcome = _follow(pos, desk, side)
    likely = np.int64(desk.proof[1])
    for i in range(pos.points + 2):
        if outcome != WON:
            break
        other = first(likely) if i == 0 else second(likely) if i == 1 else np.uint64(i - 2)
        if pos.board[other] == 0:
            put(pos, other, enemy)
            outcome = _follow(pos, desk, side)
            lift(pos, other, enemy)
    lift(pos, stop, enemy)
    return outcome


@kernel
def _holds(pos: Record, desk: Record, side: Int, turn: Int) -> Int:
    """Whether a turn that leaves a stone wins against every defence."""
    ways, outcome = list_replies(pos, desk, side, np.int64(0), turn), WON
    for i in range(ways):
        outcome = _survives(pos, desk, side, first(desk.replies[0, i]))
        if outcome != WON:
            return outcome
    sets = desk.sets[0]
    count = threats_through(pos, side, first(turn), sets, np.int64(0))
    count = threats_through(pos, side, second(turn), sets, count)
    for i in range(pair_defences(sets, count, desk.replies[0])):
        reply = np.int64(desk.replies[0, i])
        put_turn(pos, reply, side ^ 1)
        outcome = _follow(pos, desk, side)
        lift_turn(pos, reply, side ^ 1)
        if outcome != WON:
            return outcome
    return outcome


@kernel
def prove_mixed(pos: Record, desk: Record, side: Int, allowance: Int) -> Int:
    """Whether a turn that leaves the defender a stone wins all the same; `desk.proof[0]` is that turn.

    Only where the enemy does not threaten, and turns have two stones.
    """
    if pos.turn != 2 or threatens(pos, side ^ 1):
        return EXHAUSTED
    desk.allowance, desk.given_up = desk.nodes + allowance, 0
    desk.facing[0], desk.spare, desk.wanted = 0, 1, 1
    found = list_turns(pos, desk, side, np.int64(0))
    desk.spare = 0
    for i in range(min(found, MOST_TURNS)):
        turn = pick(desk.attacks[0], desk.attack_scores[0], i, found)
        put_turn(pos, turn, side)
        outcome = _holds(pos, desk, side, turn)
        lift_turn(pos, turn, side)
        if outcome == WON:
            desk.proof[0] = turn
            return WON
        if desk.given_up:
            return SHALLOW
    return EXHAUSTED
