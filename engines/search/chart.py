"""A chart of who controls each square, by exchange value, and which sectors of the board it makes relevant.

A game says which pieces could take on a square and which could go there; the rest is the same everywhere.
What is worked out lies in a record with the fields of `chart_fields`, seen as the side to move sees it.
"""

from typing import Any

import numpy as np

from boyi.engines.jit import Bool, Dtype, Int, Record, Word, generic, inline, kernel, new, record

MOST_TAKERS = 20
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


def chart_fields(net: Dtype) -> tuple[tuple[Any, ...], ...]:
    """What a record needs in which a chart of a game is drawn."""
    squares, sectors = net["sector"].shape[0], net["last_bias"].shape[0]
    return (
        ("control", np.int8, squares),  # OWN, NEUTRAL or ENEMY
        ("inputs", np.float32, squares + KINGS_INPUTS),
        ("takers", np.int64, (2, MOST_TAKERS)),
        ("taking", np.int64, 2),
        ("visitors", np.int64, (2, MOST_TAKERS)),
        ("visiting", np.int64, 2),
        ("units", np.float32, net["bias"].shape),
        ("relevance", np.float32, sectors),
        ("ranking", np.uint8, sectors),  # sectors, the most relevant first
        ("areas", np.uint64, (2, sectors, 2)),  # squares of each sector as each side sees them, as two words
        *((name, net[name].base, net[name].shape) for name in net.names or ()),
    )


def drawing(net: Record, words: np.ndarray) -> Record:
    """A record to draw charts in, apart from any search. `words` are the squares' bits by side."""
    blank = new(record(*chart_fields(net.dtype)))
    furnish(blank, net, words)
    return blank


def furnish(chart: Record, net: Record, words: np.ndarray) -> None:
    """Lay a network and its sectors into a record; `words[side, square]` are bits of what a side calls so."""
    for name in net.dtype.names or ():
        chart[name] = net[name]
    for square, sector in enumerate(net.sector):
        chart.areas[:, sector] |= words[:, square]


@generic(required=True, apart=True)
def list_takers(pos: Record, square: Int, worths: np.ndarray, counts: np.ndarray) -> None:
    """Required. Enter the worth of either side's pieces that could take on a square, the least first."""


@generic(required=True, apart=True)
def list_visitors(pos: Record, square: Int, worths: np.ndarray, counts: np.ndarray) -> None:
    """Required. Enter the worth of either side's pieces that could go to an empty square."""


@generic(required=True)
def occupant(pos: Record, square: Int) -> Int:
    """Required. The worth of the piece on a square, negative for Black's; 0 if there is none."""


@generic(required=True)
def seen(pos: Record, square: Int) -> Int:
    """Required. What the side to move calls a square: its own home is at the bottom."""


@generic(required=True)
def origin_seen(pos: Record, move: Int) -> Int:
    """Required. What the side to move calls the square that a move leaves."""


@generic(required=True)
def goal_seen(pos: Record, move: Int) -> Int:
    """Required. What the side to move calls the square that a move goes to."""


@generic(required=True, apart=True)
def describe_kings(pos: Record, inputs: np.ndarray) -> None:
    """Required. Enter the six inputs about the kings, own ones first."""


@generic(required=True, apart=True)
def influence(pos: Record, move: Int) -> tuple[Word, Word]:
    """Required. Squares that a move goes to, bears on from there, or uncovers for others of its side."""
    return np.uint64(0), np.uint64(0)


@inline
def enter(worths: np.ndarray, counts: np.ndarray, side: Int, worth: Int) -> None:
    """Add a piece to a list."""
    place = counts[side]
    if place < MOST_TAKERS:
        worths[side, place] = worth
        counts[side] = place + 1


@inline
def _guard(chart: Record, side: Int, place: Int, absent: Int) -> Int:
    """The worth of a side's next piece to take, one place of its list being left out."""
    return chart.takers[side, place + (1 if place >= absent else 0)]


@kernel
def exchange_value(chart: Record, victim: Int, by: Int, absent: Int) -> Int:
    """What a side wins by taking a victim of this worth, both taking on while it pays; below 0 it loses.

    `absent` is the place of a piece in the other side's list that no longer guards, or one beyond it.
    """
    other = by ^ 1
    own, guards = chart.taking[by], chart.taking[other] - (1 if absent < chart.taking[other] else 0)
    captures = min(2 * own, 2 * guards + 1)
    value = np.int64(0)
    for i in range(captures - 1, 0, -1):
        previous = (i - 1) >> 1
        worth = chart.takers[by, previous] if i & 1 else _guard(chart, other, previous, absent)
        value = max(np.int64(0), worth - value)
    return victim - value


@inline
def _place_of(chart: Record, side: Int, worth: Int) -> Int:
    """Where a worth first stands in a side's list of takers; beyond the list if nowhere."""
    for i in range(chart.taking[side]):
        if chart.takers[side, i] == worth:
            return np.int64(i)
    return np.int64(MOST_TAKERS)


@inline
def _best_visitor(chart: Record, side: Int) -> Int:
    """The worth of the most valuable piece that a side can move to the square without loss; 0 if none."""
    best = np.int64(0)
    for i in range(chart.visiting[side]):
        worth = chart.visitors[side, i]
        if worth <= best:
            continue
        if (
            chart.taking[side ^ 1] == 0
            or exchange_value(chart, worth, side ^ 1, _place_of(chart, side, worth)) <= 0
        ):
            best = worth
    return best


@kernel
def control_of(pos: Record, chart: Record, square: Int) -> Int:
    """Who controls a square: 1 for the first side, -1 for the second, 0 for neither."""
    chart.taking[0], chart.taking[1] = 0, 0
    list_takers(pos, square, chart.takers, chart.taking)
    worth = occupant(pos, square)
    if worth == 0:
        chart.visiting[0], chart.visiting[1] = 0, 0
        list_visitors(pos, square, chart.visitors, chart.visiting)
        first, second = _best_visitor(chart, np.int64(0)), _best_visitor(chart, np.int64(1))
        return np.int64(first > second) - np.int64(first < second)
    side = np.int64(worth < 0)
    holder = 1 - 2 * side
    if chart.taking[side ^ 1] == 0:
        return holder if chart.taking[side] > 0 else np.int64(0)
    won = exchange_value(chart, abs(worth), side ^ 1, np.int64(MOST_TAKERS))
    return holder * (np.int64(won < 0) - np.int64(won > 0))


@kernel
def draw(pos: Record, chart: Record) -> None:
    """Work out the control of every square and the inputs of a network."""
    sign = 1 - 2 * np.int64(pos.side & 1)
    for square in range(chart.control.size):
        place = seen(pos, np.int64(square))
        chart.control[place] = sign * control_of(pos, chart, np.int64(square))
        chart.inputs[place] = chart.control[place]
    describe_kings(pos, chart.inputs)


@inline
def _count(chart: Record, holder: Int) -> None:
    """Relevance by counting: the fewer squares of a sector are the holder's, the more relevant it is.

    Biases below 1 keep ties in a fixed order.
    """
    for sector in range(chart.relevance.size):
        chart.relevance[sector] = chart.last_bias[sector]
    for square in range(chart.control.size):
        if chart.control[square] == holder:
            chart.relevance[chart.sector[square]] -= np.float32(1)


@inline
def _weigh(chart: Record) -> None:
    """Relevance by balance: the less either side has the upper hand in a sector, the more relevant it is."""
    for sector in range(chart.relevance.size):
        chart.relevance[sector] = 0
    for square in range(chart.control.size):
        chart.relevance[chart.sector[square]] += np.float32(chart.control[square])
    for sector in range(chart.relevance.size):
        chart.relevance[sector] = chart.last_bias[sector] - abs(chart.relevance[sector])


@inline
def _ask(chart: Record) -> None:
    """Relevance by the network: a hidden layer of units that are silent below zero."""
    for unit in range(chart.units.size):
        chart.units[unit] = chart.bias[unit]
    for place in range(chart.inputs.size):
        value = chart.inputs[place]
        if value != 0:
            for unit in range(chart.units.size):
                chart.units[unit] += value * chart.first[place, unit]
    for sector in range(chart.relevance.size):
        chart.relevance[sector] = chart.last_bias[sector]
    for unit in range(chart.units.size):
        value = max(chart.units[unit], np.float32(0))
        for sector in range(chart.relevance.size):
            chart.relevance[sector] += value * chart.last[unit, sector]


@kernel
def rank(chart: Record) -> None:
    """Bring the sectors into the order of their relevance; among equals the lower number is first."""
    if chart.method[0] == NETWORK:
        _ask(chart)
    elif chart.method[0] == CONTESTED:
        _weigh(chart)
    else:
        _count(chart, np.int64(ENEMY if chart.method[0] == OPPOSED else OWN))
    for sector in range(chart.ranking.size):
        place = sector
        while place > 0 and chart.relevance[chart.ranking[place - 1]] < chart.relevance[sector]:
            chart.ranking[place] = chart.ranking[place - 1]
            place -= 1
        chart.ranking[place] = sector


@inline
def touches(chart: Record, side: Int, sector: Int, near: Word, far: Word) -> Bool:
    """Whether a set of squares has one in a sector as a side sees it."""
    return (chart.areas[side, sector, 0] & near | chart.areas[side, sector, 1] & far) != np.uint64(0)
