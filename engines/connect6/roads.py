"""Roads: how many stones of each colour every window of k points holds, kept up stone by stone.

The state of a road is a byte: black stones in the low half, white ones in the high half. A road that
does not exist (it would leave the board) starts as DEAD, with stones of both colours for ever. For
each colour one packed word counts the roads that it alone has stones on, ten bits for each number.
"""

import numpy as np

from boyi.engines.jit import Bool, Int, Record, Word, inline

DEAD = 0x77
BLACK, WHITE = 0, 1
ADDED = np.array([1, 16], np.int64)
"""What a stone of each colour adds to the state of a road."""
UNIT = 10
"""Bits of a counter."""
COUNTER = np.uint64((1 << UNIT) - 1)


def _changes() -> np.ndarray:
    """By colour and state: what a stone added to such a road changes in the counts of black and white."""
    table = np.zeros((2, 256, 2), np.uint64)
    for black in range(7):
        for white in range(7):
            for colour in (BLACK, WHITE):
                after = (black + (colour == BLACK), white + (colour == WHITE))
                for owner in (BLACK, WHITE):
                    change = _packed_count(after, owner) - _packed_count((black, white), owner)
                    table[colour, black + 16 * white, owner] = change % (1 << 64)
    return table


def _packed_count(stones: tuple[int, int], owner: int) -> int:
    """What a road adds to a colour's packed counts."""
    mine, theirs = stones[owner], stones[1 - owner]
    return 1 << UNIT * (mine - 1) if mine and not theirs and mine <= 6 else 0


CHANGE = _changes()


@inline
def add_stone(pos: Record, point: Int, colour: Int) -> None:
    """Put a stone on an empty point: only the roads through it are touched."""
    added = ADDED[colour]
    black, white = pos.counts[BLACK], pos.counts[WHITE]
    for direction in range(4):
        first = pos.places[point, direction]
        for place in range(first, first + pos.length):
            state = pos.roads[place]
            black += CHANGE[colour, state, BLACK]
            white += CHANGE[colour, state, WHITE]
            pos.roads[place] = np.uint8(state + added)
    pos.counts[BLACK], pos.counts[WHITE] = black, white
    pos.board[point] = colour + 1


@inline
def take_stone(pos: Record, point: Int, colour: Int) -> None:
    """Take a stone of a colour off its point."""
    added = ADDED[colour]
    black, white = pos.counts[BLACK], pos.counts[WHITE]
    for direction in range(4):
        first = pos.places[point, direction]
        for place in range(first, first + pos.length):
            state = np.uint8(pos.roads[place] - added)
            black -= CHANGE[colour, state, BLACK]
            white -= CHANGE[colour, state, WHITE]
            pos.roads[place] = state
    pos.counts[BLACK], pos.counts[WHITE] = black, white
    pos.board[point] = 0


@inline
def roads_with(counts: Word, stones: Int) -> Int:
    """How many roads with this number of stones, from 1, a packed word counts."""
    return np.int64(counts >> np.uint64(UNIT * (stones - 1)) & COUNTER)


@inline
def has_won(pos: Record, colour: Int) -> Bool:
    """Whether a colour has a whole road, and so has won."""
    return roads_with(pos.counts[colour & 1], pos.length) != 0


@inline
def is_on_board(state: Int) -> Bool:
    """Whether a state is that of a road on the board."""
    return state & 15 < DEAD & 15


@inline
def owned_stones(state: Int, colour: Int) -> Int:
    """Stones on a road that only this colour has stones on; 0 for any other road."""
    mine, theirs = (state & 15, state >> 4) if colour == BLACK else (state >> 4, state & 15)
    return mine if theirs == 0 else 0
