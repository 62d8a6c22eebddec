"""Find road weights for connect6's search by having it play with neighbours of itself.

bin/train roads FOLDER --steps 2500 --nodes 1500

Broken off, the same call goes on and ends with the same weights.
"""

import argparse
from pathlib import Path

import numpy as np

from boyi.learning.connect6.export import weight_file
from boyi.learning.connect6.tuning import QUIET, Plan, tuned, weights_of
from boyi.learning.progress import Progress
from boyi.learning.report import write_report
from boyi.learning.runs import REPORT, STEP, Run

KEPT = 20
"""Steps between two checkpoints."""
NAMES = tuple(f"{('own', 'enemy')[kind // 6]} {1 + kind % 6}" for kind in QUIET)
"""What the numbers are called: whose roads, and with how many stones."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path)
    for name in ("steps", "nodes", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Plan, name))


def run(args: argparse.Namespace) -> None:
    """Play, and write the weight file."""
    plan = Plan(args.steps, args.nodes, seed=args.seed)
    if plan.steps < 1 or plan.nodes < 1:
        raise ValueError("numbers of steps and nodes are positive")
    with Run(args.folder, plan) as run:
        kept = run.restore()
        factors, first = kept.get("factors", np.ones(len(QUIET))), int(kept.get(STEP, 0))
        with Progress("roads", plan.steps, "pairs of games", first) as progress:
            for done in tuned(factors, plan, first):
                if done % KEPT == 0 or done == plan.steps:
                    run.log({"step": done, **dict(zip(NAMES, factors.tolist(), strict=True))})
                    run.keep(done, {"factors": factors})
                progress.at(done)
        write_report(args.folder / REPORT, "connect6: road weights", run.settings, run.logged())
        origin = {"method": "moved towards the winner of pairs of games", **run.settings}
        print(
            run.save("learned", weight_file(weights_of(factors), plan.steps, origin, "learned")), flush=True
        )
