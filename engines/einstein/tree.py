"""Monte Carlo tree search with dice: the tree, and how it grows.

A node is a position about to be rolled for, entered by a move; its children are all moves of all its
pieces, three for each piece, since a move is worth the same whatever die allowed it. Going down, a die
is rolled at each node and the best of the moves it allows is taken, by their mean result and a bonus
for what was seldom tried (UCB). A new child starts with some imagined visits, as its first look
deserves. Flat Monte Carlo is the same tree without growth, its root's moves taken in turn.
"""

import math

import numpy as np

from boyi.engines.bits import now
from boyi.engines.einstein.endings import COUNT, SURE, known
from boyi.engines.einstein.evaluate import CERTAIN, policy
from boyi.engines.einstein.playouts import NTH, draw, first_of, playout, restore, shift
from boyi.engines.einstein.squares import ALL, BLUE, DIRECTIONS, MOVERS, NOWHERE, PIECES, TARGET
from boyi.engines.jit import Int, Record, entry, inline, kernel, record
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

DESK = record(
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
def _expand(pos: Record, weights: Record, desk: Record, pool: np.ndarray, node: Int) -> None:
    """Give a node its children, started as their first look deserves."""
    policy(pos, weights, desk.policy)
    side = np.int64(pos.side & 1)
    alive, first = np.int64(pos.alive[side] & ALL), desk.used
    for i in range(COUNT[alive]):
        for direction in range(DIRECTIONS):
            child = pool[first + i * DIRECTIONS + direction]
            child.first = 0
            child.visits = desk.trust
            child.hope = desk.policy[NTH[alive, i] * DIRECTIONS + direction]
            child.total = desk.trust * child.hope
    parent: Record = pool[node]
    parent.first = first
    desk.used = first + DIRECTIONS * np.int64(COUNT[alive])


@inline
def _urge(child: Record, bonus: Int, bias: Int) -> Int:
    return (child.total + bonus * math.sqrt(child.visits) + bias * child.hope) / child.visits


@inline
def _at_root(desk: Record, pool: np.ndarray, first: Int, alive: Int) -> Int:
    """The move to try at the root: piece + 8 * direction."""
    if desk.flat != 0:
        return desk.root[desk.nodes % desk.roots]
    best, most = np.int64(0), -1.0
    bonus = desk.explore * math.sqrt(math.log(pool[0].visits + 2.0))
    for i in range(desk.roots):
        choice = desk.root[i]
        rank = np.int64(COUNT[alive & ((1 << (choice & 7)) - 1)])
        urge = _urge(pool[first + rank * DIRECTIONS + (choice >> 3)], bonus, desk.bias)
        if urge > most:
            best, most = choice, urge
    return best


@inline
def _below(pos: Record, desk: Record, pool: np.ndarray, node: Int, alive: Int, side: Int) -> Int:
    """The move to try at an inner node, after a roll of the die: piece + 8 * direction."""
    among = np.int64(MOVERS[alive, first_of(draw(desk.state), PIECES) + 1])
    parent: Record = pool[node]
    best, most, first = np.int64(0), -1.0, np.int64(parent.first)
    bonus = desk.explore * math.sqrt(math.log(parent.visits + 2.0))
    for i in range(COUNT[among]):
        number = np.int64(NTH[among, i])
        rank = np.int64(COUNT[alive & ((1 << number) - 1)])
        square = pos.squares[side * PIECES + number]
        for direction in range(DIRECTIONS):
            if TARGET[side, square, direction] != NOWHERE:
                urge = _urge(pool[first + rank * DIRECTIONS + direction], bonus, desk.bias)
                if urge > most:
                    best, most = number | direction << 3, urge
    return best


@inline
def _judged(pos: Record, weights: Record, desk: Record, endings: np.ndarray) -> Int:
    """Blue's chance at a leaf."""
    if desk.judge == 0:
        return playout(pos, desk.state, endings, desk.manner)
    chance = 0.5 + evaluate(pos, weights) / (2.0 * CERTAIN)
    return chance if pos.side == BLUE else 1.0 - chance


@kernel
def _descend(
    pos: Record, weights: Record, desk: Record, pool: np.ndarray, endings: np.ndarray
) -> tuple[Int, Int]:
    """Go down from the root to a leaf; the number of moves made, and blue's chance there."""
    node, depth = np.int64(0), np.int64(0)
    while True:
        side = np.int64(pos.side & 1)
        alive, first = np.int64(pos.alive[side] & ALL), np.int64(pool[node].first)
        choice = (
            _at_root(desk, pool, first, alive) if node == 0 else _below(pos, desk, pool, node, alive, side)
        )
        number, direction = choice & 7, choice >> 3
        node = first + DIRECTIONS * np.int64(COUNT[alive & ((1 << number) - 1)]) + direction
        desk.path[depth] = node
        depth += 1
        goal = np.int64(TARGET[side, pos.squares[side * PIECES + number], direction])
        if shift(pos, side, number, goal):
            return depth, 1.0 if side == BLUE else 0.0
        entry = known(endings, pos) if endings.size != 0 else np.int64(-1)
        if entry >= 0:
            chance = entry / SURE
            return depth, chance if side != BLUE else 1.0 - chance
        if pool[node].first == 0:
            ripe = pool[node].visits >= desk.trust + RIPE and desk.flat == 0
            if ripe and desk.used + SLOTS <= pool.size:
                _expand(pos, weights, desk, pool, node)
            return depth, _judged(pos, weights, desk, endings)


@entry
def plant(origin: Record, weights: Record, desk: Record, pool: np.ndarray) -> None:
    """Begin a tree: a root with its children."""
    pool[0].visits, pool[0].total, desk.used = 0.0, 0.0, 1
    _expand(origin, weights, desk, pool, np.int64(0))


@entry
def grow(
    origin: Record, pos: Record, weights: Record, desk: Record, pool: np.ndarray, endings: np.ndarray
) -> None:
    """Go down the tree again and again, until the desk's limit, its deadline or `stop`.

    `pos` is scratch paper.
    """
    while desk.stop == 0 and desk.nodes < desk.limit:
        restore(pos, origin)
        moves, chance = _descend(pos, weights, desk, pool, endings)
        result = chance if origin.side == BLUE else 1.0 - chance
        pool[0].visits += 1.0
        for i in range(moves):
            node = desk.path[i]
            pool[node].visits += 1.0
            pool[node].total += result
            result = 1.0 - result
        desk.nodes += 1
        if desk.nodes & 255 == 0 and desk.deadline != 0 and now() >= desk.deadline:
            desk.stop = 1
