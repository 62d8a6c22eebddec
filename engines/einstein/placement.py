"""Where a game of EinStein begins: layouts, drawn at random or chosen by their measured worth."""

import random
from collections.abc import Mapping

from boyi.engines.einstein.squares import BLUE, HOME, SQUARES
from boyi.engines.options import Value

HOMES = tuple(tuple(square + 1 for square in home) for home in HOME)
"""The squares on which each side starts, counted from 1."""

BEST: dict[tuple[int, ...], float] = {
    (25, 15, 20, 19, 23, 24): 0.5122,
    (24, 23, 19, 20, 15, 25): 0.5122,
    (25, 23, 24, 19, 15, 20): 0.5121,
    (20, 15, 19, 24, 23, 25): 0.5121,
    (25, 19, 15, 23, 24, 20): 0.5117,
    (20, 24, 23, 15, 19, 25): 0.5117,
    (25, 19, 23, 15, 20, 24): 0.5117,
    (24, 20, 15, 23, 19, 25): 0.5117,
    (25, 24, 23, 19, 20, 15): 0.5116,
    (15, 20, 19, 23, 24, 25): 0.5116,
    (25, 20, 15, 19, 24, 23): 0.5116,
    (23, 24, 19, 15, 20, 25): 0.5116,
}
"""Blue's best layouts of 720 and their chance against any other: expectimax, depth 3, 24 opponents each.

`bin/run boyi.learning.einstein.matches.layouts` works them out; the worst has 0.4792.
"""


def layout(rng: random.Random, alike: bool = True) -> str:
    """A random start, blue to move; `alike` if red's layout is to be blue's, turned by half."""
    blue = rng.sample(HOMES[0], len(HOMES[0]))
    red = [SQUARES + 1 - square for square in blue] if alike else rng.sample(HOMES[1], len(HOMES[1]))
    return " ".join(map(str, [*blue, *red, "b", 0]))


def choose(side: int, options: Mapping[str, Value]) -> tuple[str, ...]:
    """The squares of a side's pieces 1-6: one of the best layouts, drawn at random."""
    rng = random.Random(int(options.get("Seed", 1)) or None)
    blue = rng.choice(list(BEST))
    return tuple(str(square if side == BLUE else SQUARES + 1 - square) for square in blue)
