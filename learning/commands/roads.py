"""Find road weights for connect6's search by having it play with neighbours of itself.

bin/train roads FOLDER --steps 2500 --nodes 1500
bin/train roads FOLDER --steps 300 --pairs 8 --processes 8

Broken off, the same call goes on and ends with the same weights, whatever the processes.
"""

import argparse
from pathlib import Path

import numpy as np

from boyi.arena.farm.opening import add_cluster, open_farm
from boyi.arena.progress import Progress
from boyi.learning.connect6.export import weight_file
from boyi.learning.connect6.tuning import QUIET, RoadTuning, tuned, weights_of
from boyi.learning.run import Run
from boyi.learning.settings import add_settings, check_positive, settings_of

KEPT = 20
"""Steps between two checkpoints."""
NAMES = tuple(f"{('own', 'enemy')[kind // 6]} {1 + kind % 6}" for kind in QUIET)
"""What the numbers are called: whose roads, and with how many stones."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("folder", type=Path)
    parser.add_argument("--processes", type=int, default=1, help="if there is no cluster")
    add_cluster(parser)
    add_settings(parser, RoadTuning, "steps", "nodes", "pairs", "seed", pairs="of games, in each step")


def run(args: argparse.Namespace) -> None:
    """Play, and write the weight file."""
    plan = settings_of(args, RoadTuning)
    check_positive(args, "steps", "nodes", "pairs", "processes")
    with Run(args.folder, plan) as run, open_farm(args.cluster, args.processes) as farm:
        factors, first = run.resume("factors", np.ones(len(QUIET)))
        with Progress("roads", plan.steps, "pairs of games", first) as progress:
            run.follow(tuned(factors, plan, first, farm), progress, "factors", factors, NAMES, KEPT)
        run.write_report("connect6: road weights")
        origin = {"method": "moved towards the winner of pairs of games", **run.settings}
        print(
            run.save("learned", weight_file(weights_of(factors), plan.steps, origin, "learned")), flush=True
        )
