"""Balanced openings of 3 or 5 stones, drawn at random and kept if a search and games find them level.

The search must see no win and no great advantage; short games against itself, with different numbers of
nodes, have to be won by both sides. Neither suffices alone: a third of the openings that both sides win in
short games are proven wins after a second's thought.

bin/run boyi.arena.tools.connect6_openings --count 60 --seed 2 >books/connect6_openings.txt
"""

import random
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator

from boyi.arena.inprocess.engine_player import EnginePlayer
from boyi.arena.inprocess.game import play_game
from boyi.engines.command_line import add_version
from boyi.engines.connect6 import GAME, notation
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


def draw_opening(rng: random.Random) -> Record:
    """A random opening."""
    side = CONNECT6.columns
    centre = side // 2
    lines = range(centre - REACH, centre + REACH + 1)
    others = [y * side + x + 1 for y in lines for x in lines if (x, y) != (centre, centre)]
    pos = notation.read(GAME.start)
    for move in (centre * side + centre + 1, *rng.sample(others, rng.choice(SIZES) - 1)):
        play(pos, move)
    return pos


class OpeningJudge:
    """Whether an opening is level."""

    def __init__(self) -> None:
        """Make the players; the first of them judges by score and plays no game."""
        self._judge, *players = (EnginePlayer(GAME, f"search@{nodes}") for nodes in (THOUGHT, *NODES, *NODES))
        self._pairs = list(zip(players[: len(NODES)], players[len(NODES) :], strict=True))

    def calls_level(self, pos: Record) -> bool:
        """Whether neither the search nor all of the games say who wins."""
        self._judge.forget()
        if abs(self._judge.think(pos).score) > LEVEL:
            return False
        return {play_game(pair, pos) for pair in self._pairs} >= {0.0, 1.0}


def balanced(count: int, seed: int) -> Iterator[str]:
    """So many different openings that both sides can win."""
    rng, seen, judge = random.Random(seed), set[str](), OpeningJudge()
    while count:
        pos = draw_opening(rng)
        text = notation.write(pos)
        if text not in seen and judge.calls_level(pos):
            count -= 1
            yield text
        seen.add(text)


def main() -> None:
    """Print a suite."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    add_version(parser)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(f"# {arguments.count} openings of Connect6, made with --seed {arguments.seed}; one a line")
    for text in balanced(arguments.count, arguments.seed):
        print(text, flush=True)


if __name__ == "__main__":
    main()
