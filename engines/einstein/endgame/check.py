"""Endgame tables looked over: are random entries what a recursion one move deep says?

    bin/run boyi.engines.einstein.endgame.check five --samples 100000

Moves are made by the rules of play, not by what filled the tables.
"""

import random
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter

import numpy as np

import boyi.engines.einstein.moves  # noqa: F401  its bodies of the rules are what is played by
from boyi.engines.einstein.endgame.lookup import NONE, SURE, probe
from boyi.engines.einstein.endgame.store import PIECES, EndgameTables
from boyi.engines.einstein.notation import write
from boyi.engines.einstein.squares import NOWHERE, SQUARES
from boyi.engines.einstein.squares import PIECES as NUMBERS
from boyi.engines.einstein.symmetry import build
from boyi.engines.jit import Int, Record, copy, entry
from boyi.engines.play import legal_moves, result, take_back, try_move
from boyi.engines.rules import LOST, ONGOING

TOLERANCE = 1.01
"""Entries are rounded, and so are those that they were worked out from: by half a unit each."""


@entry
def look_up(endings: np.ndarray, pos: Record) -> Int:
    """The entry of an unfinished position; -1 if there is none."""
    return probe(endings, pos)


def random_ending(rng: random.Random, most: int) -> Record:
    """A position of 2 to so many pieces with either side about to roll, nobody having arrived."""
    while True:
        pieces = rng.randint(2, most)
        mine = rng.randint(1, min(pieces - 1, NUMBERS))
        squares = np.full(2 * NUMBERS, NOWHERE, np.uint8)
        blue, red = rng.sample(range(NUMBERS), mine), rng.sample(range(NUMBERS), min(pieces - mine, NUMBERS))
        standing = rng.sample(range(SQUARES), len(blue) + len(red))
        squares[[*blue, *(NUMBERS + number for number in red)]] = standing
        pos = build(squares, rng.randint(0, 1), 0)
        if result(pos) == ONGOING:
            return pos


def recursion(endings: np.ndarray, pos: Record) -> float:
    """The chance of the side about to roll, by its moves and the entries of what follows."""
    total = 0.0
    for die in range(1, NUMBERS + 1):
        rolled, best = copy(pos), 0.0
        rolled.die = die
        for move in legal_moves(rolled):
            try_move(rolled, move)
            ended = result(rolled)
            chance = 1 - look_up(endings, rolled) / SURE if ended == ONGOING else float(ended == LOST)
            best = max(best, chance)
            take_back(rolled, move)
        total += best
    return total / NUMBERS


def faults(endings: np.ndarray, most: int, samples: int, rng: random.Random) -> list[str]:
    """Random positions, of so many, whose entries are not what the recursion says. Blocks."""
    found = []
    for _ in range(samples):
        pos = random_ending(rng, most)
        entry_, wanted = int(look_up(endings, pos)), recursion(endings, pos)
        if entry_ < 0 or abs(entry_ - wanted * SURE) > TOLERANCE:
            found.append(f"{write(pos)}: {entry_ / SURE:.5f}, by recursion {wanted:.5f}")
    return found


def main() -> int:
    """Say how many entries are wrong; code 1 if any is."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument(
        "tables", nargs="?", choices=[name for name in PIECES if name != "none"], default="four"
    )
    parser.add_argument("--samples", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    endings = EndgameTables().wait(args.tables)
    if endings is NONE:
        return 1
    wrong = faults(endings, PIECES[args.tables], args.samples, random.Random(args.seed))
    print("\n".join([*wrong[:10], f"{args.samples} entries, {len(wrong)} wrong"]))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
