"""Make samples by self-play at a fixed number of nodes a move, from random openings."""

import argparse
from pathlib import Path

from boyi.arena.farm.opening import open_farm
from boyi.learning.data.selfplay import SelfPlayTask, make_samples
from boyi.learning.nnue.networks import NETWORKS
from boyi.learning.settings import add_workers, check_positive


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", choices=NETWORKS)
    parser.add_argument("folder", type=Path, help="where the samples go")
    parser.add_argument("--samples", type=int, default=1_000_000)
    parser.add_argument("--nodes", type=int, default=1000, help="of each search")
    parser.add_argument("--seed", type=int, default=1, help="the next that the folder has not used")
    add_workers(parser, 2)
    parser.add_argument("--evaluator", default="", help="which evaluation plays; the default one if empty")
    parser.add_argument("--weights", default="", help="weight file to play with")


def run(args: argparse.Namespace) -> None:
    """Play until the folder has gained the samples."""
    check_positive(args, "samples", "nodes", "workers")
    order = SelfPlayTask(args.game, args.samples, args.nodes, args.seed, args.evaluator, args.weights)
    with open_farm(args.cluster, args.workers) as farm:
        make_samples(order, args.folder, farm)
