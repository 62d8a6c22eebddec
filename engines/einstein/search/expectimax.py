"""Expectimax: alpha-beta with dice, after Ballard's Star1 and Star2.

All values are chances of winning, 0 to 1, of the side about to roll. What a piece can do is worth the
same whatever die allowed it, so a node asks for the best move of each of its pieces, and its value is
the mean over the dice of the better of the pieces each allows. Pieces not looked at yet count
as 0 or as 1, which bounds the node's value from both sides and gives each piece a window of its own;
beyond it the node is decided (Star1). One move of each piece is tried first, which raises the lower
bound before any piece is looked at wholly (Star2): the one that was best when the position was last seen.

Threads share the table and nothing else. An entry is two words, and the first holds the key mixed with the
second: one that two threads wrote at once is the entry of no position.
"""

import numpy as np

from boyi.engines.einstein.endgame.lookup import SURE, probe
from boyi.engines.einstein.evaluation.evaluate import CERTAIN
from boyi.engines.einstein.position import pack
from boyi.engines.einstein.squares import ALL, DIRECTIONS, GOAL, MOVERS, NOWHERE, PIECES, TARGET
from boyi.engines.jit import Bool, Int, Record, entry, inline, kernel, record
from boyi.engines.rules import evaluate, make, unmake
from boyi.engines.search.bounds import bound_of, decides
from boyi.engines.search.state import poll

ENTRY = record(
    ("lock", np.uint64),  # the key, mixed with the payload
    ("payload", np.uint64),  # value, depth, bound (of the shared table's: UPPER, LOWER, EXACT), ways
)
VALUE_BITS, DEPTH_BITS, BOUND_BITS, WAY_BITS = 32, 7, 2, 2
DEPTH_AT = VALUE_BITS
BOUND_AT = DEPTH_AT + DEPTH_BITS
WAYS_AT = BOUND_AT + BOUND_BITS
VALUE_ONE = float((1 << VALUE_BITS) - 1)
LOW_32, LOW_7, LOW_2 = np.uint64((1 << VALUE_BITS) - 1), np.uint64((1 << DEPTH_BITS) - 1), np.uint64(3)

DEEPEST = 80
"""No game has more plies: each move takes at least one of 80 single steps."""

THREAD = record(
    ("stop", np.int64),  # set from outside to end the search
    ("deadline", np.int64),  # on the monotonic clock, 0 for none
    ("limit", np.int64),  # nodes
    ("nodes", np.int64),
    ("salt", np.uint64),  # sets keys of this search apart from those of others
    ("horizon", np.int64),  # leaves judged by the evaluator in this iteration; 0: the value is exact
    ("best", np.float64, (DEEPEST + 2, PIECES)),  # of each piece so far, by ply
    ("after", np.int64, (DEEPEST + 2, PIECES)),  # directions that were tried, by ply
    ("way", np.int64, (DEEPEST + 2, PIECES)),  # the direction of the best move of each piece, by ply
)

SALT = 0x9E3779B97F4A7C15

USUAL = 2
"""The direction that is tried first where none is remembered: diagonal, which shortens the way most."""
ORDERS = np.array([[0, 2, 1], [1, 2, 0], [2, 0, 1], [2, 0, 1]], np.int64)
"""The order in which directions are tried, by the first."""

ALONE = np.zeros((ALL + 1, PIECES))
"""Share of the dice that let a piece move and no other, by set of living pieces."""
for _alive in range(1, ALL + 1):
    for _die in range(1, PIECES + 1):
        if MOVERS[_alive, _die].bit_count() == 1:
            ALONE[_alive, int(MOVERS[_alive, _die]).bit_length() - 1] += 1 / PIECES


@inline
def mean_over_dice(best: np.ndarray, alive: Int, won: Int) -> Int:
    """The mean over the dice of the best piece each allows; a set of pieces counts as `won`."""
    total = 0.0
    for die in range(1, PIECES + 1):
        among, most = np.int64(MOVERS[alive, die]), 0.0
        if among & won:
            most = 1.0
        else:
            for number in range(PIECES):
                if among >> number & 1:
                    most = max(most, best[number])
        total += most
    return total / PIECES


@inline
def wins_at_once(pos: Record, side: Int, goal: Int) -> Bool:
    """Whether a move to a square ends the game at once."""
    other = np.int64(pos.alive[1 - side])
    taken = np.int64(pos.board[goal])
    enemy = taken != 0 and (taken > PIECES) != (side == 1)
    return goal == GOAL[side] or (enemy and other & (other - 1) == 0)


@kernel
def _chance(
    pos: Record, weights: Record, thread: Record, table: np.ndarray, endings: np.ndarray,
    alpha: Int, beta: Int, depth: Int, ply: Int
) -> Int:  # fmt: skip
    """The chance of the side about to roll in an unfinished game; a bound if it is not in the window."""
    # Step 1. Endgame tables; leaves.
    ending = probe(endings, pos)
    if ending >= 0:
        return ending / SURE
    if poll(thread) or depth <= 0 or ply > DEEPEST:
        thread.horizon += 1
        return 0.5 + evaluate(pos, weights) / (2.0 * CERTAIN)

    # Step 2. Transposition table.
    key = pos.key ^ thread.salt
    slot = table[np.int64(key & np.uint64(table.size - 1))]
    data = slot.payload
    known = slot.lock ^ data == key
    if known and np.int64(data >> np.uint64(DEPTH_AT) & LOW_7) >= depth:
        value = np.int64(data & LOW_32) / VALUE_ONE
        if decides(np.int64(data >> np.uint64(BOUND_AT) & LOW_2), value, alpha, beta):
            thread.horizon += np.int64(data >> np.uint64(DEPTH_AT) & LOW_7) < DEEPEST
            return value

    # Step 3. Wins at once; every piece is open.
    side = np.int64(pos.side & 1)
    alive, horizon = np.int64(pos.alive[side] & ALL), thread.horizon
    best, open_pieces = thread.best[ply], alive
    for number in range(PIECES):
        best[number], thread.after[ply, number] = 0.0, 0
        remembered = np.int64(data >> np.uint64(WAYS_AT + WAY_BITS * number) & LOW_2)
        thread.way[ply, number] = remembered if known else USUAL
        if alive >> number & 1:
            for direction in range(DIRECTIONS):
                goal = np.int64(TARGET[side, pos.squares[side * PIECES + number], direction])
                if goal != NOWHERE and wins_at_once(pos, side, goal):
                    best[number] = 1.0
                    open_pieces &= ~(1 << number)

    # Step 4. Star2: one move of each piece; then Star1: the others.
    lower = mean_over_dice(best, alive, np.int64(0))
    upper = mean_over_dice(best, alive, open_pieces)
    for round_ in range(2):
        for number in range(PIECES):
            if open_pieces >> number & 1 == 0 or lower >= beta or upper <= alpha or thread.stop != 0:
                continue
            piece = side * PIECES + number
            square, first = np.int64(pos.squares[piece]), thread.way[ply, number] & 3
            for i in range(DIRECTIONS):
                direction = ORDERS[first, i]
                goal = np.int64(TARGET[side, square, direction])
                if goal == NOWHERE or thread.after[ply, number] >> direction & 1:
                    continue
                # Step 5. Star1's window of the piece: outside it the node is decided.
                alone = ALONE[alive, number]
                low, high = best[number], 1.0
                if alone > 0.0:
                    low = max(low, 1.0 - (upper - alpha) / alone)
                    high = min(high, best[number] + (beta - lower) / alone)
                move = pack(piece, direction, square, np.int64(pos.board[goal]), np.int64(pos.die))
                make(pos, move)
                value = 1.0 - _chance(
                    pos, weights, thread, table, endings, 1.0 - high, 1.0 - low, depth - 1, ply + 1
                )
                unmake(pos, move)
                if thread.stop != 0:
                    break
                thread.after[ply, number] |= 1 << direction
                if value > best[number]:
                    best[number] = value
                    thread.way[ply, number] = direction
                    lower = mean_over_dice(best, alive, np.int64(0))
                if round_ == 0 or lower >= beta:
                    break
            if round_ == 1 and lower < beta and thread.stop == 0:
                open_pieces &= ~(1 << number)
                upper = mean_over_dice(best, alive, open_pieces)

    # Step 6. Save to the transposition table, unless broken off.
    value = lower if lower >= beta or open_pieces == 0 else upper
    if thread.stop == 0:
        reached = DEEPEST if thread.horizon == horizon else min(depth, DEEPEST - 1)
        kept = min(max(value, 0.0), 1.0)  # an evaluator's rounding may go a little beyond
        data = np.uint64(np.int64(kept * VALUE_ONE + 0.5)) | np.uint64(reached) << np.uint64(DEPTH_AT)
        data |= np.uint64(bound_of(value, alpha, beta)) << np.uint64(BOUND_AT)
        for number in range(PIECES):
            data |= np.uint64(thread.way[ply, number]) << np.uint64(WAYS_AT + WAY_BITS * number)
        slot.payload, slot.lock = data, key ^ data
    return value


@entry
def look(
    pos: Record, weights: Record, thread: Record, table: np.ndarray, endings: np.ndarray,
    move: Int, alpha: Int, depth: Int
) -> Int:  # fmt: skip
    """What the side to move gets by a move, exact if it is more than `alpha`; `table` has 2**n entries."""
    side = np.int64(pos.side & 1)
    if wins_at_once(pos, side, np.int64(TARGET[side, move >> 6 & 31, move >> 4 & 3])):
        return 1.0
    make(pos, move)
    value = 1.0 - _chance(
        pos, weights, thread, table, endings, np.float64(0.0), 1.0 - alpha, depth - 1, np.int64(0)
    )
    unmake(pos, move)
    return value


@entry
def assess(
    pos: Record, weights: Record, thread: Record, table: np.ndarray, endings: np.ndarray, depth: Int
) -> Int:
    """The chance of the side about to roll in an unfinished game, searched so many plies deep."""
    return _chance(pos, weights, thread, table, endings, np.float64(0.0), np.float64(1.0), depth, np.int64(0))
