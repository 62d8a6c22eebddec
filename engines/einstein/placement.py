"""Where a game of EinStein begins: layouts, drawn at random or as the solved game of layouts says."""

import random
from collections.abc import Mapping

from boyi.engines.einstein.squares import BLUE, HOME, SQUARES
from boyi.engines.options import Value

HOMES = tuple(tuple(square + 1 for square in home) for home in HOME)
"""The squares on which each side starts, counted from 1."""

FIRST: dict[tuple[int, ...], float] = {
    (24, 15, 23, 19, 20, 25): 0.500,
    (20, 23, 15, 19, 24, 25): 0.500,
}
"""How often who moves first takes which layout, as blue's squares; either with the numbers reversed, too."""
SECOND: dict[tuple[int, ...], float] = {
    (24, 15, 23, 19, 20, 25): 0.500,
    (20, 23, 15, 19, 24, 25): 0.500,
}
"""Likewise, of who moves second.

`bin/run boyi.learning.einstein.matches.layouts FOLDER` works both out, from the matrix of all layouts against
all. By depth 5 that game has, but for 0.0006, an equilibrium without mixing: each side's best layout and its
mirror image, by which the first mover has 54.9 %.
"""


def layout(rng: random.Random, alike: bool = True) -> str:
    """A random start, blue to move; `alike` if red's layout is to be blue's, turned by half."""
    blue = rng.sample(HOMES[0], len(HOMES[0]))
    red = [SQUARES + 1 - square for square in blue] if alike else rng.sample(HOMES[1], len(HOMES[1]))
    return " ".join(map(str, [*blue, *red, "b", 0]))


def choose(side: int, options: Mapping[str, Value]) -> tuple[str, ...]:
    """The squares of a side's pieces 1-6, drawn as often as its strategy says; blue is thought to begin."""
    rng = random.Random(int(options.get("Seed", 1)) or None)
    strategy = FIRST if side == BLUE else SECOND
    (blue,) = rng.choices(list(strategy), list(strategy.values()))
    numbered = blue[:: rng.choice((1, -1))]
    return tuple(str(square if side == BLUE else SQUARES + 1 - square) for square in numbered)
