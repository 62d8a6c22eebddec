"""Turns that force: after them the enemy has to place every stone of his turn where it stops a threat.

For Connect6 these are double threats: two stones are needed to stop them, in at most four ways.
"""

import numpy as np

from boyi.engines.connect6.desk import MOST_PAIRS, first, pack, second
from boyi.engines.connect6.position import lift, put
from boyi.engines.connect6.prospects import (
    BUILDS,
    THREATENS,
    builds,
    mark_points,
    threats_coming,
    threats_made,
    weight,
)
from boyi.engines.connect6.roads import owned
from boyi.engines.connect6.threats import defences, threatens, threats_through
from boyi.engines.jit import Bool, Int, Record, inline, kernel


@kernel
def _try_turn(pos: Record, desk: Record, side: Int, level: Int, one: Int, other: Int, found: Int) -> Int:
    """Judge a turn of which the first stone is placed; -1 if it wins, else how many are listed then."""
    desk.trials += 1
    if other != one:
        if threats_made(pos, side) + threats_coming(pos, side, other) < desk.wanted:
            return found
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
            desk.attack_scores[level, found] = weight(pos, side)
            found += 1
    if other != one:
        lift(pos, other, side)
    return found


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
