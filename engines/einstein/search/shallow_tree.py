"""Trees of a set depth with playouts at their leaves: what a thesis of 2017 played with.

Two ways of growing below the moves of the root:

- *guided*: for each set of pieces that some die lets move, the evaluator's best move alone. Values go up as
  their mean, each weighted by how many faces move its piece, whatever other piece they might move instead;
- *minmax*: every move. A position is worth the mean over the dice of the best piece that each allows.

A node is a position about to be rolled for, and stands for the move that leads to it. The tree is planted
whole; then round after round adds a playout to each of its leaves.
"""

import numpy as np

from boyi.engines.einstein.endgame.lookup import SURE, probe
from boyi.engines.einstein.evaluation.evaluate import choose
from boyi.engines.einstein.position import mover, pack, target
from boyi.engines.einstein.search.expectimax import mean_over_dice, wins_at_once
from boyi.engines.einstein.search.playouts import playout, restore
from boyi.engines.einstein.squares import ALL, BLUE, DIRECTIONS, MOVERS, NOWHERE, PIECES, TARGET
from boyi.engines.jit import Int, Record, entry, inline, kernel, record
from boyi.engines.jit.clock import now
from boyi.engines.rules import make, unmake

NODE = record(
    ("move", np.int64),  # that leads here
    ("first", np.int64),  # of its children in the pool
    ("count", np.int64),  # of its children
    ("sure", np.int64),  # whether the total is the exact chance
    ("visits", np.float64),
    ("total", np.float64),  # results for the side that moved here, 0 to 1 each
)
SLOTS = PIECES * DIRECTIONS
DEEPEST = 5
"""Plies that a tree has at most."""

THREAD = record(
    ("stop", np.int64),  # set from outside to end the search
    ("deadline", np.int64),  # on the monotonic clock, 0 for none
    ("limit", np.int64),  # playouts
    ("nodes", np.int64),  # playouts made
    ("used", np.int64),  # nodes of the pool in use
    ("state", np.uint64, 1),  # of the random numbers
    ("manner", np.int64),  # of playouts
    ("guided", np.int64),
    ("looks", np.float64, SLOTS),  # room for the evaluator's looks
    ("best", np.float64, (DEEPEST + 1, PIECES)),  # of each piece, by ply
    ("value", np.float64, SLOTS),  # of the root's moves
)

FACES = np.zeros((ALL + 1, PIECES))
"""How many faces of the die let a piece move, by set of living pieces."""
for _alive in range(1, ALL + 1):
    for _die in range(1, PIECES + 1):
        for _piece in range(PIECES):
            FACES[_alive, _piece] += int(MOVERS[_alive, _die]) >> _piece & 1


@inline
def _add(pos: Record, thread: Record, pool: np.ndarray, number: Int, direction: Int) -> None:
    """A node for a move of the side about to roll."""
    side = np.int64(pos.side & 1)
    piece = side * PIECES + number
    square = np.int64(pos.squares[piece])
    goal = np.int64(TARGET[side, square, direction])
    node = pool[thread.used]
    node.move = pack(piece, direction, square, np.int64(pos.board[goal]), np.int64(pos.die))
    node.first, node.count, node.sure, node.visits, node.total = 0, 0, 0, 0.0, 0.0
    thread.used += 1


@inline
def _add_every(pos: Record, thread: Record, pool: np.ndarray) -> None:
    """A node for each move of each piece."""
    side = np.int64(pos.side & 1)
    for number in range(PIECES):
        for direction in range(DIRECTIONS):
            if TARGET[side, pos.squares[side * PIECES + number], direction] != NOWHERE:
                _add(pos, thread, pool, np.int64(number), np.int64(direction))


@inline
def _add_choices(pos: Record, weights: Record, thread: Record, pool: np.ndarray) -> None:
    """A node for each move that is the evaluator's best for some set of pieces that may move."""
    alive, before, chosen = np.int64(pos.alive[pos.side & 1] & ALL), np.int64(0), np.int64(0)
    for die in range(1, PIECES + 1):
        among = np.int64(MOVERS[alive, die])
        if among == before:
            continue
        before = among
        choice = choose(pos, weights, among, thread.looks)
        if chosen >> choice & 1 == 0:
            _add(pos, thread, pool, choice // DIRECTIONS, choice % DIRECTIONS)
        chosen |= np.int64(1) << choice


@kernel
def _sprout(
    pos: Record, weights: Record, thread: Record, pool: np.ndarray, endings: np.ndarray, node: Int, left: Int
) -> None:
    """Grow the tree of so many plies below a node, which is one ply itself; `pos` is before its move."""
    parent: Record = pool[node]
    move, side = parent.move, np.int64(pos.side & 1)
    if wins_at_once(pos, side, target(move)):
        parent.sure, parent.total = 1, 1.0
        return
    make(pos, move)
    ending = probe(endings, pos)
    if ending >= 0:
        parent.sure, parent.total = 1, 1.0 - ending / SURE
    elif left > 1 and thread.used + SLOTS <= pool.size:
        parent.first = thread.used
        if thread.guided != 0:
            _add_choices(pos, weights, thread, pool)
        else:
            _add_every(pos, thread, pool)
        parent.count = thread.used - parent.first
        for child in range(parent.first, parent.first + parent.count):
            _sprout(pos, weights, thread, pool, endings, child, left - 1)
    unmake(pos, move)


@entry
def plant(
    pos: Record, weights: Record, thread: Record, pool: np.ndarray, endings: np.ndarray,
    moves: np.ndarray, depth: Int
) -> None:  # fmt: skip
    """Begin a tree of so many plies with these moves, which are its first nodes."""
    for i in range(moves.size):
        move, node = moves[i], pool[i]
        node.move, node.first, node.count, node.sure, node.visits, node.total = move, 0, 0, 0, 0.0, 0.0
    thread.used = moves.size
    for i in range(moves.size):
        _sprout(pos, weights, thread, pool, endings, np.int64(i), depth)


@inline
def _play_out(pos: Record, thread: Record, endings: np.ndarray, scratch: Record) -> Int:
    """The result of a playout for the side about to roll."""
    restore(scratch, pos)
    chance = playout(scratch, thread.state, endings, thread.manner)
    thread.nodes += 1
    return chance if pos.side == BLUE else 1.0 - chance


@kernel
def _visit(
    pos: Record, thread: Record, pool: np.ndarray, endings: np.ndarray, scratch: Record, node: Int, ply: Int
) -> Int:
    """A playout at each leaf below a node; what the node is worth by all so far to who moves there."""
    parent: Record = pool[node]
    if parent.sure != 0:
        return parent.total
    make(pos, parent.move)
    if parent.count == 0:
        parent.total += 1.0 - _play_out(pos, thread, endings, scratch)
        parent.visits += 1.0
        value = parent.total / parent.visits
    else:
        alive, best = np.int64(pos.alive[pos.side & 1] & ALL), thread.best[ply]
        best[:] = 0.0
        total, faces = 0.0, 0.0
        for child in range(parent.first, parent.first + parent.count):
            number = mover(pool[child].move) % PIECES
            answer = _visit(pos, thread, pool, endings, scratch, child, ply + 1)
            best[number] = max(best[number], answer)
            total += FACES[alive, number] * answer
            faces += FACES[alive, number]
        value = 1.0 - (total / faces if thread.guided != 0 else mean_over_dice(best, alive, np.int64(0)))
    unmake(pos, parent.move)
    return value


@entry
def grow(
    pos: Record, thread: Record, pool: np.ndarray, endings: np.ndarray, scratch: Record, moves: Int
) -> None:
    """Round after round of playouts, until the limit, the deadline or `stop`, or until nothing is in doubt.

    There is at least one round. `thread.value` says what each of so many first nodes is worth.
    """
    while True:
        before = thread.nodes
        for i in range(moves):
            thread.value[i] = _visit(pos, thread, pool, endings, scratch, np.int64(i), np.int64(0))
        if thread.deadline != 0 and now() >= thread.deadline:
            thread.stop = 1
        if thread.stop != 0 or thread.nodes >= thread.limit or thread.nodes == before:
            break
