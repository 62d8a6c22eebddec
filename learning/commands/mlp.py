"""Fit a small network to samples; the same call takes up a run that was broken off."""

import argparse
from pathlib import Path

from boyi.learning.commands import check_positive
from boyi.learning.fitting import Fit, Fitting
from boyi.learning.learners import EYES, LEARNERS, Newborn, networks_of
from boyi.learning.runs import Run
from boyi.learning.samples import load, sample_dtype

SQUARES = {"xiangqi": 90}
"""Of the packed boards of each game that has such networks."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("game", choices=LEARNERS)
    parser.add_argument("data", type=Path, help="folder of samples")
    parser.add_argument("run", type=Path, help="folder of this run")
    parser.add_argument("--evaluator", default="mlp100")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--eyes", choices=EYES, default=EYES[0], help="whose eyes the network sees with")
    parser.add_argument("--material", type=float, nargs="+", default=[], help="inputs by kind of piece")
    for name in ("passes", "batch"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Fit, name))
    for name in ("rate", "mix", "scale"):
        parser.add_argument(f"--{name}", type=float, default=getattr(Fit, name))


def run(args: argparse.Namespace) -> None:
    """Make the passes that are left."""
    check_positive(args, "passes", "batch")
    samples = networks_of(args.game).mirrored(load(sample_dtype(SQUARES[args.game]), args.data))
    newborn = Newborn(args.game, args.evaluator, args.seed, args.eyes, tuple(args.material))
    fit = Fit(newborn, args.passes, args.batch, args.rate, args.mix, args.scale, len(samples))
    with Run(args.run, fit) as run:
        fitting = Fitting(newborn.learner(), samples, fit, run)
        path = fitting.fit()
        print(f"{path}: error on test {fitting.error():.5f}")
