"""Teach one of EinStein's evaluators by self-play, from nothing to a weight file in minutes.

The policy network learns choices of the strongest player, which are kept in a folder beside its file
(FILE.choices), so that the same call goes on with them; it needs the extra `train`.
"""

import argparse
from pathlib import Path

from boyi.engines.einstein.endgame import Endings
from boyi.engines.weights import WeightFile, save
from boyi.learning.einstein import network, policies, rectangles, tuples
from boyi.learning.einstein.lessons import lessons_of
from boyi.learning.einstein.positions import TESTED, Labels, collect
from boyi.learning.extras import require_train

SIZES = {
    "tuples": 1_400_000,
    "rectangles": 200_000,
    "network": network.Plan.positions,
    "policy": Labels.games,
}
"""What can be taught -> how many games, or positions of the network, by default."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("evaluator", choices=SIZES)
    parser.add_argument("weights", type=Path, help="where the weight file goes")
    parser.add_argument("--size", type=int, help="games; of the network, positions")
    parser.add_argument("--steps", type=int, default=policies.STEPS, help="of the policy network")
    parser.add_argument("--seed", type=int, default=1)


def run(args: argparse.Namespace) -> None:
    """Teach it, and write the file at the end."""
    if not args.weights.parent.is_dir():
        raise ValueError(f"no folder {args.weights.parent}")
    size = args.size or SIZES[args.evaluator]
    if args.evaluator == "policy":
        save(args.weights, choosing(args.weights.with_suffix(".choices"), size, args.steps, args.seed))
    else:
        save(args.weights, taught(args.evaluator, size, args.seed))


def choosing(folder: Path, games: int, steps: int, seed: int) -> WeightFile:
    """The policy network after so many steps on choices in so many games. Blocks."""
    require_train()
    if games < TESTED or steps < 1:
        raise ValueError(f"a policy network wants {TESTED} games and a step at least")
    labels = Labels(games, seed=seed)
    return policies.played(collect(folder, labels, Endings().wait("four")), labels, steps, seed)


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
