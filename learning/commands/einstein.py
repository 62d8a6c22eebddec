"""Teach one of EinStein's evaluators by self-play, from nothing to a weight file in minutes."""

import argparse
from pathlib import Path

from boyi.engines.einstein.endgame import Endings
from boyi.engines.weights import WeightFile, save
from boyi.learning.einstein import network, rectangles, tuples
from boyi.learning.einstein.lessons import lessons_of

SIZES = {"tuples": 1_400_000, "rectangles": 200_000, "network": network.Plan.positions}
"""What can be taught -> how many games, or positions of the network, by default."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("evaluator", choices=SIZES)
    parser.add_argument("weights", type=Path, help="where the weight file goes")
    parser.add_argument("--size", type=int, help="games; of the network, positions")
    parser.add_argument("--seed", type=int, default=1)


def run(args: argparse.Namespace) -> None:
    """Teach it, and write the file at the end."""
    if not args.weights.parent.is_dir():
        raise ValueError(f"no folder {args.weights.parent}")
    save(args.weights, taught(args.evaluator, args.size or SIZES[args.evaluator], args.seed))


def taught(evaluator: str, size: int, seed: int) -> WeightFile:
    """The weights of an evaluator after so many games or positions. Blocks."""
    match evaluator:
        case "rectangles":
            return rectangles.weight_file(rectangles.train(size, seed), size, seed)
        case "tuples":
            return tuples.weight_file(tuples.train(size, Endings().wait("four"), seed), size, seed)
    plan = network.Plan(size, seed=seed)
    lessons = lessons_of(plan.positions, plan.depth, plan.seed, Endings().wait("four"))
    return network.weight_file(network.export(network.taught(lessons, plan)), plan)
