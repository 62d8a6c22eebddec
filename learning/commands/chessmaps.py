"""Learn from masters' games which sectors of the board moves will influence, by the control of squares."""

import argparse
import dataclasses
from pathlib import Path

from boyi.engines.chessmaps.control import CONTESTED, COUNTING, OPPOSED
from boyi.engines.weights import WeightFile, save
from boyi.learning.chessmaps.sectors import SectorTraining, counting_net, gather, prediction, train_net
from boyi.learning.data.games import SEARCHED
from boyi.learning.settings import add_settings, settings_of


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", choices=SEARCHED)
    parser.add_argument("data", type=Path, help="games of masters: .pgn or .jsonl, perhaps .gz")
    parser.add_argument("weights", type=Path, help="the weight file to write")
    parser.add_argument("--games", type=int, default=2500, help="to learn from")
    parser.add_argument("--unseen", type=int, default=500, help="further ones, to test with")
    parser.add_argument("--no-kings", dest="kings", action="store_false", help="tell it nothing about kings")
    layout = "of the sectors; the game's first if empty"
    add_settings(parser, SectorTraining, "layout", "hidden", "passes", "rate", "seed", layout=layout)


def run(args: argparse.Namespace) -> None:
    """Gather samples, train a network, write it, and say how well it predicts unseen games."""
    samples, unseen = (
        gather(args.game, args.data, first, count)
        for first, count in ((0, args.games), (args.games, args.unseen))
    )
    settings = settings_of(args, SectorTraining)
    net = train_net(args.game, samples, settings)
    origin = dataclasses.asdict(settings) | {"games": args.games, "samples": len(samples.inputs)}
    save(args.weights, WeightFile(args.game, "sectors", net, None, args.passes, origin))
    methods = {"counting own": COUNTING, "counting the opponent's": OPPOSED, "balance": CONTESTED}
    counted = {
        name: counting_net(args.game, args.layout, samples, method) for name, method in methods.items()
    }
    for name, found in (counted | {"network": net}).items():
        first, second, third = prediction(found, unseen)[:3]
        total = first + second + third
        print(f"{name}: best sector {first:.1%}, second {second:.1%}, third {third:.1%}, total {total:.1%}")
