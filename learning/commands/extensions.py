"""Learn what move classes should cost.

The method `offline` counts the nodes of the real search until a suite is solved; `online` weighs the
solutions' lines by the cost model B^D; `games` does so with critical situations of an arena's games, or of
games against itself. The pace is made for counted nodes; lines, whose slopes do not fade, want a gentler one:
--rate 1 --largest 0.2 --delta 0.1 --steps 5. The same call takes up a run that was broken off.
"""

import argparse
from pathlib import Path

from boyi.arena.suites import halves, read_suite
from boyi.learning.costs.descent import StepSizes, sixtieths
from boyi.learning.costs.learn import CostLearning, format_weights, learn
from boyi.learning.costs.solving import SuiteSolver
from boyi.learning.data.games import SEARCHED
from boyi.learning.settings import add_settings, settings_of


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", choices=SEARCHED)
    parser.add_argument("source", help="a suite (.epd, .jsonl), an arena's games.jsonl, or `selfplay`")
    parser.add_argument("run", type=Path, help="folder of this training")
    parser.add_argument("--method", choices=("offline", "online", "games"), default="offline")
    parser.add_argument("--processes", type=int, default=1)
    add_settings(parser, CostLearning, "nodes", "tau", "games", "puzzles")
    add_settings(parser, StepSizes)


def run(args: argparse.Namespace) -> None:
    """Learn, and say what it is worth on the half of a suite that was not trained on."""
    order, pace = settings_of(args, CostLearning), settings_of(args, StepSizes)
    weights = learn(order, pace, args.run, args.processes)
    print(f"{args.run / 'extensions.safetensors'}: {format_weights(weights)}")
    if order.method != "games":
        _, test = halves(read_suite(Path(order.source)))
        found = SuiteSolver(order.game, test, order.nodes, args.processes).total(sixtieths(weights))
        print(f"on the other half: {found.nodes} nodes, {found.solved} of {len(test)} solved")
