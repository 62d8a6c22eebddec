"""Find the parameters by which search prunes, reduces and learns, by play with neighbours of itself.

bin/train margins chess FOLDER --rounds 400 --processes 2

Broken off, the same call goes on and ends with the same parameters, whatever the processes. They are
printed at the end; search has them compiled in: `engines/search/parameters.py` is to be changed by hand.
"""

import argparse
from pathlib import Path

from boyi.arena.farm.opening import add_cluster, open_farm
from boyi.arena.progress import Progress
from boyi.engines.search.parameters import PARAMETERS, VALUES
from boyi.learning.data.games import SEARCHED
from boyi.learning.run import Run
from boyi.learning.settings import add_settings, settings_of
from boyi.learning.tuning.search_parameters import TuningSettings, tuned


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", choices=SEARCHED)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--processes", type=int, default=1, help="if there is no cluster")
    add_cluster(parser)
    add_settings(parser, TuningSettings)


def run(args: argparse.Namespace) -> None:
    """Play, and tell what came of it."""
    plan = settings_of(args, TuningSettings)
    if min(plan.rounds, plan.pairs, plan.nodes, args.processes) < 1:
        raise ValueError("numbers of rounds, pairs, nodes and processes are positive")
    with Run(args.folder, plan) as run, open_farm(args.cluster, args.processes) as farm:
        numbers, first = run.resume("margins", VALUES.astype(float))
        with Progress("margins", plan.rounds, "rounds", first) as progress:
            rounds = tuned(numbers, plan, first, farm)
            run.follow(rounds, progress, "margins", numbers, [each.name for each in PARAMETERS])
        run.write_report(f"{plan.game}: margins of the search")
    for each, found in zip(PARAMETERS, numbers, strict=True):
        print(f"{each.name}: {each.value} -> {found:.0f}")
