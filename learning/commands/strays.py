"""Make samples beside samples: random moves away from them, with static values, for a first training."""

import argparse
from pathlib import Path

from boyi.engines import load_game, warmup
from boyi.engines.evaluation import Evaluation
from boyi.learning.samples import load
from boyi.learning.strays import Wanderer
from boyi.learning.subjects import SUBJECTS, load_subject


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("game", choices=SUBJECTS)
    parser.add_argument("data", type=Path, help="folder of samples")
    parser.add_argument("folder", type=Path, help="where the strays go")
    parser.add_argument("--samples", type=int, default=20_000_000)
    parser.add_argument("--evaluator", default="", help="whose static values; the default one's if empty")
    parser.add_argument("--seed", type=int, default=1)


def run(args: argparse.Namespace) -> None:
    """Fill the folder."""
    game, subject = load_game(args.game), load_subject(args.game)
    evaluation = Evaluation(game)
    if args.evaluator:
        evaluation.choose(args.evaluator, "")
    warmup.ensure(game, evaluation)
    wanderer = Wanderer(game, evaluation.weights, subject.letters, args.seed)
    made = wanderer.fill(load(args.data, subject.sample), args.samples, args.folder, f"strays-{args.seed:04}")
    print(f"{args.folder}: {made} strays")
