"""Make a network out of a hand-crafted evaluation: games, neighbours, training, better games, training."""

import argparse
from pathlib import Path

from boyi.learning.nnue.networks import NETWORKS
from boyi.learning.nnue.recipe import Recipe, follow
from boyi.learning.settings import add_settings, check_positive, settings_of

POSITIVE = ("generations", "samples", "nodes", "strays", "passes", "stray_passes", "batch", "workers")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", choices=NETWORKS)
    parser.add_argument("folder", type=Path, help="where all of it goes; the same call goes on with it")
    add_settings(parser, Recipe)


def run(args: argparse.Namespace) -> None:
    """Do what is left."""
    check_positive(args, *POSITIVE)
    made = follow(settings_of(args, Recipe), args.folder, lambda line: print(line, flush=True))
    print(f"{made}: to play with it, set Evaluator and EvalFile; to test it, arena sprt")
