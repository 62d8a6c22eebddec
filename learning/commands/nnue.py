"""Fit a network to samples; the same call takes up a run that was broken off."""

import argparse
from pathlib import Path

from boyi.learning.samples import load
from boyi.learning.subjects import SUBJECTS, load_subject
from boyi.learning.training import Settings, Training


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("game", choices=SUBJECTS)
    parser.add_argument("data", type=Path, help="folder of samples")
    parser.add_argument("run", type=Path, help="folder of this training")
    for name, default in (("passes", 20), ("batch", 16384), ("scale", 200), ("threads", 2), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    for name, value in (("rate", 1e-3), ("mix", 0.7)):
        parser.add_argument(f"--{name}", type=float, default=value)
    parser.add_argument("--start", default="", help="folder of a run whose network to begin with")


def run(args: argparse.Namespace) -> None:
    """Make the passes that are left."""
    subject = load_subject(args.game)
    samples = load(args.data, subject.sample)
    numbers = (args.passes, args.batch, args.rate, args.mix, args.scale, args.threads, args.seed)
    settings = Settings(*numbers, start=args.start)
    training = Training(subject, samples, settings, args.run, lambda line: print(line, flush=True))
    error = training.run()
    print(f"{training.weight_file}: error on test {error:.5f}")
