"""Plain alpha-beta to a fixed depth, with nothing but the order of moves to choose: what an order is worth.

No table, no pruning: the value is the same whatever the order, only the nodes differ. Leaves are valued as
they stand, or after captures that do not lose have been played out, in the same order for all.
"""

from dataclasses import dataclass

import numpy as np

from boyi.engines import load_game
from boyi.engines.chessmaps.control import (
    ENEMY,
    compute_control,
    control_fields,
    load_network,
    rank_sectors,
    relative_ends,
)
from boyi.engines.chessmaps.ordering import NO_SECTOR, order_cutters, remember_cutter, sector_bits
from boyi.engines.evaluation import Evaluation
from boyi.engines.jit import Dtype, Int, Record, copy, entry, inline, kernel, new, record
from boyi.engines.rules import (
    MOST_MOVES,
    ONGOING,
    bind,
    blocked,
    capture_order,
    evaluate,
    generate,
    generate_noisy,
    make,
    noisy,
    outcome,
    passes_turn,
    see,
    unmake,
)
from boyi.engines.search.bounds import verdict
from boyi.engines.search.table import INFINITE
from boyi.learning.chessmaps.sectors import map_of

DEEPEST = 48
RANDOM, FIXED, MAP = 0, 1, 2
"""Moves in random order; by class and sectors in the order of their numbers; by class and relevance."""
MOST_SECTORS = 56
"""Sectors beyond these are as one to the order."""
KILLERS_FIRST = 1 << 62
WORTH_PLACE, LEAST_HINT = 40, -64
"""What a capture takes stands above so many bits of its sectors; no hint is lower."""


@dataclass(frozen=True)
class MoveOrdering:
    """How moves are ordered."""

    manner: int
    sectors: bool = False
    """Whether the last two sectors to which moves went that cut off at a ply come first."""
    killers: bool = False
    worth: bool = False
    """Whether captures of a class are ordered by what they take with what before any sectors."""


def plain_thread(net: Dtype) -> Dtype:
    """What a plain search writes on."""
    return record(
        ("nodes", np.int64),
        *control_fields(net),
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
def _arrange(thread: Record, ply: Int) -> None:
    """The order of sectors at a ply: those that cut off last, then the others by rank or number."""
    first, second = thread.cutters[ply, 0], thread.cutters[ply, 1]
    count = order_cutters(thread, ply)
    for place in range(thread.ranking.size):
        sector = np.int64(thread.ranking[place]) if thread.manner == MAP else np.int64(place)
        if sector != first and sector != second:
            thread.orders[ply, count] = sector
            count += 1


@inline
def _pattern(pos: Record, thread: Record, ply: Int, move: Int) -> Int:
    """The sectors that a move influences as bits, the first in the order highest."""
    # in a fixed order numbers are the board's, not a side's
    side = np.int64(0) if thread.manner == FIXED else np.int64(pos.side & 1)
    return sector_bits(pos, thread, side, ply, move, min(MOST_SECTORS, thread.ranking.size))


@inline
def _move_class(pos: Record, thread: Record, move: Int) -> Int:
    """Safe before unsafe; within these captures, then pieces lost where they stand, then others."""
    origin, _ = relative_ends(pos, move)
    what = 2 if noisy(pos, move) else (1 if thread.control[origin] == ENEMY else 0)
    return what + (3 if see(pos, move, np.int64(0)) else 0)


@inline
def _random_order(pos: Record, move: Int) -> Int:
    """A number that depends on position and move alone, and on neither in a way that matters."""
    mixed = (pos.key ^ np.uint64(move) * np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xD6E8FEB86659FD93)
    return np.int64(mixed >> np.uint64(8))


@inline
def _within(pos: Record, thread: Record, ply: Int, move: Int) -> Int:
    """The place of a move within its class: by its sectors; first by what it takes, if the thread says so."""
    bits = _pattern(pos, thread, ply, move)
    if thread.weighs_captures and noisy(pos, move):
        first = bits >> max(0, min(MOST_SECTORS, thread.ranking.size) - WORTH_PLACE)
        return (capture_order(pos, move) - LEAST_HINT) << WORTH_PLACE | first
    return bits


@kernel
def _score(pos: Record, thread: Record, ply: Int, count: Int) -> None:
    """Give every move its place."""
    if thread.manner != RANDOM:
        compute_control(pos, thread)
        if thread.manner == MAP:
            rank_sectors(thread)
        _arrange(thread, ply)
    for i in range(count):
        move = np.int64(thread.moves[ply, i])
        if thread.keeps_killers and (move == thread.killers[ply, 0] or move == thread.killers[ply, 1]):
            thread.scores[ply, i] = KILLERS_FIRST
        elif thread.manner == RANDOM:
            thread.scores[ply, i] = _random_order(pos, move)
        else:
            thread.scores[ply, i] = _move_class(pos, thread, move) << MOST_SECTORS | _within(
                pos, thread, ply, move
            )


@inline
def _pick(thread: Record, ply: Int, place: Int, count: Int) -> Int:
    """Bring the best of the moves from a place on to that place."""
    best = place
    for i in range(place + 1, count):
        if thread.scores[ply, i] > thread.scores[ply, best]:
            best = i
    move, score = thread.moves[ply, best], thread.scores[ply, best]
    thread.moves[ply, best], thread.scores[ply, best] = thread.moves[ply, place], thread.scores[ply, place]
    thread.moves[ply, place], thread.scores[ply, place] = move, score
    return np.int64(move)


@inline
def _remember(pos: Record, thread: Record, ply: Int, move: Int) -> None:
    """A move cut off: keep it as a killer, and the sector that it goes to."""
    if noisy(pos, move):
        return
    if thread.killers[ply, 0] != move:
        thread.killers[ply, 1] = thread.killers[ply, 0]
        thread.killers[ply, 0] = move
    if not thread.keeps_sectors:
        return
    _, goal = relative_ends(pos, move)
    remember_cutter(thread, ply, goal)


@inline
def _captures(pos: Record, thread: Record, ply: Int) -> Int:
    """List captures that do not lose, with their places in the order; how many there are."""
    kept = np.int64(0)
    for i in range(generate_noisy(pos, thread.moves[ply])):
        move = np.int64(thread.moves[ply, i])
        if see(pos, move, np.int64(0)):
            thread.moves[ply, kept], thread.scores[ply, kept] = move, capture_order(pos, move)
            kept += 1
    return kept


@kernel
def _plain(pos: Record, weights: Record, thread: Record, alpha: Int, beta: Int, depth: Int) -> Int:
    """The value of a position to a depth within a window, for the side to move."""
    thread.nodes += 1
    ply = np.int64(thread.ply)
    result = outcome(pos, ply)
    if result != ONGOING:
        return verdict(result, ply)
    best = np.int64(-INFINITE)
    if depth <= 0:
        best = np.int64(evaluate(pos, weights))
        if not thread.settles or best >= beta or ply == DEEPEST:
            return best
        count = _captures(pos, thread, ply)
    else:
        count = np.int64(generate(pos, thread.moves[ply]))
        if count == 0:
            return verdict(blocked(pos), ply)
        _score(pos, thread, ply, count)
    for place in range(count):
        move = _pick(thread, ply, np.int64(place), count)
        make(pos, move)
        thread.ply = ply + 1
        passed = passes_turn(pos, move)
        low, high = (-beta, -max(alpha, best)) if passed else (max(alpha, best), beta)
        score = _plain(pos, weights, thread, low, high, depth - 1)
        score = -score if passed else score
        thread.ply = ply
        unmake(pos, move)
        best = max(best, score)
        if best >= beta:
            if depth > 0:
                _remember(pos, thread, ply, move)
            break
    return best


@entry
def plain(pos: Record, weights: Record, thread: Record, depth: Int) -> Int:
    """The value of a position to a depth; the nodes it took are on the thread state."""
    thread.nodes, thread.ply = 0, 0
    bind(pos, weights)
    return _plain(pos, weights, thread, np.int64(-INFINITE), np.int64(INFINITE), depth)


def count_nodes(
    game: str, position: str, depth: int, order: MoveOrdering, net: Record, settled: bool = False
) -> tuple[int, int]:
    """Nodes and value of a plain search of a position; `settled` has leaves' captures played out. Blocks."""
    rules, thread = load_game(game), new(plain_thread(net.dtype))
    load_network(thread, net, map_of(game).WORDS)
    thread.manner, thread.keeps_sectors, thread.keeps_killers = order.manner, order.sectors, order.killers
    thread.weighs_captures, thread.settles = order.worth, settled
    thread.cutters[:] = NO_SECTOR
    pos = copy(rules.notation.read(position, {}))
    value = plain(pos, Evaluation(rules).weights, thread, np.int64(depth))
    return int(thread.nodes), int(value)
