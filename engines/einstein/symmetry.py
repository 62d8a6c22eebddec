"""The symmetries of EinStein: what may be changed about a position without changing its worth.

- *mirror*: the board on the diagonal between the goals; a horizontal move becomes a vertical one;
- *exchange*: the sides, with half a turn of the board;
- *relabel*: one side's numbers i -> 7 - i, and the die's if that side is to move.

They commute; together they make up to 16 positions of one.
"""

from collections.abc import Iterator

import numpy as np

from boyi.engines.einstein.position import POSITION, set_up
from boyi.engines.einstein.squares import MIRRORED, PIECES, TURNED
from boyi.engines.jit import Record, new

OWN = {0: slice(0, PIECES), 1: slice(PIECES, 2 * PIECES)}
"""Where each side's pieces stand in a list of squares."""


def build(squares: np.ndarray, side: int, die: int) -> Record:
    """The position of twelve squares, blue's pieces first."""
    pos = new(POSITION)
    set_up(pos, np.asarray(squares, np.uint8), side, die)
    return pos


def mirror_squares(squares: np.ndarray) -> np.ndarray:
    """The squares of twelve pieces, or rows of them, mirrored on the diagonal."""
    places: np.ndarray = MIRRORED[squares]
    return places


def exchange_squares(squares: np.ndarray) -> np.ndarray:
    """The squares of twelve pieces, or rows of them, with the sides exchanged and the board turned."""
    turned = TURNED[squares]
    return np.concatenate([turned[..., OWN[1]], turned[..., OWN[0]]], axis=-1)


def mirror(pos: Record) -> Record:
    """The position mirrored on the diagonal."""
    return build(mirror_squares(pos.squares), int(pos.side), int(pos.die))


def exchange(pos: Record) -> Record:
    """The position with the sides exchanged and the board turned."""
    return build(exchange_squares(pos.squares), 1 - int(pos.side), int(pos.die))


def relabel(pos: Record, side: int) -> Record:
    """The position with one side's numbers reversed."""
    squares, die = pos.squares.copy(), int(pos.die)
    squares[OWN[side]] = squares[OWN[side]][::-1]
    if die and side == pos.side:
        die = PIECES + 1 - die
    return build(squares, int(pos.side), die)


def orbit(pos: Record) -> Iterator[Record]:
    """Every position of the same worth for the side to move, this one first; some may be equal."""
    for turned in (pos, exchange(pos)):
        for mirror_squares in (turned, mirror(turned)):
            for blue in (mirror_squares, relabel(mirror_squares, 0)):
                yield from (blue, relabel(blue, 1))
