"""Make samples beside samples: random moves away from them, with static values, for a first training."""

import argparse
from pathlib import Path

from boyi.learning.commands import check_positive
from boyi.learning.nets.strays import StrayOrder, make_strays
from boyi.learning.nets.subjects import SUBJECTS, load_subject


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("game", choices=SUBJECTS)
    parser.add_argument("data", type=Path, help="folder of samples")
    parser.add_argument("folder", type=Path, help="where the strays go")
    parser.add_argument("--samples", type=int, default=20_000_000)
    parser.add_argument("--evaluator", default="", help="whose values; the hand-crafted one's if empty")
    parser.add_argument("--seed", type=int, default=1, help="the next that the folder has not used")
    parser.add_argument("--workers", type=int, default=2, help="processes")


def run(args: argparse.Namespace) -> None:
    """Fill the folder."""
    check_positive(args, "samples", "workers")
    evaluator = args.evaluator or load_subject(args.game).teacher
    order = StrayOrder(args.game, args.samples // args.workers, args.seed, evaluator)
    make_strays(order, args.data, args.folder, args.workers)
