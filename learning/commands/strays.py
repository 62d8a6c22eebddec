"""Make samples beside samples: random moves away from them, with static values, for a first training."""

import argparse
from pathlib import Path

from boyi.arena.farm.opening import open_farm
from boyi.learning.nnue.networks import NETWORKS
from boyi.learning.nnue.random_neighbours import NeighbourTask, make_neighbours
from boyi.learning.settings import add_workers, check_positive


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", choices=NETWORKS)
    parser.add_argument("data", type=Path, help="folder of samples")
    parser.add_argument("folder", type=Path, help="where the strays go")
    parser.add_argument("--samples", type=int, default=20_000_000)
    parser.add_argument("--evaluator", default="", help="whose values; the hand-crafted one's if empty")
    parser.add_argument("--seed", type=int, default=1, help="the next that the folder has not used")
    add_workers(parser, 2)


def run(args: argparse.Namespace) -> None:
    """Fill the folder."""
    check_positive(args, "samples", "workers")
    evaluator = args.evaluator or NETWORKS[args.game].teacher
    order = NeighbourTask(args.game, args.samples, args.seed, evaluator)
    with open_farm(args.cluster, args.workers) as farm:
        make_neighbours(order, args.data, args.folder, farm)
