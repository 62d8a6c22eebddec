"""Threat sequences: wins by turns that each leave the defender no choice but to stop them.

For Connect6 this is VCDT, victory by continuous double threats. Depth-first with deepening; what failed is
remembered by key and depth.
"""

import numpy as np

from boyi.engines.connect6.desk import LEVELS, MEMO, first, poll, second
from boyi.engines.connect6.forcing import list_replies, list_turns
from boyi.engines.connect6.position import SIDE_KEY
from boyi.engines.connect6.threats import all_threats, threatens, threats_through
from boyi.engines.connect6.turns import lift_turn, pick, put_turn
from boyi.engines.jit import Int, Record, Word, inline, kernel

EXHAUSTED, SHALLOW, WON = 0, 1, 2
"""No sequence wins; none within the depth; one does."""

DEPTH = np.uint64(0xFF)
FINAL = 254
"""Depth under which an exhausted search is remembered."""


@inline
def _recall(desk: Record, key: Word) -> Int:
    """The depth to which a position is known to fail."""
    word = desk.memo[key & np.uint64(MEMO - 1)]
    return np.int64(word & DEPTH) if (word ^ key) & ~DEPTH == np.uint64(0) else np.int64(0)


@inline
def _note(desk: Record, key: Word, depth: Int) -> None:
    desk.memo[key & np.uint64(MEMO - 1)] = key & ~DEPTH | np.uint64(depth)


@kernel
def _face(pos: Record, desk: Record, side: Int, level: Int, reply: Int) -> None:
    """List the threats that a defence makes on its part."""
    count = np.int64(0)
    if threatens(pos, side ^ 1):
        sets = desk.sets[level]
        count = threats_through(pos, side ^ 1, first(reply), sets, count)
        count = threats_through(pos, side ^ 1, second(reply), sets, count)
    desk.facing[level] = count


@kernel
def attack(pos: Record, desk: Record, side: Int, level: Int, depth: Int) -> Int:
    """Whether the side to move, which can't win at once, wins by at most `depth` forcing turns.

    `desk.proof[level]` is then the first of them. The enemy's threats are listed beforehand.
    """
    # 1. Enough nodes, and what is remembered
    if poll(desk) or desk.nodes >= desk.allowance:
        desk.given_up = 1
        return SHALLOW
    key = pos.key ^ (SIDE_KEY if side else np.uint64(0))
    known = _recall(desk, key)
    if known >= depth:
        return SHALLOW if known < FINAL else EXHAUSTED
    # 2. Turns that force, or win at once: so many stones stop them, and so many threats they have at least
    last = depth <= 1 and level > 0
    desk.wanted = pos.turn + 1 if last else pos.turn
    found = list_turns(pos, desk, side, level)
    if found < 0:
        return WON
    if last or found == 0 or depth <= 1 or level + 1 >= LEVELS:
        final = found == 0 and not last
        _note(desk, key, FINAL if final else depth)
        return EXHAUSTED if final else SHALLOW
    # 3. Each of them, against every defence
    result = EXHAUSTED
    for i in range(found):
        turn = pick(desk.attacks[level], desk.attack_scores[level], i, found)
        put_turn(pos, turn, side)
        outcome = WON
        for j in range(list_replies(pos, desk, side, level, turn)):
            reply = np.int64(desk.replies[level, j])
            put_turn(pos, reply, side ^ 1)
            _face(pos, desk, side, level + 1, reply)
            outcome = attack(pos, desk, side, level + 1, depth - 1)
            lift_turn(pos, reply, side ^ 1)
            if outcome != WON:
                break
        lift_turn(pos, turn, side)
        if outcome == WON:
            desk.proof[level] = turn
            return WON
        if desk.given_up:
            return SHALLOW
        result = max(result, outcome)
    _note(desk, key, FINAL if result == EXHAUSTED else depth)
    return result


@kernel
def prove(pos: Record, desk: Record, side: Int, depth: Int, allowance: Int) -> Int:
    """Whether the side to move wins by forcing turns, looked for ever deeper; `desk.proof[0]` is the first.

    The search is given up after `allowance` nodes. The side has no win at once. `desk.proven` is the
    number of forcing turns that suffice.
    """
    desk.allowance, desk.given_up = desk.nodes + allowance, 0
    result = SHALLOW
    for limit in range(1, depth + 1):
        desk.proven = limit
        desk.facing[0] = all_threats(pos, side ^ 1, desk.sets[0]) if threatens(pos, side ^ 1) else 0
        result = attack(pos, desk, side, np.int64(0), np.int64(limit))
        if result != SHALLOW or desk.given_up:
            break
    return result
