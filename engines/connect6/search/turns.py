"""Which turns are worth searching: points ranked by the roads through them, pairs by the evaluation.

A turn that has to stop threats is made of the points that do.
"""

import numpy as np

from boyi.engines.connect6.position import key_of_turn, lift, put
from boyi.engines.connect6.search.state import MOST_PAIRS, first, pack, second
from boyi.engines.connect6.shape import PLACES
from boyi.engines.jit import Int, Record, entry, inline, kernel
from boyi.engines.rules import evaluate

OWN_GAIN = np.array([0, 9, 26, 58, 110, 400, 3000], np.int64)
ENEMY_GAIN = np.array([0, 8, 24, 56, 220, 1500, 3000], np.int64)
"""What a stone is worth on a road that one colour alone has stones on, by their number."""


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


@inline
def make_turn(pos: Record, turn: Int) -> None:
    """Place the stones of the side to move and pass the turn."""
    side = np.uint64(pos.side & 1)
    pos.key ^= key_of_turn(pos)
    put_turn(pos, turn, side)
    pos.side ^= 1
    pos.left = pos.turn
    pos.key ^= key_of_turn(pos)


@inline
def unmake_turn(pos: Record, turn: Int, left: Int) -> None:
    """Take a turn back, after which `left` stones are to be placed again."""
    pos.key ^= key_of_turn(pos)
    pos.side ^= 1
    pos.left = left
    lift_turn(pos, turn, np.uint64(pos.side & 1))
    pos.key ^= key_of_turn(pos)


@kernel
def weigh_points(pos: Record, thread: Record) -> None:
    """What a stone of the side to move is worth on each empty point, as far as roads tell."""
    gains, black = thread.gains, pos.side == 0
    gains[:] = 0
    for place in range(PLACES):
        state = np.int64(pos.roads[np.uint64(place)])
        low, high = np.uint64(state & 15), np.uint64(state >> 4)
        if state == 0 or (low != 0 and high != 0):
            continue
        gain = OWN_GAIN[low | high] if (high == 0) == black else ENEMY_GAIN[low | high]
        for i in range(pos.length):
            gains[pos.place_points[np.uint64(place - i)]] += gain


@kernel
def rank_points(pos: Record, thread: Record, wanted: Int) -> Int:
    """The best empty points, best first, in `thread.best_points`; how many there are."""
    weigh_points(pos, thread)
    if pos.stones == 0:  # no road tells anything yet
        thread.best_points[0] = pos.rows // 2 * pos.columns + pos.columns // 2
        return np.int64(1)
    gains, best, count = thread.gains, thread.best_points, np.int64(0)
    for point in range(pos.points):
        if pos.board[point] != 0:
            continue
        gain = gains[point]
        if count == wanted and gain <= gains[best[count - 1]]:
            continue
        at = count if count < wanted else count - 1
        while at > 0 and gains[best[at - 1]] < gain:
            best[at] = best[at - 1]
            at -= 1
        best[at] = point
        count = min(count + 1, wanted)
    return count


@inline
def append(thread: Record, ply: Int, count: Int, turn: Int, score: Int) -> Int:
    """Add a turn to a ply's list; how many it has then."""
    if count < MOST_PAIRS:
        thread.turns[ply, count] = turn
        thread.scores[ply, count] = score
        count += 1
    return count


@inline
def value_after(pos: Record, weights: Record) -> Int:
    """The static value, for the side that has placed its stones, as if the turn had passed."""
    pos.side ^= 1
    value = -evaluate(pos, weights)
    pos.side ^= 1
    return value


@kernel
def list_pairs(pos: Record, weights: Record, thread: Record, ply: Int, points: Int) -> Int:
    """List the turns of the best points, each with its static value; how many there are."""
    side, count = np.uint64(pos.side & 1), np.int64(0)
    best, ranked = thread.best_points, rank_points(pos, thread, points)
    single = pos.left == 1 or ranked == 1
    for i in range(ranked):
        one = np.uint64(best[i])
        put(pos, one, side)
        if single:
            count = append(thread, ply, count, pack(one, one), value_after(pos, weights))
        else:
            for j in range(i + 1, ranked):
                other = np.uint64(best[j])
                put(pos, other, side)
                count = append(thread, ply, count, pack(one, other), value_after(pos, weights))
                lift(pos, other, side)
        lift(pos, one, side)
    return count


@kernel
def list_pairs_with(
    pos: Record, weights: Record, thread: Record, ply: Int, one: Int, points: Int, count: Int
) -> Int:
    """List the turns of one given point with the best others; how many turns the ply has then."""
    side, best = np.uint64(pos.side & 1), thread.best_points
    ranked = rank_points(pos, thread, points)
    put(pos, one, side)
    if pos.left == 1 or ranked == 1:
        count = append(thread, ply, count, pack(one, one), value_after(pos, weights))
    else:
        for i in range(ranked):
            other = np.uint64(best[i])
            if other != one:
                put(pos, other, side)
                count = append(thread, ply, count, pack(one, other), value_after(pos, weights))
                lift(pos, other, side)
    lift(pos, one, side)
    return count


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


@entry
def best_pair(pos: Record, weights: Record, allowed: np.ndarray) -> tuple[Int, Int]:
    """The turn with the best static value, the first of equals, and that value; all turns are tried.

    `allowed` has a one for each point that may be taken; if these are too few for a turn, one of its
    stones has to be among them.
    """
    side, best, value = np.uint64(pos.side & 1), np.int64(-1), np.int64(-(1 << 40))
    last = pos.left == 1 or pos.points - pos.stones == 1
    needed = np.int64(1 if last else min(allowed.sum(), 2))
    for one in range(pos.points):
        if pos.board[one] != 0:
            continue
        put(pos, np.uint64(one), side)
        for other in range(one if last else one + 1, one + 1 if last else pos.points):
            if not last and pos.board[other] != 0:
                continue
            if (allowed[one] if last else allowed[one] + allowed[other]) < needed:
                continue
            if not last:
                put(pos, np.uint64(other), side)
            found = value_after(pos, weights)
            if found > value:
                best, value = pack(one, other), found
            if not last:
                lift(pos, np.uint64(other), side)
        lift(pos, np.uint64(one), side)
    return best, value
