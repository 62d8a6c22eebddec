"""Make samples by self-play at a fixed number of nodes a move, from random openings."""

import argparse
from pathlib import Path

from boyi.learning.commands import check_positive
from boyi.learning.nets.subjects import SUBJECTS
from boyi.learning.selfplay import Order, make_samples


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("game", choices=SUBJECTS)
    parser.add_argument("folder", type=Path, help="where the samples go")
    parser.add_argument("--samples", type=int, default=1_000_000)
    parser.add_argument("--nodes", type=int, default=1000, help="of each search")
    parser.add_argument("--seed", type=int, default=1, help="the next that the folder has not used")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--evaluator", default="", help="which evaluation plays; the default one if empty")
    parser.add_argument("--weights", default="", help="weight file to play with")


def run(args: argparse.Namespace) -> None:
    """Play until the folder has gained the samples."""
    check_positive(args, "samples", "nodes", "workers")
    share = args.samples // args.workers
    order = Order(args.game, share, args.nodes, args.seed, args.evaluator, args.weights)
    make_samples(order, args.folder, args.workers)
