"""Train one of EinStein's evaluators by self-play, from nothing to a weight file in minutes.

The hybrid evaluator learns from searches of `--teacher`, and the policy network from choices of the
strongest player. Both are kept in a folder beside the weight file (FILE.lessons, FILE.choices), so that the
same call goes on with them. The policy network needs the extra `train`.
"""

import argparse
from pathlib import Path

from boyi.engines import load_game
from boyi.engines.einstein.endgame.store import EndgameTables
from boyi.engines.evaluation import choice_of
from boyi.engines.weights import WeightFile, save
from boyi.learning.einstein.evaluators import hybrid, network, rectangles, tuples
from boyi.learning.einstein.evaluators.lessons import LessonPlan
from boyi.learning.einstein.policy import train
from boyi.learning.einstein.policy.positions import ChoiceCollection, collect
from boyi.learning.einstein.policy.situations import TESTED
from boyi.learning.extras import require_train

SIZES = {
    "hybrid": 3_000_000,
    "tuples": 1_400_000,
    "rectangles": 200_000,
    "network": network.NetworkTraining.positions,
    "policy": ChoiceCollection.games,
}
"""What can be trained -> how many games, or positions of hybrid and network, by default."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("evaluator", choices=SIZES)
    parser.add_argument("weights", type=Path, help="where the weight file goes")
    parser.add_argument("--size", type=int, help="games; of hybrid and network, positions")
    parser.add_argument("--steps", type=int, default=train.STEPS, help="of the policy network")
    usual = LessonPlan()
    parser.add_argument("--depth", type=int, default=usual.depth, help="plies of the searches for hybrid")
    parser.add_argument(
        "--teacher", default=usual.teacher, help="evaluator of those searches, or a file for hybrid"
    )
    parser.add_argument(
        "--passes", type=int, default=hybrid.HybridTraining.passes, help="over hybrid's lessons"
    )
    parser.add_argument("--seed", type=int, default=1)


def run(args: argparse.Namespace) -> None:
    """Train it, and write the file at the end."""
    if not args.weights.parent.is_dir():
        raise ValueError(f"no folder {args.weights.parent}")
    size = args.size or SIZES[args.evaluator]
    if args.evaluator == "policy":
        save(args.weights, train_policy(args.weights.with_suffix(".choices"), size, args.steps, args.seed))
    elif args.evaluator == "hybrid":
        plan = LessonPlan(args.depth, args.seed, args.teacher)
        save(args.weights, train_hybrid(args.weights.with_suffix(".lessons"), size, plan, args.passes))
    else:
        save(args.weights, train_evaluator(args.evaluator, size, args.seed))


def train_hybrid(folder: Path, lessons: int, plan: LessonPlan, passes: int) -> WeightFile:
    """The hybrid evaluator after passes over so many lessons. Blocks."""
    if lessons < hybrid.LEAST or plan.depth < 1 or passes < 1:
        raise ValueError(f"the hybrid evaluator wants {hybrid.LEAST} lessons, a ply and a pass at least")
    game = load_game("einstein")
    own = plan.teacher in game.evaluators
    teacher = choice_of(game, plan.teacher if own else "hybrid", "" if own else plan.teacher).weights
    training = hybrid.HybridTraining(passes, seed=plan.seed)
    return hybrid.weight_file(folder, lessons, plan, teacher, EndgameTables().wait("four"), training)


def train_policy(folder: Path, games: int, steps: int, seed: int) -> WeightFile:
    """The policy network after so many steps on choices in so many games. Blocks."""
    require_train()
    if games < TESTED or steps < 1:
        raise ValueError(f"a policy network wants {TESTED} games and a step at least")
    labels = ChoiceCollection(games, seed=seed)
    return train.train_engine_network(
        collect(folder, labels, EndgameTables().wait("four")), labels, steps, seed
    )


def train_evaluator(evaluator: str, size: int, seed: int) -> WeightFile:
    """The weights of an evaluator after so many games or positions. Blocks."""
    if evaluator == "rectangles":
        return rectangles.weight_file(size, seed)
    endings = EndgameTables().wait("four")
    if evaluator == "tuples":
        return tuples.weight_file(size, endings, seed)
    return network.weight_file(network.NetworkTraining(size, seed=seed), endings)
