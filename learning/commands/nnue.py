"""Fit a network to samples; the same call takes up a run that was broken off."""

import argparse
from pathlib import Path

from boyi.learning.commands import check_positive
from boyi.learning.nets.subjects import SUBJECTS, load_subject
from boyi.learning.nets.training import Settings, Training
from boyi.learning.runs import Run, latest
from boyi.learning.samples import load

WHOLE = {"passes": 20, "batch": 16384, "threads": 2, "seed": 1, "patience": 0}
REAL = {"rate": 1e-3, "mix": 1.0, "decay": 0.6}


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("game", choices=SUBJECTS)
    parser.add_argument("data", type=Path, nargs="+", help="folders of samples")
    parser.add_argument("run", type=Path, help="folder of this training")
    for name, whole in WHOLE.items():
        parser.add_argument(f"--{name}", type=int, default=whole)
    for name, real in REAL.items():
        parser.add_argument(f"--{name}", type=float, default=real)
    parser.add_argument("--scale", type=int, help="score of a winning chance of 1/(1 + 1/e); the game's own")
    parser.add_argument("--start", default="", help="run, or weight file, whose network to begin with")


def run(args: argparse.Namespace) -> None:
    """Make the passes that are left."""
    check_positive(args, "passes", "batch", "threads")
    subject = load_subject(args.game)
    samples = load(subject.sample, *args.data)
    given = {name: getattr(args, name) for name in (*WHOLE, *REAL, "start")}
    settings = Settings(args.game, len(samples), scale=args.scale or subject.scale, **given)
    with Run(args.run, settings) as folder:
        error = Training(subject, samples, settings, folder).train()
    print(f"{latest(args.run)}: error on test {error:.5f}")
