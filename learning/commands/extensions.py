"""Learn what move classes should cost.

The method `offline` counts the nodes of the real search until a suite is solved; `online` weighs the
solutions' lines by the cost model B^D; `games` does so with critical situations of an arena's games, or of
games against itself. The pace is made for counted nodes; lines, whose slopes do not fade, want a gentler one:
--rate 1 --largest 0.2 --delta 0.1 --steps 5. The same call takes up a run that was broken off.
"""

import argparse
import dataclasses
from pathlib import Path

from boyi.arena.suites import halves, read_suite
from boyi.learning.control.descent import Pace, sixtieths
from boyi.learning.control.extensions import Order, learn, words
from boyi.learning.control.solving import Examiner

SEARCHED = ("chess", "xiangqi")
"""Games of the shared search."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("game", choices=SEARCHED)
    parser.add_argument("source", help="a suite (.epd, .jsonl), an arena's games.jsonl, or `selfplay`")
    parser.add_argument("run", type=Path, help="folder of this training")
    parser.add_argument("--method", choices=("offline", "online", "games"), default="offline")
    parser.add_argument("--processes", type=int, default=1)
    for item in (*dataclasses.fields(Order)[3:], *dataclasses.fields(Pace)):
        parser.add_argument(f"--{item.name}", type=type(item.default), default=item.default)


def run(args: argparse.Namespace) -> None:
    """Learn, and say what it is worth on the half of a suite that was not trained on."""
    chosen = vars(args)
    order = Order(**{item.name: chosen[item.name] for item in dataclasses.fields(Order)})
    pace = Pace(**{item.name: chosen[item.name] for item in dataclasses.fields(Pace)})
    weights = learn(order, pace, args.run, args.processes)
    print(f"{args.run / 'extensions.safetensors'}: {words(weights)}")
    if order.method != "games":
        _, test = halves(read_suite(Path(order.source)))
        found = Examiner(order.game, test, order.nodes, args.processes).total(sixtieths(weights))
        print(f"on the other half: {found.nodes} nodes, {found.solved} of {len(test)} solved")
