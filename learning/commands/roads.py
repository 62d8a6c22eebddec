"""Fit the road weights of connect6's search to games that it plays with itself.

bin/train roads FOLDER --games 600 --nodes 2500

Games are kept in the folder, a line each; broken off, the same call goes on and ends with the same weights.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

from boyi.learning.connect6.search import fitted, play_games
from boyi.learning.progress import Progress
from boyi.learning.reproductions.connect6_td import weight_file
from boyi.learning.runs import Run

GAMES = "games.txt"


@dataclass(frozen=True)
class Plan:
    """What defines a run."""

    games: int = 600
    nodes: int = 2500
    seed: int = 1


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path)
    for name in ("games", "nodes", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Plan, name))


def run(args: argparse.Namespace) -> None:
    """Play, fit, and write the weight file."""
    plan = Plan(args.games, args.nodes, args.seed)
    if plan.games < 1 or plan.nodes < 1:
        raise ValueError("numbers of games and nodes are positive")
    with Run(args.folder, plan) as run, Progress("roads", plan.games, "games") as progress:
        for done in play_games(args.folder / GAMES, plan.games, plan.nodes, plan.seed):
            progress.at(done)
        theta = fitted((args.folder / GAMES).read_text().splitlines()[: plan.games])
        origin = {"method": "fitted to results of quiet positions", **run.settings}
        print(run.save("learned", weight_file(theta, plan.games, origin, "learned")), flush=True)
