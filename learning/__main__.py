"""Training from the command line.

bin/train selfplay chess DATA --samples 2000000    play games, keep what was seen
bin/train nnue chess DATA RUN --passes 20          fit a network to it; takes up a run that was broken off
"""

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from boyi.learning.samples import load
from boyi.learning.selfplay import Order, make_samples
from boyi.learning.training import Settings, Subject, Training

SUBJECTS = {"chess": "boyi.learning.chess"}
"""Games whose networks can be trained -> where what is particular to them lies."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="train", description="Make weights that play better.")
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser("selfplay", help="make samples by self-play at a fixed number of nodes")
    play.add_argument("game", choices=SUBJECTS)
    play.add_argument("folder", type=Path, help="where the samples go")
    play.add_argument("--samples", type=int, default=1_000_000)
    play.add_argument("--nodes", type=int, default=1000, help="of each search")
    play.add_argument("--seed", type=int, default=1)
    play.add_argument("--workers", type=int, default=2, help="processes")
    play.add_argument("--evaluator", default="", help="which evaluation plays; the default one if empty")
    play.add_argument("--weights", default="", help="weight file to play with")
    fit = commands.add_parser("nnue", help="fit a network to samples")
    fit.add_argument("game", choices=SUBJECTS)
    fit.add_argument("data", type=Path, help="folder of samples")
    fit.add_argument("run", type=Path, help="folder of this training")
    for name, default in (("passes", 20), ("batch", 16384), ("scale", 200), ("threads", 2), ("seed", 1)):
        fit.add_argument(f"--{name}", type=int, default=default)
    for name, value in (("rate", 1e-3), ("mix", 0.7)):
        fit.add_argument(f"--{name}", type=float, default=value)
    return parser


def _fit(args: argparse.Namespace) -> None:
    subject: Subject = importlib.import_module(SUBJECTS[args.game]).SUBJECT
    samples = load(args.data, subject.sample)
    settings = Settings(args.passes, args.batch, args.rate, args.mix, args.scale, args.threads, args.seed)
    training = Training(subject, samples, settings, args.run, lambda line: print(line, flush=True))
    error = training.run()
    print(f"{training.weight_file}: error on test {error:.5f}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; 0, or 2 for bad input."""
    args = _parser().parse_args(arguments)
    try:
        if args.command == "selfplay":
            order = Order(
                args.game, args.samples // args.workers, args.nodes, args.seed, args.evaluator, args.weights
            )
            make_samples(order, args.folder, args.workers)
        else:
            _fit(args)
    except (OSError, ValueError) as error:
        print(f"train: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
