"""Learn from masters' games which sectors of the board moves will influence, by the control of squares."""

import argparse
import dataclasses
from pathlib import Path

from boyi.engines.search.chart import CONTESTED, COUNTING, OPPOSED
from boyi.engines.weights import WeightFile, save
from boyi.learning.charts.sectors import Lesson, counting, gather, prediction, teach
from boyi.learning.commands.extensions import SEARCHED


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("game", choices=SEARCHED)
    parser.add_argument("data", type=Path, help="games of masters: .pgn or .jsonl, perhaps .gz")
    parser.add_argument("weights", type=Path, help="the weight file to write")
    parser.add_argument("--games", type=int, default=2500, help="to learn from")
    parser.add_argument("--unseen", type=int, default=500, help="further ones, to test with")
    parser.add_argument("--layout", default="", help="of the sectors; the game's first if empty")
    parser.add_argument("--no-kings", dest="kings", action="store_false", help="tell it nothing about kings")
    for name, default in (("hidden", 16), ("passes", 12), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--rate", type=float, default=Lesson.rate)


def run(args: argparse.Namespace) -> None:
    """Gather samples, teach a network, write it, and say how well it foretells unseen games."""
    samples, unseen = (
        gather(args.game, args.data, first, count)
        for first, count in ((0, args.games), (args.games, args.unseen))
    )
    lesson = Lesson(args.layout, args.hidden, args.passes, args.rate, args.seed, args.kings)
    net = teach(args.game, samples, lesson)
    origin = dataclasses.asdict(lesson) | {"games": args.games, "samples": len(samples.inputs)}
    save(args.weights, WeightFile(args.game, "sectors", net, None, args.passes, origin))
    methods = {"counting own": COUNTING, "counting the opponent's": OPPOSED, "balance": CONTESTED}
    counted = {name: counting(args.game, args.layout, samples, method) for name, method in methods.items()}
    for name, found in (counted | {"network": net}).items():
        first, second, third = prediction(found, unseen)[:3]
        total = first + second + third
        print(f"{name}: best sector {first:.1%}, second {second:.1%}, third {third:.1%}, total {total:.1%}")
