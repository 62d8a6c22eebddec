"""Monte Carlo tree search with dice: the tree, and how it grows.

A node is a position about to be rolled for, entered by a move; its children are all moves of all its
pieces, three for each piece, since a move is worth the same whatever die allowed it. Going down, a die
is rolled at each node and the best of the moves it allows is taken, by their mean result and a bonus
for what was seldom tried (UCB). A new child starts with some imagined visits, as its first look
deserves. Flat Monte Carlo is the same tree without growth, its root's moves taken in turn.
"""

import math

import numpy as np

from boyi.engines.einstein.endgame.lookup import COUNT, SURE, probe
from boyi.engines.einstein.evaluation.evaluate import CERTAIN, policy
from boyi.engines.einstein.search.playouts import NTH, draw, first_of, playout, restore, shift
from boyi.engines.einstein.squares import ALL, BLUE, DIRECTIONS, MOVERS, NOWHERE, PIECES, TARGET
from boyi.engines.jit import Int, Record, entry, inline, kernel, record
from boyi.engines.jit.clock import now
from boyi.engines.rules import evaluate

NODE = record(
    ("visits", np.float64),
    ("total", np.float64),  # results for the side that moved here, 0 to 1 each
    ("first", np.int32),  # the first of its children in the pool; 0 for none yet
    ("hope", np.float32),  # what the first look promised
)
SLOTS = PIECES * DIRECTIONS
DEEPEST = 96
"""No game is longer: each move takes one of 80 single steps."""
RIPE = 4.0
"""Real visits after which a node gets children."""

THREAD = record(
    ("stop", np.int64),  # set from outside to end the search
    ("deadline", np.int64),  # on the monotonic clock, 0 for none
    ("limit", np.int64),  # iterations
    ("nodes", np.int64),  # iterations done
    ("used", np.int64),  # nodes of the pool in use
    ("state", np.uint64, 1),  # of the random numbers
    ("roots", np.int64),
    ("root", np.int64, SLOTS),  # piece + 8 * direction of each move to choose from
    ("path", np.int32, DEEPEST),
    ("policy", np.float64, SLOTS),  # room for first looks
    ("manner", np.int64),  # of playouts
    ("flat", np.int64),  # whether the root's moves are taken in turn
    ("judge", np.int64),  # whether the evaluator judges a leaf, instead of a playout
    ("explore", np.float64),  # weight of the bonus for what was seldom tried
    ("trust", np.float64),  # imagined visits of a new child
    ("bias", np.float64),  # weight of its first look in the choice, divided by its visits
)


@kernel
def _expand(pos: Record, weights: Record, thread: Record, pool: np.ndarray, node: Int) -> None:
    """Give a node its children, started as their first look deserves."""
    policy(pos, weights, thread.policy)
    side = np.int64(pos.side & 1)
    alive, first = np.int64(pos.alive[side] & ALL), thread.used
    for i in range(COUNT[alive]):
        for direction in range(DIRECTIONS):
            child = pool[first + i * DIRECTIONS + direction]
            child.first = 0
            child.visits = thread.trust
            child.hope = thread.policy[NTH[alive, i] * DIRECTIONS + direction]
            child.total = thread.trust * child.hope
    parent: Record = pool[node]
    parent.first = first
    thread.used = first + DIRECTIONS * np.int64(COUNT[alive])


@inline
def _ucb(child: Record, bonus: Int, bias: Int) -> Int:
    return (child.total + bonus * math.sqrt(child.visits) + bias * child.hope) / child.visits


@inline
def _select_at_root(thread: Record, pool: np.ndarray, first: Int, alive: Int) -> Int:
    """The move to try at the root: piece + 8 * direction."""
    if thread.flat != 0:
        return thread.root[thread.nodes % thread.roots]
    best, most = np.int64(0), -1.0
    bonus = thread.explore * math.sqrt(math.log(pool[0].visits + 2.0))
    for i in range(thread.roots):
        choice = thread.root[i]
        rank = np.int64(COUNT[alive & ((1 << (choice & 7)) - 1)])
        urge = _ucb(pool[first + rank * DIRECTIONS + (choice >> 3)], bonus, thread.bias)
        if urge > most:
            best, most = choice, urge
    return best


@inline
def _select(pos: Record, thread: Record, pool: np.ndarray, node: Int, alive: Int, side: Int) -> Int:
    """The move to try at an inner node, after a roll of the die: piece + 8 * direction."""
    among = np.int64(MOVERS[alive, first_of(draw(thread.state), PIECES) + 1])
    parent: Record = pool[node]
    best, most, first = np.int64(0), -1.0, np.int64(parent.first)
    bonus = thread.explore * math.sqrt(math.log(parent.visits + 2.0))
    for i in range(COUNT[among]):
        number = np.int64(NTH[among, i])
        rank = np.int64(COUNT[alive & ((1 << number) - 1)])
        square = pos.squares[side * PIECES + number]
        for direction in range(DIRECTIONS):
            if TARGET[side, square, direction] != NOWHERE:
                urge = _ucb(pool[first + rank * DIRECTIONS + direction], bonus, thread.bias)
                if urge > most:
                    best, most = number | direction << 3, urge
    return best


@inline
def _judge(pos: Record, weights: Record, thread: Record, endings: np.ndarray) -> Int:
    """Blue's chance at a leaf."""
    if thread.judge == 0:
        return playout(pos, thread.state, endings, thread.manner)
    chance = 0.5 + evaluate(pos, weights) / (2.0 * CERTAIN)
    return chance if pos.side == BLUE else 1.0 - chance


@kernel
def _descend(
    pos: Record, weights: Record, thread: Record, pool: np.ndarray, endings: np.ndarray
) -> tuple[Int, Int]:
    """Go down from the root to a leaf; the number of moves made, and blue's chance there."""
    node, depth = np.int64(0), np.int64(0)
    while True:
        side = np.int64(pos.side & 1)
        alive, first = np.int64(pos.alive[side] & ALL), np.int64(pool[node].first)
        choice = (
            _select_at_root(thread, pool, first, alive)
            if node == 0
            else _select(pos, thread, pool, node, alive, side)
        )
        number, direction = choice & 7, choice >> 3
        node = first + DIRECTIONS * np.int64(COUNT[alive & ((1 << number) - 1)]) + direction
        thread.path[depth] = node
        depth += 1
        goal = np.int64(TARGET[side, pos.squares[side * PIECES + number], direction])
        if shift(pos, side, number, goal):
            return depth, 1.0 if side == BLUE else 0.0
        entry = probe(endings, pos) if endings.size != 0 else np.int64(-1)
        if entry >= 0:
            chance = entry / SURE
            return depth, chance if side != BLUE else 1.0 - chance
        if pool[node].first == 0:
            ripe = pool[node].visits >= thread.trust + RIPE and thread.flat == 0
            if ripe and thread.used + SLOTS <= pool.size:
                _expand(pos, weights, thread, pool, node)
            return depth, _judge(pos, weights, thread, endings)


@entry
def plant(origin: Record, weights: Record, thread: Record, pool: np.ndarray) -> None:
    """Begin a tree: a root with its children."""
    pool[0].visits, pool[0].total, thread.used = 0.0, 0.0, 1
    _expand(origin, weights, thread, pool, np.int64(0))


@entry
def grow(
    origin: Record, pos: Record, weights: Record, thread: Record, pool: np.ndarray, endings: np.ndarray
) -> None:
    """Go down the tree again and again, until the thread state's limit, its deadline or `stop`.

    `pos` is scratch paper.
    """
    while thread.stop == 0 and thread.nodes < thread.limit:
        restore(pos, origin)
        moves, chance = _descend(pos, weights, thread, pool, endings)
        result = chance if origin.side == BLUE else 1.0 - chance
        pool[0].visits += 1.0
        for i in range(moves):
            node = thread.path[i]
            pool[node].visits += 1.0
            pool[node].total += result
            result = 1.0 - result
        thread.nodes += 1
        if thread.nodes & 255 == 0 and thread.deadline != 0 and now() >= thread.deadline:
            thread.stop = 1
