"""Threat sequences: wins by turns that each leave the defender no choice but to stop them.

For Connect6 these are double threats (VCDT): two stones are needed to stop them, and there are at
most four ways to place the two. Depth-first with deepening; what failed is remembered by key and depth.
"""

import numpy as np

from boyi.engines.connect6.desk import LEVELS, MEMO, MOST_PAIRS, first, pack, poll, second
from boyi.engines.connect6.position import SIDE_KEY, lift, put
from boyi.engines.connect6.roads import owned, roads_with
from boyi.engines.connect6.shape import PLACES
from boyi.engines.connect6.threats import all_threats, defences, threatens, threats_through
from boyi.engines.jit import Bool, Int, Record, Word, inline, kernel

EXHAUSTED, SHALLOW, WON = 0, 1, 2
"""No sequence wins; none within the depth; one does."""

BUILDS, THREATENS = 1, 2
"""Marks of a point: with another stone it makes a threat; alone it does."""

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
def mark_points(pos: Record, desk: Record, side: Int, level: Int) -> Int:
    """Mark and list the points by which a side can make threats; how many there are."""
    marks, cells, count = desk.marks[level], desk.cells[level], np.uint64(0)
    marks[:] = 0
    alone = pos.length - pos.turn - 1
    paired = alone - 1 if pos.turn == 2 else alone
    for place in range(PLACES):
        stones = owned(np.int64(pos.roads[np.uint64(place)]), side)
        if stones != 0 and stones >= paired:
            mark = THREATENS if stones >= alone else BUILDS
            for i in range(pos.length):
                point = np.uint64(pos.place_points[np.uint64(place - i)])
                if pos.board[point] == 0:
                    if marks[point] == 0:
                        cells[count] = point
                        count += np.uint64(1)
                    marks[point] |= mark
    return np.int64(count)


@inline
def _weight(pos: Record, side: Int) -> Int:
    """How much a side has to go on with: roads one and two stones short of a threat."""
    counts, threat = pos.counts[side], pos.length - pos.turn
    more = roads_with(counts, threat - 1)
    return 6 * roads_with(counts, threat) + 4 * more + (roads_with(counts, threat - 2) if threat > 2 else 0)


@kernel
def _try_turn(pos: Record, desk: Record, side: Int, level: Int, one: Int, other: Int, found: Int) -> Int:
    """Judge a turn of which the first stone is placed; -1 if it wins, else how many are listed then."""
    desk.trials += 1
    if other != one:
        put(pos, other, side)
    if not threatens(pos, side ^ 1):
        sets = desk.sets[level]
        count = threats_through(pos, side, one, sets, np.int64(0))
        if other != one:
            count = threats_through(pos, side, other, sets, count)
        need, _ = defences(sets, count, desk.replies[level])
        if need > pos.turn:
            desk.proof[level] = pack(one, other)
            found = np.int64(-1)
        elif need == pos.turn - desk.spare and found < MOST_PAIRS:
            desk.attacks[level, found] = pack(one, other)
            desk.attack_scores[level, found] = _weight(pos, side)
            found += 1
    if other != one:
        lift(pos, other, side)
    return found


@kernel
def builds(pos: Record, point: Int, side: Int) -> Bool:
    """Whether a point is empty and lies on a road that a side alone has stones on."""
    if pos.board[point] != 0:
        return False
    for direction in range(4):
        start = np.int64(pos.places[point, direction])
        for place in range(start, start + pos.length):
            if owned(np.int64(pos.roads[np.uint64(place)]), side) != 0:
                return True
    return False


@inline
def _fresh(desk: Record, one: Int, other: Int) -> Bool:
    """Whether a partner of the present first stone was not tried yet; it is from now on."""
    unseen = desk.seen[other] != desk.stamp and other != one
    desk.seen[other] = desk.stamp
    return unseen


@kernel
def _try_partners(pos: Record, desk: Record, side: Int, level: Int, one: Int, cells: Int, found: Int) -> Int:
    """Try every turn of a placed stone with a partner that comes after it, or that it does not need."""
    desk.stamp += 1
    marks, least = desk.marks[level], pos.length - pos.turn
    # partners on a common road
    for direction in range(4):
        start = np.int64(pos.places[one, direction])
        for place in range(start, start + pos.length):
            if owned(np.int64(pos.roads[np.uint64(place)]), side) >= least - 1:
                for i in range(pos.length):
                    other = np.uint64(pos.place_points[np.uint64(place - i)])
                    if other > one and pos.board[other] == 0 and _fresh(desk, one, other):
                        found = _try_turn(pos, desk, side, level, one, other, found)
                        if found < 0:
                            return found
    # partners that threaten elsewhere, or that only build if the first stone alone suffices
    if marks[one] & THREATENS != 0:
        sets = desk.sets[level]
        need, _ = defences(sets, threats_through(pos, side, one, sets, np.int64(0)), desk.replies[level])
        enough, free = need >= pos.turn - desk.spare, need >= pos.turn
        for i in range(pos.points if free else cells):
            other = np.uint64(i) if free else np.uint64(desk.cells[level, np.uint64(i)])
            wanted = builds(pos, other, side) if free else marks[other] & THREATENS != 0 and other > one
            wanted = wanted or enough
            if wanted and pos.board[other] == 0 and _fresh(desk, one, other):
                found = _try_turn(pos, desk, side, level, one, other, found)
                if found < 0:
                    return found
    return found


@kernel
def _list_attacks(pos: Record, desk: Record, side: Int, level: Int, cells: Int) -> Int:
    """List the turns that force the defender; -1 if one of them wins at once."""
    found = np.int64(0)
    for i in range(cells):
        one = np.uint64(desk.cells[level, np.uint64(i)])
        put(pos, one, side)
        if pos.turn == 1:
            found = _try_turn(pos, desk, side, level, one, one, found)
        else:
            found = _try_partners(pos, desk, side, level, one, cells, found)
        lift(pos, one, side)
        if found < 0:
            return found
    return found


@kernel
def _list_blocking(pos: Record, desk: Record, side: Int, level: Int, cells: Int, threat: Int) -> Int:
    """The same where the enemy threatens, too: a stone must stand on the first of its threats."""
    found = np.int64(0)
    for one in (first(threat), second(threat)):
        put(pos, one, side)
        if pos.turn == 1:
            found = _try_turn(pos, desk, side, level, one, one, found)
        else:
            for i in range(cells):
                other = np.uint64(desk.cells[level, np.uint64(i)])
                if other != one:
                    found = _try_turn(pos, desk, side, level, one, other, found)
                    if found < 0:
                        break
        lift(pos, one, side)
        if found < 0 or first(threat) == second(threat):
            return found
    return found


@inline
def pick(turns: np.ndarray, scores: np.ndarray, index: Int, count: Int) -> Int:
    """Bring the best of the turns from an index on to that index."""
    best = index
    for i in range(index + 1, count):
        if scores[i] > scores[best]:
            best = i
    turns[index], turns[best] = turns[best], turns[index]
    scores[index], scores[best] = scores[best], scores[index]
    return np.int64(turns[index])


@inline
def put_turn(pos: Record, turn: Int, side: Int) -> None:
    """Place the stones of a turn; whose turn it is does not change."""
    put(pos, first(turn), side)
    if first(turn) != second(turn):
        put(pos, second(turn), side)


@inline
def lift_turn(pos: Record, turn: Int, side: Int) -> None:
    """Take the stones of a turn away."""
    lift(pos, first(turn), side)
    if first(turn) != second(turn):
        lift(pos, second(turn), side)


@kernel
def _list_facing(pos: Record, desk: Record, level: Int, cells: Int) -> Int:
    """Add the points of the enemy's threats to the listed ones; how many there are then."""
    for i in range(desk.facing[level]):
        threat = np.int64(desk.sets[level, i])
        for point in (first(threat), second(threat)):
            if desk.marks[level, point] == 0:
                desk.marks[level, point] = BUILDS
                desk.cells[level, cells] = point
                cells += 1
    return cells


@kernel
def list_turns(pos: Record, desk: Record, side: Int, level: Int) -> Int:
    """List the turns that force the defender, who may threaten, too; -1 if one of them wins at once."""
    cells = mark_points(pos, desk, side, level)
    if desk.facing[level] == 0:
        return _list_attacks(pos, desk, side, level, cells)
    cells, threat = _list_facing(pos, desk, level, cells), np.int64(desk.sets[level, 0])
    return _list_blocking(pos, desk, side, level, cells, threat)


@kernel
def list_replies(pos: Record, desk: Record, side: Int, level: Int, turn: Int) -> Int:
    """Write every defence against a forcing turn into `desk.replies`; how many there are."""
    sets = desk.sets[level]
    count = threats_through(pos, side, first(turn), sets, np.int64(0))
    if first(turn) != second(turn):
        count = threats_through(pos, side, second(turn), sets, count)
    return defences(sets, count, desk.replies[level])[1]


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
    # 2. Turns that force, or win at once
    found = list_turns(pos, desk, side, level)
    if found < 0:
        return WON
    if found == 0 or depth <= 1 or level + 1 >= LEVELS:
        _note(desk, key, FINAL if found == 0 else depth)
        return EXHAUSTED if found == 0 else SHALLOW
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
