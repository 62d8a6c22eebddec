"""Make a network out of a hand-crafted evaluation: games, neighbours, training, better games, training."""

import argparse
import functools
from pathlib import Path

from boyi.arena.farm.opening import add_cluster
from boyi.learning.nnue.networks import NETWORKS
from boyi.learning.nnue.recipe import Recipe, follow
from boyi.learning.settings import add_settings, check_positive, settings_of

POSITIVE = ("generations", "samples", "nodes", "strays", "passes", "stray_passes", "batch", "workers")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", choices=NETWORKS)
    parser.add_argument("folder", type=Path, help="where all of it goes; the same call goes on with it")
    add_settings(parser, Recipe, workers="processes; if there is a cluster, of the training alone")
    add_cluster(parser)


def run(args: argparse.Namespace) -> None:
    """Do what is left."""
    check_positive(args, *POSITIVE)
    tell = functools.partial(print, flush=True)
    made = follow(settings_of(args, Recipe), args.folder, tell, args.cluster)
    print(f"{made}: to play with it, set Evaluator and EvalFile; to test it, arena sprt")
