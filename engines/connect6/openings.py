"""Balanced openings of 3 or 5 stones, made by lot and kept if a search finds no side far ahead.

bin/run boyi.engines.connect6.openings --count 60 >books/connect6_openings.txt
"""

import argparse
import random
from collections.abc import Iterator

from boyi.engines.connect6 import GAME, notation
from boyi.engines.connect6.search import TurnSearcher
from boyi.engines.connect6.shape import CONNECT6
from boyi.engines.evaluation import Evaluation
from boyi.engines.jit import Record
from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves, play
from boyi.engines.search.task import Task

REACH = 3
"""Lines around the centre on which stones are drawn."""
SIZES = (3, 5)
"""Stones of an opening; Black begins with one in the centre."""
LEVEL = 1200
"""The score of the side to move may be so large and not larger, in units of the road evaluation."""
DEPTH = 6
"""Stones ahead that the judging search looks."""


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
    """So many different openings in which neither side is far ahead."""
    lot, judge, weights = random.Random(seed), TurnSearcher(notation.TRACES), Evaluation(GAME).weights
    budget, seen = Budget(depth=DEPTH), set[str]()
    judge.resize(4)
    while len(seen) < count:
        pos = drawn(lot)
        text = notation.write(pos)
        judge.forget()
        judge.prepare(budget, ())
        roots = tuple(legal_moves(pos))
        line = judge.think(Task(pos, weights, roots, True, budget, 1, lambda line: None))
        if text not in seen and abs(line.score) <= LEVEL:
            seen.add(text)
            yield text


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
