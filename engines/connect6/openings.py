"""Balanced openings of 3 or 5 stones, made by lot and kept if the engine wins them with either side.

Short games against itself, with different numbers of nodes, have to be won by both sides; most openings
that a search calls level are not.

bin/run boyi.engines.connect6.openings --count 60 >books/connect6_openings.txt
"""

import argparse
import random
from collections.abc import Iterator

from boyi.engines.connect6 import GAME, notation
from boyi.engines.connect6.match import Contender, play_game
from boyi.engines.connect6.shape import CONNECT6
from boyi.engines.jit import Record
from boyi.engines.play import play

REACH = 3
"""Lines around the centre on which stones are drawn."""
SIZES = (3, 5)
"""Stones of an opening; Black begins with one in the centre."""
NODES = (2500, 3500, 5000, 8000)
"""Nodes a turn in each of the games that judge an opening."""


def drawn(lot: random.Random) -> Record:
    """An opening by lot."""
    side = CONNECT6.columns
    centre = side // 2
    lines = range(centre - REACH, centre + REACH + 1)
    others = [y * side + x + 1 for y in lines for x in lines if (x, y) != (centre, centre)]
    pos = notation.read(GAME.start)
    for move in (centre * side + centre + 1, *lot.sample(others, lot.choice(SIZES) - 1)):
        play(pos, move)
    return pos


def balanced(count: int, seed: int) -> Iterator[str]:
    """So many different openings that both sides can win."""
    lot, seen = random.Random(seed), set[str]()
    players = [(Contender(f"Nodes={nodes}"), Contender(f"Nodes={nodes}")) for nodes in NODES]
    while count:
        text = notation.write(drawn(lot))
        if text not in seen and {play_game(pair, text)[0] for pair in players} >= {0.0, 1.0}:
            count -= 1
            yield text
        seen.add(text)


def main() -> None:
    """Print a suite."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(f"# {arguments.count} openings of Connect6, made with --seed {arguments.seed}; one a line")
    for text in balanced(arguments.count, arguments.seed):
        print(text, flush=True)


if __name__ == "__main__":
    main()
