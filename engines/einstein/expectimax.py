"""Expectimax: alpha-beta with dice, after Ballard's Star1 and Star2.

All values are chances of winning, 0 to 1, of the side about to roll. What a piece can do is worth the
same whatever die allowed it, so a node asks for the best move of each of its pieces, and its value is
the mean over the dice of the better of the pieces each allows. Pieces not looked at yet count
as 0 or as 1, which bounds the node's value from both sides and gives each piece a window of its own;
beyond it the node is decided (Star1). One move of each piece is tried first, which raises the lower
bound before any piece is looked at wholly (Star2).
"""

import numpy as np

from boyi.engines.einstein.endings import SURE, known
from boyi.engines.einstein.evaluate import CERTAIN
from boyi.engines.einstein.position import pack
from boyi.engines.einstein.squares import ALL, DIRECTIONS, GOAL, MOVERS, NOWHERE, PIECES, TARGET
from boyi.engines.jit import Bool, Int, Record, entry, inline, kernel, record
from boyi.engines.rules import evaluate, make, unmake
from boyi.engines.search.work import poll

EXACT, LEAST, MOST = 1, 2, 3
"""What a remembered value is: itself, or a bound from below or above."""

ENTRY = record(
    ("key", np.uint64),
    ("value", np.float32),
    ("depth", np.uint8),
    ("kind", np.uint8),
)

DEEPEST = 80
"""No game has more plies: each move takes at least one of 80 single steps."""

DESK = record(
    ("stop", np.int64),  # set from outside to end the search
    ("deadline", np.int64),  # on the monotonic clock, 0 for none
    ("limit", np.int64),  # nodes
    ("nodes", np.int64),
    ("salt", np.uint64),  # sets keys of this search apart from those of others
    ("horizon", np.int64),  # leaves judged by the evaluator in this iteration; 0: the value is exact
    ("best", np.float64, (DEEPEST + 2, PIECES)),  # of each piece so far, by ply
    ("after", np.int64, (DEEPEST + 2, PIECES)),  # directions still to be tried, by ply
)

ORDER = np.array([2, 0, 1], np.int64)
"""Diagonal moves first: they shorten the way most."""

ALONE = np.zeros((ALL + 1, PIECES))
"""Share of the dice that let a piece move and no other, by set of living pieces."""
for _alive in range(1, ALL + 1):
    for _die in range(1, PIECES + 1):
        if MOVERS[_alive, _die].bit_count() == 1:
            ALONE[_alive, int(MOVERS[_alive, _die]).bit_length() - 1] += 1 / PIECES


@inline
def mean_over_dice(best: np.ndarray, alive: Int) -> Int:
    """The mean over the dice of the best piece each allows."""
    total = 0.0
    for die in range(1, PIECES + 1):
        among, most = np.int64(MOVERS[alive, die]), 0.0
        for number in range(PIECES):
            if among >> number & 1:
                most = max(most, best[number])
        total += most
    return total / PIECES


@inline
def _upper(best: np.ndarray, alive: Int, open_pieces: Int) -> Int:
    """The same if every piece not wholly looked at were sure to win."""
    total = 0.0
    for die in range(1, PIECES + 1):
        among, most = np.int64(MOVERS[alive, die]), 0.0
        if among & open_pieces:
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
    pos: Record, weights: Record, desk: Record, table: np.ndarray, endings: np.ndarray,
    alpha: Int, beta: Int, depth: Int, ply: Int,
) -> Int:  # fmt: skip
    """The chance of the side about to roll in an unfinished game; a bound if it is not in the window."""
    # Step 1. Exact endings, the horizon, the end of patience.
    known_entry = known(endings, pos)
    if known_entry >= 0:
        return known_entry / SURE
    if poll(desk) or depth <= 0 or ply > DEEPEST:
        desk.horizon += 1
        return 0.5 + evaluate(pos, weights) / (2.0 * CERTAIN)

    # Step 2. What an earlier search found.
    key = pos.key ^ desk.salt
    slot = table[np.int64(key & np.uint64(table.size - 1))]
    if slot.key == key and slot.depth >= depth:
        value, kind = 1.0 * slot.value, slot.kind
        if kind == EXACT or (kind == LEAST and value >= beta) or (kind == MOST and value <= alpha):
            desk.horizon += slot.depth < DEEPEST
            return value

    # Step 3. Wins at once; every piece is open.
    side = np.int64(pos.side & 1)
    alive, horizon = np.int64(pos.alive[side] & ALL), desk.horizon
    best, open_pieces = desk.best[ply], alive
    for number in range(PIECES):
        best[number], desk.after[ply, number] = 0.0, 0
        if alive >> number & 1:
            for direction in range(DIRECTIONS):
                goal = np.int64(TARGET[side, pos.squares[side * PIECES + number], direction])
                if goal != NOWHERE and wins_at_once(pos, side, goal):
                    best[number] = 1.0
                    open_pieces &= ~(1 << number)

    # Step 4. One move of each piece (Star2), then the others (Star1).
    lower, upper = mean_over_dice(best, alive), _upper(best, alive, open_pieces)
    for round_ in range(2):
        for number in range(PIECES):
            if open_pieces >> number & 1 == 0 or lower >= beta or upper <= alpha or desk.stop != 0:
                continue
            piece = side * PIECES + number
            square = np.int64(pos.squares[piece])
            for i in range(DIRECTIONS):
                direction = ORDER[i]
                goal = np.int64(TARGET[side, square, direction])
                if goal == NOWHERE or desk.after[ply, number] >> direction & 1:
                    continue
                # Step 5. The window of the piece: outside it the node is decided.
                alone = ALONE[alive, number]
                low, high = best[number], 1.0
                if alone > 0.0:
                    low = max(low, 1.0 - (upper - alpha) / alone)
                    high = min(high, best[number] + (beta - lower) / alone)
                move = pack(piece, direction, square, np.int64(pos.board[goal]), np.int64(pos.die))
                make(pos, move)
                value = 1.0 - _chance(
                    pos, weights, desk, table, endings, 1.0 - high, 1.0 - low, depth - 1, ply + 1
                )
                unmake(pos, move)
                if desk.stop != 0:
                    break
                desk.after[ply, number] |= 1 << direction
                if value > best[number]:
                    best[number] = value
                    lower = mean_over_dice(best, alive)
                if round_ == 0 or lower >= beta:
                    break
            if round_ == 1 and lower < beta and desk.stop == 0:
                open_pieces &= ~(1 << number)
                upper = _upper(best, alive, open_pieces)

    # Step 6. Remember, unless broken off.
    value = lower if lower >= beta or open_pieces == 0 else upper
    if desk.stop == 0:
        slot.key, slot.value = key, value
        slot.depth = DEEPEST if desk.horizon == horizon else min(depth, DEEPEST - 1)
        slot.kind = LEAST if value >= beta else MOST if value <= alpha else EXACT
    return value


@entry
def look(
    pos: Record, weights: Record, desk: Record, table: np.ndarray, endings: np.ndarray,
    move: Int, alpha: Int, depth: Int,
) -> Int:  # fmt: skip
    """What the side to move gets by a move, exact if it is more than `alpha`; `table` has 2**n entries."""
    side = np.int64(pos.side & 1)
    if wins_at_once(pos, side, np.int64(TARGET[side, move >> 6 & 31, move >> 4 & 3])):
        return 1.0
    make(pos, move)
    value = 1.0 - _chance(
        pos, weights, desk, table, endings, np.float64(0.0), 1.0 - alpha, depth - 1, np.int64(0)
    )
    unmake(pos, move)
    return value


@entry
def assess(
    pos: Record, weights: Record, desk: Record, table: np.ndarray, endings: np.ndarray, depth: Int
) -> Int:
    """The chance of the side about to roll in an unfinished game, searched so many plies deep."""
    return _chance(pos, weights, desk, table, endings, np.float64(0.0), np.float64(1.0), depth, np.int64(0))
