"""Fit a small network to samples; the same call takes up a run that was broken off."""

import argparse
from pathlib import Path

from boyi.learning.fitting import Fit, Fitting
from boyi.learning.learners import EYES, LEARNERS, new_learner
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
    parser.add_argument("--eyes", choices=EYES, default=EYES[0], help="whose eyes the network sees with")
    for name in ("passes", "batch", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Fit, name))
    for name in ("rate", "mix", "scale"):
        parser.add_argument(f"--{name}", type=float, default=getattr(Fit, name))


def run(args: argparse.Namespace) -> None:
    """Make the passes that are left."""
    samples = load(args.data, sample_dtype(SQUARES[args.game]))
    learner = new_learner(args.game, args.evaluator, args.seed, args.eyes)
    fit = Fit(
        args.game,
        args.evaluator,
        args.passes,
        args.batch,
        args.rate,
        args.mix,
        args.scale,
        args.seed,
        len(samples),
    )
    with Run(args.run, fit) as run:
        fitting = Fitting(learner, samples, fit, run)
        path = fitting.fit()
        print(f"{path}: error on test {fitting.error():.5f}")
