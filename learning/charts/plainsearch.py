"""Plain alpha-beta to a fixed depth, with nothing but the order of moves to choose: what an order is worth.

No table, no pruning: the value is the same whatever the order, only the nodes differ. Leaves are valued as
they stand, or after captures that do not lose have been played out, in the same order for all.
"""

from dataclasses import dataclass

import numpy as np

from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.jit import Dtype, Int, Record, copy, entry, inline, kernel, new, record
from boyi.engines.rules import (
    MOST_MOVES,
    ONGOING,
    bind,
    blocked,
    evaluate,
    exchange,
    generate,
    generate_noisy,
    hint,
    make,
    noisy,
    outcome,
    turned,
    unmake,
)
from boyi.engines.search.bounds import verdict
from boyi.engines.search.chart import (
    ENEMY,
    chart_fields,
    draw,
    furnish,
    goal_seen,
    influence,
    origin_seen,
    rank,
    touches,
)
from boyi.engines.search.table import INFINITE
from boyi.learning.charts.sectors import map_of

DEEPEST = 48
NONE = 255
RANDOM, FIXED, MAP = 0, 1, 2
"""Moves as a lot has them; by class and sectors in the order of their numbers; by class and relevance."""
MOST_SECTORS = 56
"""Sectors beyond these are as one to the order."""
KILLERS_FIRST = 1 << 62
WORTH_PLACE, LEAST_HINT = 40, -64
"""What a capture takes stands above so many bits of its sectors; no hint is lower."""


@dataclass(frozen=True)
class Order:
    """How moves are ordered."""

    manner: int
    sectors: bool = False
    """Whether the last two sectors to which moves went that cut off at a ply come first."""
    killers: bool = False
    worth: bool = False
    """Whether captures of a class are ordered by what they take with what before any sectors."""


def plain_desk(net: Dtype) -> Dtype:
    """What a plain search writes on."""
    return record(
        ("nodes", np.int64),
        *chart_fields(net),
        ("ply", np.int64),
        ("manner", np.int64),
        ("keeps_sectors", np.int64),
        ("keeps_killers", np.int64),
        ("weighs_captures", np.int64),
        ("settles", np.int64),
        ("moves", np.int32, (DEEPEST + 1, MOST_MOVES)),
        ("scores", np.int64, (DEEPEST + 1, MOST_MOVES)),
        ("killers", np.int64, (DEEPEST + 1, 2)),
        ("cutters", np.uint8, (DEEPEST + 1, 2)),
        ("orders", np.uint8, (DEEPEST + 1, *net["last_bias"].shape)),
    )


@inline
def _arrange(desk: Record, ply: Int) -> None:
    """The order of sectors at a ply: those that cut off last, then the others by rank or number."""
    first, second = desk.cutters[ply, 0], desk.cutters[ply, 1]
    count = 0
    for slot in range(2):
        if desk.cutters[ply, slot] != NONE:
            desk.orders[ply, count] = desk.cutters[ply, slot]
            count += 1
    for place in range(desk.ranking.size):
        sector = np.int64(desk.ranking[place]) if desk.manner == MAP else np.int64(place)
        if sector != first and sector != second:
            desk.orders[ply, count] = sector
            count += 1


@inline
def _pattern(pos: Record, desk: Record, ply: Int, move: Int) -> Int:
    """The sectors that a move influences as bits, the first in the order highest."""
    near, far = influence(pos, move)
    side, bits = np.int64(pos.side & 1), np.int64(0)
    if desk.manner == FIXED:
        side = np.int64(0)  # numbers are the board's, not a side's
    for place in range(min(MOST_SECTORS, desk.ranking.size)):
        bits = bits << 1
        if touches(desk, side, np.int64(desk.orders[ply, place]), near, far):
            bits |= 1
    return bits


@inline
def _class(pos: Record, desk: Record, move: Int) -> Int:
    """Safe before unsafe; within these captures, then pieces lost where they stand, then others."""
    what = 2 if noisy(pos, move) else (1 if desk.control[origin_seen(pos, move)] == ENEMY else 0)
    return what + (3 if exchange(pos, move, np.int64(0)) else 0)


@inline
def _lot(pos: Record, move: Int) -> Int:
    """A number that depends on position and move alone, and on neither in a way that matters."""
    mixed = (pos.key ^ np.uint64(move) * np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xD6E8FEB86659FD93)
    return np.int64(mixed >> np.uint64(8))


@inline
def _within(pos: Record, desk: Record, ply: Int, move: Int) -> Int:
    """The place of a move within its class: by its sectors; first by what it takes, if the desk says so."""
    bits = _pattern(pos, desk, ply, move)
    if desk.weighs_captures and noisy(pos, move):
        first = bits >> max(0, min(MOST_SECTORS, desk.ranking.size) - WORTH_PLACE)
        return (hint(pos, move) - LEAST_HINT) << WORTH_PLACE | first
    return bits


@kernel
def _score(pos: Record, desk: Record, ply: Int, count: Int) -> None:
    """Give every move its place."""
    if desk.manner != RANDOM:
        draw(pos, desk)
        if desk.manner == MAP:
            rank(desk)
        _arrange(desk, ply)
    for i in range(count):
        move = np.int64(desk.moves[ply, i])
        if desk.keeps_killers and (move == desk.killers[ply, 0] or move == desk.killers[ply, 1]):
            desk.scores[ply, i] = KILLERS_FIRST
        elif desk.manner == RANDOM:
            desk.scores[ply, i] = _lot(pos, move)
        else:
            desk.scores[ply, i] = _class(pos, desk, move) << MOST_SECTORS | _within(pos, desk, ply, move)


@inline
def _pick(desk: Record, ply: Int, place: Int, count: Int) -> Int:
    """Bring the best of the moves from a place on to that place."""
    best = place
    for i in range(place + 1, count):
        if desk.scores[ply, i] > desk.scores[ply, best]:
            best = i
    move, score = desk.moves[ply, best], desk.scores[ply, best]
    desk.moves[ply, best], desk.scores[ply, best] = desk.moves[ply, place], desk.scores[ply, place]
    desk.moves[ply, place], desk.scores[ply, place] = move, score
    return np.int64(move)


@inline
def _remember(pos: Record, desk: Record, ply: Int, move: Int) -> None:
    """A move cut off: keep it as a killer, and the sector that it goes to."""
    if noisy(pos, move):
        return
    if desk.killers[ply, 0] != move:
        desk.killers[ply, 1] = desk.killers[ply, 0]
        desk.killers[ply, 0] = move
    if not desk.keeps_sectors:
        return
    sector = desk.sector[goal_seen(pos, move)]
    if desk.cutters[ply, 0] != sector:
        desk.cutters[ply, 1] = desk.cutters[ply, 0]
        desk.cutters[ply, 0] = sector


@inline
def _captures(pos: Record, desk: Record, ply: Int) -> Int:
    """List captures that do not lose, with their places in the order; how many there are."""
    kept = np.int64(0)
    for i in range(generate_noisy(pos, desk.moves[ply])):
        move = np.int64(desk.moves[ply, i])
        if exchange(pos, move, np.int64(0)):
            desk.moves[ply, kept], desk.scores[ply, kept] = move, hint(pos, move)
            kept += 1
    return kept


@kernel
def _plain(pos: Record, weights: Record, desk: Record, alpha: Int, beta: Int, depth: Int) -> Int:
    """The value of a position to a depth within a window, for the side to move."""
    desk.nodes += 1
    ply = np.int64(desk.ply)
    result = outcome(pos, ply)
    if result != ONGOING:
        return verdict(result, ply)
    best = np.int64(-INFINITE)
    if depth <= 0:
        best = np.int64(evaluate(pos, weights))
        if not desk.settles or best >= beta or ply == DEEPEST:
            return best
        count = _captures(pos, desk, ply)
    else:
        count = np.int64(generate(pos, desk.moves[ply]))
        if count == 0:
            return verdict(blocked(pos), ply)
        _score(pos, desk, ply, count)
    for place in range(count):
        move = _pick(desk, ply, np.int64(place), count)
        make(pos, move)
        desk.ply = ply + 1
        passed = turned(pos, move)
        low, high = (-beta, -max(alpha, best)) if passed else (max(alpha, best), beta)
        score = _plain(pos, weights, desk, low, high, depth - 1)
        score = -score if passed else score
        desk.ply = ply
        unmake(pos, move)
        best = max(best, score)
        if best >= beta:
            if depth > 0:
                _remember(pos, desk, ply, move)
            break
    return best


@entry
def plain(pos: Record, weights: Record, desk: Record, depth: Int) -> Int:
    """The value of a position to a depth; the nodes it took are on the desk."""
    desk.nodes, desk.ply = 0, 0
    bind(pos, weights)
    return _plain(pos, weights, desk, np.int64(-INFINITE), np.int64(INFINITE), depth)


def count_nodes(
    game: str, position: str, depth: int, order: Order, net: Record, settled: bool = False
) -> tuple[int, int]:
    """Nodes and value of a plain search of a position; `settled` has leaves' captures played out. Blocks."""
    rules, desk = load_game(game), new(plain_desk(net.dtype))
    furnish(desk, net, map_of(game).WORDS)
    desk.manner, desk.keeps_sectors, desk.keeps_killers = order.manner, order.sectors, order.killers
    desk.weighs_captures, desk.settles = order.worth, settled
    desk.cutters[:] = NONE
    pos = copy(rules.notation.read(position, {}))
    value = plain(pos, Evaluation(rules).weights, desk, np.int64(depth))
    return int(desk.nodes), int(value)
