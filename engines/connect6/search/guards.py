"""Defence by inverse threats: what the enemy could do with a free turn tells where stones are needed.

Where a sequence of threats would win for the enemy if the side to move passed, only the points of that proof
can stop it, and turns that threaten in their turn. Where none would, none wins after any turn either, since
stones only take attacks away: the points on which this is known are sealed.
"""

import numpy as np

from boyi.engines.connect6.position import lift, put
from boyi.engines.connect6.search.double_threats import EXHAUSTED, WON, lacks_roads, prove
from boyi.engines.connect6.search.forcing import list_turns
from boyi.engines.connect6.search.state import NOWHERE, first, pack, second
from boyi.engines.connect6.search.threats import pair_defences
from boyi.engines.connect6.search.turns import (
    append,
    lift_turn,
    list_pairs_with,
    pick,
    put_turn,
    rank_points,
    value_after,
    weigh_points,
)
from boyi.engines.jit import Bool, Int, Record, inline, kernel

SEQUENCE = 12
"""Forcing turns that a sequence in the tree has at most."""
EVERYWHERE = np.uint64(NOWHERE)
"""Stands for all points among the sealed ones."""
NAMED = 12
"""What a point gains each time that a proof names it."""
MOST_NAMED = 8
"""Times that count."""
ENOUGH = 3
"""Guards that stop everything alone, besides which no others are tried in pairs."""
TEMPO = 200
"""By how much a turn that threatens comes earlier than its static value says."""
THREATENING = 12
"""Own turns of one threat that are tried as a defence, and as many of two."""


@inline
def is_sealed(thread: Record, ply: Int, turn: Int) -> Bool:
    """Whether it is known that the enemy has no sequence of threats after a turn."""
    sealed = thread.sealed[ply]
    return sealed[EVERYWHERE] | sealed[first(turn)] | sealed[second(turn)] != 0


@inline
def _is_safe(outcome: Int, depth: Int) -> Bool:
    """Whether turns after which a free turn comes to this need no look of their own.

    Near the leaves a sequence that was given up counts as none: looking again there would be given up, too.
    """
    return outcome == EXHAUSTED or (outcome != WON and depth <= 1)


@kernel
def _free_turn(pos: Record, thread: Record, allowance: Int) -> Int:
    """What a free turn of the enemy would come to: WON, EXHAUSTED, or SHALLOW if it is not known."""
    return prove(pos, thread, np.int64(pos.side & 1) ^ 1, np.int64(SEQUENCE), allowance)


@kernel
def _rank_guards(pos: Record, thread: Record, wanted: Int) -> Int:
    """The best empty points of the last proof, best first, in `thread.guards`; how many there are."""
    weigh_points(pos, thread)
    worth, guards, count = thread.worth, thread.guards, np.int64(0)
    worth[:] = 0
    for i in range(thread.zoned):
        named = np.uint64(thread.zone[i])
        worth[named] = min(worth[named] + 1, MOST_NAMED)
    for point in range(pos.points):
        if worth[point] == 0 or pos.board[point] != 0:
            continue
        worth[point] = thread.gains[point] + NAMED * worth[point]
        if count == wanted and worth[point] <= worth[np.uint64(guards[count - 1])]:
            continue
        at = count if count < wanted else count - 1
        while at > 0 and worth[np.uint64(guards[at - 1])] < worth[point]:
            guards[at] = guards[at - 1]
            at -= 1
        guards[at] = point
        count = min(count + 1, wanted)
    return count


@inline
def append_turn(pos: Record, weights: Record, thread: Record, ply: Int, count: Int, turn: Int) -> Int:
    """Add a turn with its static value to a ply's list; how many it has then."""
    side = np.uint64(pos.side & 1)
    put_turn(pos, turn, side)
    count = append(thread, ply, count, turn, value_after(pos, weights))
    lift_turn(pos, turn, side)
    return count


@kernel
def list_threatening(pos: Record, weights: Record, thread: Record, ply: Int, most: Int, count: Int) -> Int:
    """List own turns that make threats, the most promising of each kind; how many turns the ply has then.

    The enemy must not threaten.
    """
    side = np.int64(pos.side & 1)
    if pos.left < pos.turn or lacks_roads(pos, side):
        return count
    thread.facing[0] = 0
    for spare in range(pos.turn):
        thread.spare, thread.wanted = spare, pos.turn - spare
        found = list_turns(pos, thread, side, np.int64(0))
        for i in range(min(found, most)):
            turn = pick(thread.attacks[0], thread.attack_scores[0], i, found)
            count = append_turn(pos, weights, thread, ply, count, turn)
            thread.scores[ply, np.uint64(count - 1)] += TEMPO
    thread.spare = 0
    return count


@kernel
def _try_alone(pos: Record, thread: Record, ply: Int, depth: Int, ranked: Int, allowance: Int) -> Int:
    """Bring the guards that alone stop what the enemy would do to the front; how many they are."""
    side, guards, alone = np.uint64(pos.side & 1), thread.guards, np.int64(0)
    for i in range(ranked):
        guard = np.uint64(guards[i])
        put(pos, guard, side)
        outcome = _free_turn(pos, thread, allowance)
        lift(pos, guard, side)
        thread.sealed[ply, guard] = _is_safe(outcome, depth)
        if outcome != WON:
            for j in range(i - alone):
                guards[i - j] = guards[i - j - 1]
            guards[alone] = guard
            alone += 1
    return alone


@kernel
def _list_guards(
    pos: Record, weights: Record, thread: Record, ply: Int, depth: Int, points: Int, allowance: Int
) -> Int:
    """List turns against a sequence of threats that was just found; how many there are.

    Each guard is tried alone first, if nodes are allowed for it.
    """
    ranked, count, guards = _rank_guards(pos, thread, points), np.int64(0), thread.guards
    alone = _try_alone(pos, thread, ply, depth, ranked, allowance) if allowance else ranked
    best, general = thread.best_points, rank_points(pos, thread, points)
    for i in range(ranked):
        one = np.uint64(guards[i])
        if pos.left == 1:
            count = append_turn(pos, weights, thread, ply, count, pack(one, one))
            continue
        if i >= alone >= ENOUGH:
            break
        for j in range(i + 1, ranked):
            count = append_turn(pos, weights, thread, ply, count, pack(one, np.uint64(guards[j])))
        for j in range(general if i < alone else 0):
            other, known = np.uint64(best[j]), False
            for k in range(ranked):
                known = known or guards[k] == other
            if not known:
                count = append_turn(pos, weights, thread, ply, count, pack(one, other))
    return count


@kernel
def seal(pos: Record, thread: Record, ply: Int, depth: Int, allowance: Int) -> Int:
    """See what a free turn of the enemy, who does not threaten, would come to; WON if it would win."""
    thread.sealed[ply, :] = 0
    outcome = _free_turn(pos, thread, allowance)
    thread.sealed[ply, EVERYWHERE] = _is_safe(outcome, depth)
    return outcome


@kernel
def list_inverse(
    pos: Record, weights: Record, thread: Record, ply: Int, depth: Int, points: Int, allowance: Int
) -> Int:
    """List the turns against a sequence of threats that `seal` found; how many there are.

    Own turns that threaten are among them, if there is depth to see what becomes of them.
    """
    count = _list_guards(pos, weights, thread, ply, depth, points, allowance)
    if depth > 1:
        count = list_threatening(pos, weights, thread, ply, np.int64(THREATENING), count)
    return count


@kernel
def list_stopping(
    pos: Record, weights: Record, thread: Record, ply: Int, depth: Int, ways: Int, points: Int, allowance: Int
) -> Int:
    """List the turns against threats that one stone stops, the other being free; how many there are.

    If the enemy has more in hand after the first stone, the second is sought where that would be hindered.
    """
    side, count = np.uint64(pos.side & 1), np.int64(0)
    thread.sealed[ply, :] = 0
    for i in range(ways):
        stop = first(thread.stops[i])
        count = list_pairs_with(pos, weights, thread, ply, stop, points, count)
        if allowance == 0 or pos.left == 1:
            continue
        put(pos, stop, side)
        outcome = _free_turn(pos, thread, allowance)
        ranked = _rank_guards(pos, thread, points) if outcome == WON else np.int64(0)
        lift(pos, stop, side)
        thread.sealed[ply, stop] = _is_safe(outcome, depth)
        for j in range(ranked):
            count = append_turn(pos, weights, thread, ply, count, pack(stop, np.uint64(thread.guards[j])))
    if pos.left == 2:
        for i in range(pair_defences(thread.blocks, thread.blocked, thread.replies[0])):
            count = append_turn(pos, weights, thread, ply, count, np.int64(thread.replies[0, i]))
    return count


@kernel
def list_every_second(pos: Record, thread: Record, ply: Int, ways: Int) -> Int:
    """List the turns against threats that one stone stops, with every other stone; how many there are."""
    weigh_points(pos, thread)
    thread.sealed[ply, :] = 0
    count = np.int64(0)
    for i in range(ways):
        stop = first(thread.stops[i])
        for point in range(pos.points):
            if pos.board[point] == 0 and point != stop:
                turn = pack(stop, np.uint64(point))
                count = append(thread, ply, count, turn, np.int64(thread.gains[point]))
    for i in range(pair_defences(thread.blocks, thread.blocked, thread.replies[0])):
        count = append(thread, ply, count, np.int64(thread.replies[0, i]), np.int64(0))
    return count
