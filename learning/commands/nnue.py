"""Fit a network to samples; the same call takes up a run that was broken off."""

import argparse
from pathlib import Path

from boyi.learning.data.samples import load
from boyi.learning.nnue.networks import NETWORKS
from boyi.learning.nnue.training import NnueSettings, Training
from boyi.learning.run import Run, latest
from boyi.learning.settings import add_settings, check_positive, settings_of


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", choices=NETWORKS)
    parser.add_argument("data", type=Path, nargs="+", help="folders of samples")
    parser.add_argument("run", type=Path, help="folder of this training")
    scale = "score of a winning chance of 1/(1 + 1/e); the game's own if 0"
    add_settings(parser, NnueSettings, scale=scale, start="run, or weight file, whose network to begin with")


def run(args: argparse.Namespace) -> None:
    """Make the passes that are left."""
    check_positive(args, "passes", "batch", "threads")
    network = NETWORKS[args.game]
    samples = load(network.sample, *args.data)
    settings = settings_of(args, NnueSettings, samples=len(samples))
    with Run(args.run, settings) as folder:
        error = Training(network, samples, settings, folder).train()
    print(f"{latest(args.run)}: error on test {error:.5f}")
