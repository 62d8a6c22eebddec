"""Turns that force: after them the enemy has to place every stone of his turn where it stops a threat.

For Connect6 these are double threats: two stones are needed to stop them, in at most four ways.
"""

import numpy as np

from boyi.engines.connect6.position import lift, put
from boyi.engines.connect6.roads import owned_stones, roads_with
from boyi.engines.connect6.search.state import MOST_PAIRS, first, note, pack, second
from boyi.engines.connect6.search.threats import defences, threatens, threats_through
from boyi.engines.connect6.shape import PLACES
from boyi.engines.jit import Bool, Int, Record, inline, kernel

BUILDS, THREATENS = 1, 2
"""Marks of a point: with another stone it makes a threat; alone it does."""


@kernel
def mark_points(pos: Record, thread: Record, side: Int, level: Int) -> Int:
    """Mark and list the points by which a side can make threats; how many there are."""
    marks, cells, count = thread.marks[level], thread.cells[level], np.uint64(0)
    marks[:] = 0
    alone = pos.length - pos.turn - 1
    paired = alone - 1 if pos.turn == 2 else alone
    for place in range(PLACES):
        stones = owned_stones(np.int64(pos.roads[np.uint64(place)]), side)
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


@kernel
def builds(pos: Record, point: Int, side: Int) -> Bool:
    """Whether a point is empty and lies on a road that a side alone has stones on."""
    if pos.board[point] != 0:
        return False
    for direction in range(4):
        start = np.int64(pos.places[point, direction])
        for place in range(start, start + pos.length):
            if owned_stones(np.int64(pos.roads[np.uint64(place)]), side) != 0:
                return True
    return False


@inline
def weight(pos: Record, side: Int) -> Int:
    """How much a side has to go on with: roads one and two stones short of a threat."""
    counts, threat = pos.counts[side], pos.length - pos.turn
    more = roads_with(counts, threat - 1)
    return 6 * roads_with(counts, threat) + 4 * more + (roads_with(counts, threat - 2) if threat > 2 else 0)


@inline
def count_threats(pos: Record, side: Int) -> Int:
    """How many threats a side has."""
    counts, least, made = pos.counts[side], pos.length - pos.turn, np.int64(0)
    for stones in range(least, pos.length):
        made += roads_with(counts, stones)
    return made


@inline
def count_threats_after(pos: Record, side: Int, point: Int) -> Int:
    """How many roads through a point a stone there would make or keep a threat."""
    coming, least = np.int64(0), pos.length - pos.turn - 1
    for direction in range(4):
        start = np.int64(pos.places[point, direction])
        for place in range(start, start + pos.length):
            coming += owned_stones(np.int64(pos.roads[np.uint64(place)]), side) >= least
    return coming


@kernel
def _try_turn(pos: Record, thread: Record, side: Int, level: Int, one: Int, other: Int, found: Int) -> Int:
    """Judge a turn of which the first stone is placed; -1 if it wins, else how many are listed then."""
    thread.trials += 1
    if other != one:
        if count_threats(pos, side) + count_threats_after(pos, side, other) < thread.wanted:
            return found
        put(pos, other, side)
    if not threatens(pos, side ^ 1):
        sets = thread.sets[level]
        count = threats_through(pos, side, one, sets, np.int64(0))
        if other != one:
            count = threats_through(pos, side, other, sets, count)
        need, _ = defences(sets, count, thread.replies[level])
        if need > pos.turn:
            thread.proof[level] = pack(one, other)
            for i in range(count):
                note(thread, np.int64(sets[i]))
            note(thread, pack(one, other))
            found = np.int64(-1)
        elif need == pos.turn - thread.spare and found < MOST_PAIRS:
            thread.attacks[level, found] = pack(one, other)
            thread.attack_scores[level, found] = weight(pos, side)
            found += 1
    if other != one:
        lift(pos, other, side)
    return found


@inline
def _is_new_partner(thread: Record, one: Int, other: Int) -> Bool:
    """Whether a partner of the present first stone was not tried yet; it is from now on."""
    unseen = thread.seen[other] != thread.stamp and other != one
    thread.seen[other] = thread.stamp
    return unseen


@kernel
def _try_partners(
    pos: Record, thread: Record, side: Int, level: Int, one: Int, cells: Int, found: Int
) -> Int:
    """Try every turn of a placed stone with a partner that comes after it, or that it does not need."""
    thread.stamp += 1
    marks, least = thread.marks[level], pos.length - pos.turn
    # partners on a common road
    for direction in range(4):
        start = np.int64(pos.places[one, direction])
        for place in range(start, start + pos.length):
            if owned_stones(np.int64(pos.roads[np.uint64(place)]), side) >= least - 1:
                for i in range(pos.length):
                    other = np.uint64(pos.place_points[np.uint64(place - i)])
                    if other > one and pos.board[other] == 0 and _is_new_partner(thread, one, other):
                        found = _try_turn(pos, thread, side, level, one, other, found)
                        if found < 0:
                            return found
    # partners that threaten elsewhere, or that only build if the first stone alone suffices
    if marks[one] & THREATENS != 0:
        sets = thread.sets[level]
        need, _ = defences(sets, threats_through(pos, side, one, sets, np.int64(0)), thread.replies[level])
        free = need >= pos.turn - thread.spare
        for i in range(pos.points if free else cells):
            other = np.uint64(i) if free else np.uint64(thread.cells[level, np.uint64(i)])
            wanted = builds(pos, other, side) if free else marks[other] & THREATENS != 0 and other > one
            if wanted and pos.board[other] == 0 and _is_new_partner(thread, one, other):
                found = _try_turn(pos, thread, side, level, one, other, found)
                if found < 0:
                    return found
    return found


@kernel
def _list_attacks(pos: Record, thread: Record, side: Int, level: Int, cells: Int) -> Int:
    """List the turns that force the defender; -1 if one of them wins at once."""
    found = np.int64(0)
    for i in range(cells):
        one = np.uint64(thread.cells[level, np.uint64(i)])
        put(pos, one, side)
        if pos.turn == 1:
            found = _try_turn(pos, thread, side, level, one, one, found)
        else:
            found = _try_partners(pos, thread, side, level, one, cells, found)
        lift(pos, one, side)
        if found < 0:
            return found
    return found


@kernel
def _list_blocking(pos: Record, thread: Record, side: Int, level: Int, cells: Int, threat: Int) -> Int:
    """List the turns that force a defender who threatens, too, and stop the first threat; -1 if one wins."""
    found = np.int64(0)
    for one in (first(threat), second(threat)):
        put(pos, one, side)
        if pos.turn == 1:
            found = _try_turn(pos, thread, side, level, one, one, found)
        else:
            for i in range(cells):
                other = np.uint64(thread.cells[level, np.uint64(i)])
                if other != one:
                    found = _try_turn(pos, thread, side, level, one, other, found)
                    if found < 0:
                        break
        lift(pos, one, side)
        if found < 0 or first(threat) == second(threat):
            return found
    return found


@kernel
def _add_counter_threats(pos: Record, thread: Record, level: Int, cells: Int) -> Int:
    """Add the points of the enemy's threats to the listed ones; how many there are then."""
    for i in range(thread.facing[level]):
        threat = np.int64(thread.sets[level, i])
        for point in (first(threat), second(threat)):
            if thread.marks[level, point] == 0:
                thread.marks[level, point] = BUILDS
                thread.cells[level, cells] = point
                cells += 1
    return cells


@kernel
def list_turns(pos: Record, thread: Record, side: Int, level: Int) -> Int:
    """List the turns that force the defender, who may threaten, too; -1 if one of them wins at once."""
    cells = mark_points(pos, thread, side, level)
    if thread.facing[level] == 0:
        return _list_attacks(pos, thread, side, level, cells)
    cells, threat = _add_counter_threats(pos, thread, level, cells), np.int64(thread.sets[level, 0])
    return _list_blocking(pos, thread, side, level, cells, threat)


@kernel
def list_replies(pos: Record, thread: Record, side: Int, level: Int, turn: Int) -> Int:
    """Write every defence against a forcing turn into `thread.replies`; how many there are."""
    sets = thread.sets[level]
    count = threats_through(pos, side, first(turn), sets, np.int64(0))
    if first(turn) != second(turn):
        count = threats_through(pos, side, second(turn), sets, count)
    return defences(sets, count, thread.replies[level])[1]
