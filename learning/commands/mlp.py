"""Fit a small network to samples; the same call takes up a run that was broken off."""

import argparse
from pathlib import Path

from boyi.learning.data.samples import load
from boyi.learning.run import Run
from boyi.learning.settings import add_settings, check_positive, settings_of
from boyi.learning.td.learners import EYES, LEARNERS, SAMPLE, NetworkSpec, with_mirror_images
from boyi.learning.tuning.mlp_fit import MlpFit, MlpFitSettings


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", choices=LEARNERS)
    parser.add_argument("data", type=Path, help="folder of samples")
    parser.add_argument("run", type=Path, help="folder of this run")
    parser.add_argument("--evaluator", default="mlp100")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--eyes", choices=EYES, default=EYES[0], help="whose eyes the network sees with")
    parser.add_argument("--material", type=float, nargs="+", default=[], help="inputs by kind of piece")
    add_settings(parser, MlpFitSettings, "passes", "batch", "rate", "mix", "scale", "output")


def run(args: argparse.Namespace) -> None:
    """Make the passes that are left."""
    check_positive(args, "passes", "batch")
    samples = with_mirror_images(load(SAMPLE, args.data))
    spec = settings_of(args, NetworkSpec)
    fit = settings_of(args, MlpFitSettings, newborn=spec, samples=len(samples))
    with Run(args.run, fit) as run:
        fitting = MlpFit(samples, fit, run)
        path = fitting.fit()
        print(f"{path}: error on test {fitting.error():.5f}")
