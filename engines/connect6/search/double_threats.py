"""Threat sequences: wins by turns that each leave the defender no choice but to stop them.

For Connect6 this is VCDT, victory by continuous double threats. Depth-first with deepening; what failed is
remembered by key and depth.
"""

import numpy as np

from boyi.engines.connect6.position import SIDE_KEY, key_of_turn
from boyi.engines.connect6.roads import roads_with
from boyi.engines.connect6.search.forcing import list_replies, list_turns, weight
from boyi.engines.connect6.search.state import LEVELS, MEMO, first, note, poll, second
from boyi.engines.connect6.search.threats import all_threats, threatens, threats_through
from boyi.engines.connect6.search.turns import lift_turn, pick, put_turn
from boyi.engines.jit import Bool, Int, Record, Word, inline, kernel

EXHAUSTED, SHALLOW, WON = 0, 1, 2
"""No sequence of those tried wins; none within the depth; one does."""

DEPTH = np.uint64(0xFF)
SALT = np.uint64(0x9E3779B97F4A7C15)
"""Tells apart what is remembered of searches of different width."""
LEAST = np.int64(3)
"""Turns that are tried in any position; each level has a quarter of the last one's."""
FAVOURED = 1000
"""By how much a turn comes earlier that won before at its level."""
FINAL = 254
"""Depth under which an exhausted search is remembered."""


@inline
def _probe_memo(thread: Record, key: Word) -> Int:
    """The depth to which a position is known to fail."""
    word = thread.memo[key & np.uint64(MEMO - 1)]
    return np.int64(word & DEPTH) if (word ^ key) & ~DEPTH == np.uint64(0) else np.int64(0)


@inline
def _store_memo(thread: Record, key: Word, depth: Int) -> None:
    thread.memo[key & np.uint64(MEMO - 1)] = key & ~DEPTH | np.uint64(depth)


@kernel
def _list_counter_threats(pos: Record, thread: Record, side: Int, level: Int, reply: Int) -> None:
    """List the threats that a defence makes on its part."""
    count = np.int64(0)
    if threatens(pos, side ^ 1):
        sets = thread.sets[level]
        count = threats_through(pos, side ^ 1, first(reply), sets, count)
        count = threats_through(pos, side ^ 1, second(reply), sets, count)
    thread.facing[level] = count


@inline
def _favour_last_proof(thread: Record, level: Int, found: Int) -> None:
    """Bring a turn forward that was part of the last proof."""
    for i in range(found):
        if thread.attacks[level, i] == thread.proof[level]:
            thread.attack_scores[level, i] += FAVOURED


@kernel
def _order_replies(pos: Record, thread: Record, side: Int, level: Int, ways: Int) -> None:
    """Bring the reply first that leaves the attacker least to go on with."""
    least, replies = np.int64(1 << 60), thread.replies[level]
    for i in range(ways):
        reply = np.int64(replies[i])
        put_turn(pos, reply, side ^ 1)
        left = weight(pos, side) - weight(pos, side ^ 1)
        lift_turn(pos, reply, side ^ 1)
        if left < least:
            least, replies[0], replies[i] = left, reply, replies[0]


@kernel
def attack(pos: Record, thread: Record, side: Int, level: Int, depth: Int) -> Int:
    """Whether the side to move, which can't win at once, wins by at most `depth` forcing turns.

    `thread.proof[level]` is then the first of them. The enemy's threats are listed beforehand.
    """
    # 1. Enough nodes, and what is remembered
    if poll(thread) or thread.nodes >= thread.allowance:
        thread.given_up = 1
        return SHALLOW
    key = pos.key ^ key_of_turn(pos) ^ (SIDE_KEY if side else np.uint64(0)) ^ np.uint64(thread.width) * SALT
    known = _probe_memo(thread, key)
    if known >= depth:
        return SHALLOW if known < FINAL else EXHAUSTED
    # 2. Turns that force, or win at once: so many stones stop them, and so many threats they have at least
    last = depth <= 1 and level > 0
    thread.wanted = pos.turn + 1 if last else pos.turn
    found = list_turns(pos, thread, side, level)
    if found < 0:
        return WON
    if last or found == 0 or depth <= 1 or level + 1 >= LEVELS:
        final = found == 0 and not last
        _store_memo(thread, key, FINAL if final else depth)
        return EXHAUSTED if final else SHALLOW
    # 3. The best of them, against every defence
    _favour_last_proof(thread, level, found)
    result = EXHAUSTED
    for i in range(min(found, max(thread.width >> np.int64(2 * level), LEAST))):
        turn = pick(thread.attacks[level], thread.attack_scores[level], i, found)
        begun = thread.zoned
        put_turn(pos, turn, side)
        outcome = WON
        ways = list_replies(pos, thread, side, level, turn)
        _order_replies(pos, thread, side, level, ways)
        for j in range(ways):
            reply = np.int64(thread.replies[level, j])
            note(thread, reply)
            put_turn(pos, reply, side ^ 1)
            _list_counter_threats(pos, thread, side, level + 1, reply)
            outcome = attack(pos, thread, side, level + 1, depth - 1)
            lift_turn(pos, reply, side ^ 1)
            if outcome != WON:
                break
        lift_turn(pos, turn, side)
        if outcome == WON:
            thread.proof[level] = turn
            note(thread, turn)
            return WON
        thread.zoned = begun
        if thread.given_up:
            return SHALLOW
        result = max(result, outcome)
    _store_memo(thread, key, FINAL if result == EXHAUSTED else depth)
    return result


@inline
def lacks_roads(pos: Record, side: Int) -> Bool:
    """Whether a side has too few roads for a turn that forces the enemy."""
    least, roads = max(pos.length - 2 * pos.turn, 1), np.int64(0)
    for stones in range(least, pos.length):
        roads += roads_with(pos.counts[side], stones)
    return roads < 2


@kernel
def prove(pos: Record, thread: Record, side: Int, depth: Int, allowance: Int) -> Int:
    """Whether a side wins by forcing turns if it is to move; `thread.proof[0]` is the first.

    They are looked for ever deeper, at first among the `thread.width` most promising ones, and given up
    after `allowance` nodes: only a win is certain. The side has no win at once.
    `thread.proven` is the number of forcing turns that suffice, `thread.zone` holds the points of the proof.
    """
    if lacks_roads(pos, side):
        return EXHAUSTED
    thread.allowance, thread.given_up = thread.nodes + allowance, 0
    result = SHALLOW
    for limit in range(1, depth + 1):
        thread.proven, thread.zoned = limit, 0
        thread.facing[0] = all_threats(pos, side ^ 1, thread.sets[0]) if threatens(pos, side ^ 1) else 0
        result = attack(pos, thread, side, np.int64(0), np.int64(limit))
        if result != SHALLOW or thread.given_up:
            break
    return result
