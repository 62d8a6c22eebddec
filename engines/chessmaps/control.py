"""Control maps: who controls each square, by exchange value, and the sectors which that makes relevant.

A game says which pieces could take on a square and which could go there; the rest is the same everywhere.
What is worked out lies in a record with the fields of `control_fields`, seen as the side to move sees it.
"""

from typing import Any

import numpy as np

from boyi.engines.jit import Bool, Dtype, Int, Record, Word, generic, inline, kernel, new, record

MOST_ATTACKERS = 20
"""No side has more pieces that bear on one square."""
KINGS_INPUTS = 6
"""Numbers about the kings that follow the squares in a network's input."""
OWN, NEUTRAL, ENEMY = 1, 0, -1
KING_WORTH = 100
"""A king is lost by any capture."""
COUNTING, NETWORK, CONTESTED, OPPOSED = 0, 1, 2, 3
"""How relevance is told: by few own squares, by a network, by a balance of own and enemy squares, or by few
squares that the opponent calls his own."""


def sector_net(squares: int, hidden: int, sectors: int) -> Dtype:
    """The record of a layout of sectors, and of the network that tells how relevant they are."""
    return record(
        ("sector", np.uint8, squares),  # of each square
        ("method", np.int64, 1),
        ("first", np.float32, (squares + KINGS_INPUTS, hidden)),
        ("bias", np.float32, hidden),
        ("last", np.float32, (hidden, sectors)),
        ("last_bias", np.float32, sectors),
    )


def control_fields(net: Dtype) -> tuple[tuple[Any, ...], ...]:
    """The fields of a record that holds a control map."""
    squares, sectors = net["sector"].shape[0], net["last_bias"].shape[0]
    return (
        ("control", np.int8, squares),  # OWN, NEUTRAL or ENEMY
        ("inputs", np.float32, squares + KINGS_INPUTS),
        ("attackers", np.int64, (2, MOST_ATTACKERS)),
        ("attacker_counts", np.int64, 2),
        ("movers", np.int64, (2, MOST_ATTACKERS)),
        ("mover_counts", np.int64, 2),
        ("units", np.float32, net["bias"].shape),
        ("relevance", np.float32, sectors),
        ("ranking", np.uint8, sectors),  # sectors, the most relevant first
        ("areas", np.uint64, (2, sectors, 2)),  # squares of each sector as each side sees them, as two words
        *((name, net[name].base, net[name].shape) for name in net.names or ()),
    )


def new_control_map(net: Record, words: np.ndarray) -> Record:
    """A record for control maps outside any search; `words` as `load_network` takes them."""
    blank = new(record(*control_fields(net.dtype)))
    load_network(blank, net, words)
    return blank


def load_network(chessmap: Record, net: Record, words: np.ndarray) -> None:
    """Copy a network and its sectors into a control map.

    `words[side, square]` are the bits of what a side calls that square.
    """
    for name in net.dtype.names or ():
        chessmap[name] = net[name]
    for square, sector in enumerate(net.sector):
        chessmap.areas[:, sector] |= words[:, square]


@generic(required=True, apart=True)
def list_attackers(pos: Record, square: Int, worths: np.ndarray, counts: np.ndarray) -> None:
    """Required. List the worth of either side's pieces that could take on a square, the least first."""


@generic(required=True, apart=True)
def list_movers(pos: Record, square: Int, worths: np.ndarray, counts: np.ndarray) -> None:
    """Required. List the worth of either side's pieces that could go to an empty square."""


@generic(required=True)
def occupant(pos: Record, square: Int) -> Int:
    """Required. The worth of the piece on a square, negative for Black's; 0 if there is none."""


@generic(required=True)
def relative_square(pos: Record, square: Int) -> Int:
    """Required. What the side to move calls a square: its own home is at the bottom."""


@generic(required=True)
def relative_ends(pos: Record, move: Int) -> tuple[Int, Int]:
    """Required. What the side to move calls the squares that a move leaves and goes to."""
    return np.int64(0), np.int64(0)


@generic(required=True, apart=True)
def describe_king(pos: Record, inputs: np.ndarray, side: Int, place: Int) -> None:
    """Required. Enter the three inputs about a side's king, from a place on."""


@generic(required=True, apart=True)
def influence(pos: Record, move: Int) -> tuple[Word, Word]:
    """Required. Squares that a move goes to, bears on from there, or uncovers for others of its side."""
    return np.uint64(0), np.uint64(0)


@inline
def append_worth(worths: np.ndarray, counts: np.ndarray, side: Int, worth: Int) -> None:
    """Add a piece to a list."""
    place = counts[side]
    if place < MOST_ATTACKERS:
        worths[side, place] = worth
        counts[side] = place + 1


@inline
def _guard(chessmap: Record, side: Int, place: Int, absent: Int) -> Int:
    """The worth of a side's next piece to take, one place of its list being left out."""
    return chessmap.attackers[side, place + (1 if place >= absent else 0)]


@kernel
def exchange_value(chessmap: Record, victim: Int, by: Int, absent: Int) -> Int:
    """What a side wins by taking a victim of this worth, both taking on while it pays; below 0 it loses.

    `absent` is the place of a piece in the other side's list that no longer guards, or one beyond it.
    """
    other = by ^ 1
    own, guards = (
        chessmap.attacker_counts[by],
        chessmap.attacker_counts[other] - (1 if absent < chessmap.attacker_counts[other] else 0),
    )
    captures = min(2 * own, 2 * guards + 1)
    value = np.int64(0)
    for i in range(captures - 1, 0, -1):
        previous = (i - 1) >> 1
        worth = chessmap.attackers[by, previous] if i & 1 else _guard(chessmap, other, previous, absent)
        value = max(np.int64(0), worth - value)
    return victim - value


@inline
def _place_of(chessmap: Record, side: Int, worth: Int) -> Int:
    """Where a worth first stands in a side's list of attackers; beyond the list if nowhere."""
    for i in range(chessmap.attacker_counts[side]):
        if chessmap.attackers[side, i] == worth:
            return np.int64(i)
    return np.int64(MOST_ATTACKERS)


@inline
def _best_mover(chessmap: Record, side: Int) -> Int:
    """The worth of the most valuable piece that a side can move to the square without loss; 0 if none."""
    best = np.int64(0)
    for i in range(chessmap.mover_counts[side]):
        worth = chessmap.movers[side, i]
        if worth <= best:
            continue
        if (
            chessmap.attacker_counts[side ^ 1] == 0
            or exchange_value(chessmap, worth, side ^ 1, _place_of(chessmap, side, worth)) <= 0
        ):
            best = worth
    return best


@kernel
def control_of(pos: Record, chessmap: Record, square: Int) -> Int:
    """Who controls a square: 1 for the first side, -1 for the second, 0 for neither."""
    chessmap.attacker_counts[0], chessmap.attacker_counts[1] = 0, 0
    list_attackers(pos, square, chessmap.attackers, chessmap.attacker_counts)
    worth = occupant(pos, square)
    if worth == 0:
        chessmap.mover_counts[0], chessmap.mover_counts[1] = 0, 0
        list_movers(pos, square, chessmap.movers, chessmap.mover_counts)
        first, second = _best_mover(chessmap, np.int64(0)), _best_mover(chessmap, np.int64(1))
        return np.int64(first > second) - np.int64(first < second)
    side = np.int64(worth < 0)
    holder = 1 - 2 * side
    if chessmap.attacker_counts[side ^ 1] == 0:
        return holder if chessmap.attacker_counts[side] > 0 else np.int64(0)
    won = exchange_value(chessmap, abs(worth), side ^ 1, np.int64(MOST_ATTACKERS))
    return holder * (np.int64(won < 0) - np.int64(won > 0))


@kernel
def compute_control(pos: Record, chessmap: Record) -> None:
    """Work out the control of every square and the inputs of a network."""
    sign = 1 - 2 * np.int64(pos.side & 1)
    for square in range(chessmap.control.size):
        place = relative_square(pos, np.int64(square))
        chessmap.control[place] = sign * control_of(pos, chessmap, np.int64(square))
        chessmap.inputs[place] = chessmap.control[place]
    side, place = np.int64(pos.side & 1), np.int64(chessmap.control.size)
    describe_king(pos, chessmap.inputs, side, place)
    describe_king(pos, chessmap.inputs, side ^ 1, place + KINGS_INPUTS // 2)


@inline
def _relevance_by_count(chessmap: Record, holder: Int) -> None:
    """Relevance by counting: the fewer squares of a sector are the holder's, the more relevant it is.

    Biases below 1 keep ties in a fixed order.
    """
    for sector in range(chessmap.relevance.size):
        chessmap.relevance[sector] = chessmap.last_bias[sector]
    for square in range(chessmap.control.size):
        if chessmap.control[square] == holder:
            chessmap.relevance[chessmap.sector[square]] -= np.float32(1)


@inline
def _relevance_by_balance(chessmap: Record) -> None:
    """Relevance by balance: the less either side has the upper hand in a sector, the more relevant it is."""
    for sector in range(chessmap.relevance.size):
        chessmap.relevance[sector] = 0
    for square in range(chessmap.control.size):
        chessmap.relevance[chessmap.sector[square]] += np.float32(chessmap.control[square])
    for sector in range(chessmap.relevance.size):
        chessmap.relevance[sector] = chessmap.last_bias[sector] - abs(chessmap.relevance[sector])


@inline
def _relevance_by_network(chessmap: Record) -> None:
    """Relevance by the network: a hidden layer of units that are silent below zero."""
    for unit in range(chessmap.units.size):
        chessmap.units[unit] = chessmap.bias[unit]
    for place in range(chessmap.inputs.size):
        value = chessmap.inputs[place]
        if value != 0:
            for unit in range(chessmap.units.size):
                chessmap.units[unit] += value * chessmap.first[place, unit]
    for sector in range(chessmap.relevance.size):
        chessmap.relevance[sector] = chessmap.last_bias[sector]
    for unit in range(chessmap.units.size):
        value = max(chessmap.units[unit], np.float32(0))
        for sector in range(chessmap.relevance.size):
            chessmap.relevance[sector] += value * chessmap.last[unit, sector]


@kernel
def rank_sectors(chessmap: Record) -> None:
    """Bring the sectors into the order of their relevance; among equals the lower number is first."""
    if chessmap.method[0] == NETWORK:
        _relevance_by_network(chessmap)
    elif chessmap.method[0] == CONTESTED:
        _relevance_by_balance(chessmap)
    else:
        _relevance_by_count(chessmap, np.int64(ENEMY if chessmap.method[0] == OPPOSED else OWN))
    for sector in range(chessmap.ranking.size):
        place = sector
        while place > 0 and chessmap.relevance[chessmap.ranking[place - 1]] < chessmap.relevance[sector]:
            chessmap.ranking[place] = chessmap.ranking[place - 1]
            place -= 1
        chessmap.ranking[place] = sector


@inline
def touches(chessmap: Record, side: Int, sector: Int, near: Word, far: Word) -> Bool:
    """Whether a set of squares has one in a sector as a side sees it."""
    return (chessmap.areas[side, sector, 0] & near | chessmap.areas[side, sector, 1] & far) != np.uint64(0)
