"""Make a network out of a hand-crafted evaluation: games, strays, training, better games, training."""

import argparse
from pathlib import Path

from boyi.learning.commands import check_positive
from boyi.learning.nets.recipe import Recipe, follow
from boyi.learning.nets.subjects import SUBJECTS

NUMBERS = ("generations", "samples", "nodes", "strays", "passes", "stray_passes", "batch", "workers")

SHARES = ("mix", "decay")


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("game", choices=SUBJECTS)
    parser.add_argument("folder", type=Path, help="where all of it goes; the same call goes on with it")
    for name in NUMBERS:
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=getattr(Recipe, name))
    for name in SHARES:
        parser.add_argument(f"--{name}", type=float, default=getattr(Recipe, name))


def run(args: argparse.Namespace) -> None:
    """Do what is left."""
    check_positive(args, *NUMBERS)
    given = {name: getattr(args, name) for name in (*NUMBERS, *SHARES)}
    made = follow(Recipe(args.game, **given), args.folder, lambda line: print(line, flush=True))
    print(f"{made}: to play with it, set Evaluator and EvalFile; to test it, arena sprt")
