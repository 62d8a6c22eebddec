"""Balanced openings of 3 or 5 stones, made by lot and kept if a search and games find them level.

The search must see no win and no great advantage; short games against itself, with different numbers of
nodes, have to be won by both sides. Neither suffices alone: a third of the openings that both sides win in
short games are proven wins after a second's thought.

bin/run boyi.engines.connect6.openings --count 60 --seed 2 >books/connect6_openings.txt
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
THOUGHT, LEVEL = 60_000, 1000
"""Nodes of the search that judges an opening, and the score up to which it is level: that of a turn ahead."""


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


class Judge:
    """Whether an opening is level."""

    def __init__(self) -> None:
        """Its players; the judge of scores plays no game."""
        self._thinker = Contender(f"Nodes={THOUGHT}")
        self._players = [(Contender(f"Nodes={nodes}"), Contender(f"Nodes={nodes}")) for nodes in NODES]

    def calls_level(self, text: str) -> bool:
        """Whether neither the search nor all of the games say who wins."""
        self._thinker.begin()
        if abs(self._thinker.think(notation.read(text)).score) > LEVEL:
            return False
        return {play_game(pair, text)[0] for pair in self._players} >= {0.0, 1.0}


def balanced(count: int, seed: int) -> Iterator[str]:
    """So many different openings that both sides can win."""
    lot, seen, judge = random.Random(seed), set[str](), Judge()
    while count:
        text = notation.write(drawn(lot))
        if text not in seen and judge.calls_level(text):
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
