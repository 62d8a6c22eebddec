"""Fit a network to samples; the same call takes up a run that was broken off."""

import argparse
from pathlib import Path

from boyi.learning.nets.subjects import SUBJECTS, load_subject
from boyi.learning.nets.training import Settings, Training
from boyi.learning.samples import load


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("game", choices=SUBJECTS)
    parser.add_argument("data", type=Path, nargs="+", help="folders of samples")
    parser.add_argument("run", type=Path, help="folder of this training")
    for name, default in (("passes", 20), ("batch", 16384), ("threads", 2), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    for name, value in (("rate", 1e-3), ("mix", 0.7), ("decay", 0.0)):
        parser.add_argument(f"--{name}", type=float, default=value)
    parser.add_argument("--scale", type=int, help="score of a winning chance of 1/(1 + 1/e); the game's own")
    parser.add_argument("--start", default="", help="folder of a run whose network to begin with")


def run(args: argparse.Namespace) -> None:
    """Make the passes that are left."""
    subject = load_subject(args.game)
    samples = load(subject.sample, *args.data)
    scale = args.scale or subject.scale
    numbers = (args.passes, args.batch, args.rate, args.mix, scale, args.threads, args.seed, args.decay)
    settings = Settings(*numbers, args.start)
    training = Training(subject, samples, settings, args.run, lambda line: print(line, flush=True))
    error = training.run()
    print(f"{training.weight_file}: error on test {error:.5f}")
