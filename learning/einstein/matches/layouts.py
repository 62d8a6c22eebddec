"""What each layout of EinStein is worth: every one against opponents' layouts drawn by lot, by search.

    bin/run boyi.learning.einstein.matches.layouts --opponents 100 --depth 3

Prints the best layouts as `engines/einstein/placement.py` holds them: blue's squares of the pieces 1-6 and
the mean chance of winning, moving first as often as second.
"""

import itertools
import random
from argparse import ArgumentParser, RawDescriptionHelpFormatter

import numpy as np

from boyi.engines.command_line import add_version
from boyi.engines.einstein.endgame.lookup import NONE
from boyi.engines.einstein.evaluation.tuples import tuples
from boyi.engines.einstein.notation import read
from boyi.engines.einstein.placement import HOMES
from boyi.engines.einstein.search.expectimax import ENTRY, THREAD, assess
from boyi.engines.jit import Record, new

TABLE = 1 << 16


def start(blue: tuple[int, ...], red: tuple[int, ...], side: str) -> Record:
    """The start of two layouts with one side to move."""
    return read(" ".join(map(str, [*blue, *red, side, 0])))


def worth(blue: tuple[int, ...], opponents: list[tuple[int, ...]], depth: int, weights: Record) -> float:
    """The mean chance of blue's layout against some of red's, half of the games moving first."""
    thread, table, total = new(THREAD), np.zeros(TABLE, ENTRY), 0.0
    thread.limit = 1 << 62
    for red in opponents:
        total += assess(start(blue, red, "b"), weights, thread, table, NONE, depth)
        total += 1 - assess(start(blue, red, "r"), weights, thread, table, NONE, depth)
    return total / (2 * len(opponents))


def main() -> None:
    """Rank all layouts and print the best."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    add_version(parser)
    parser.add_argument("--opponents", type=int, default=100)
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--shown", type=int, default=12)
    arguments = parser.parse_args()
    rng, weights = random.Random(1), tuples()
    layouts = list(itertools.permutations(HOMES[0]))
    opponents = [tuple(rng.sample(HOMES[1], len(HOMES[1]))) for _ in range(arguments.opponents)]
    found = [(worth(layout, opponents, arguments.depth, weights), layout) for layout in layouts]
    found.sort(reverse=True)
    for value, layout in found[: arguments.shown]:
        print(f"    {layout}: {value:.4f},")
    print(f"# the worst: {found[-1][1]}, {found[-1][0]:.4f}")


if __name__ == "__main__":
    main()
