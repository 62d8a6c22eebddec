"""Chessmaps beside its published tables: how well sectors are foretold, and what ordering by them saves.

Networks are taught on some of the masters' games and asked about others. The nodes are those of plain
alpha-beta to a fixed depth over ten middle games of our own, and over ten others.
"""

import argparse
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves
from boyi.engines.search.chart import CONTESTED, COUNTING, OPPOSED
from boyi.engines.search.task import Task
from boyi.learning.charts.middlegames import middle_games
from boyi.learning.charts.plainsearch import FIXED, MAP, RANDOM, Order, count_nodes
from boyi.learning.charts.sectors import (
    Lesson,
    Samples,
    counting,
    gather,
    layout_of,
    map_of,
    prediction,
    teach,
)
from boyi.learning.charts.tables import markdown
from boyi.learning.commands.extensions import SEARCHED

PUBLISHED = {
    "counting own squares": "44.1 + 20.3 + 10.0 = 74.4",
    "counting the opponent's": "44.1 + 20.3 + 10.0 = 74.4",
    "balance": "",
    "network, 70 inputs": "60.4 + 17.5 + 6.9 = 84.8",
    "network, 64 inputs": "",
}
"""Percent of moves whose influence is met in the best sector, first in the second, first in the third."""
ORDERS: Mapping[str, tuple[str, Order]] = {
    "random": ("100", Order(RANDOM)),
    "sectors by number": ("29", Order(FIXED)),
    "Chessmaps": ("18.5", Order(MAP)),
    "Chessmaps + top-2 sectors": ("15", Order(MAP, sectors=True)),
    "random + killer": ("76.5", Order(RANDOM, killers=True)),
    "Chessmaps + killer": ("17", Order(MAP, killers=True)),
    "Chessmaps + both": ("", Order(MAP, sectors=True, killers=True)),
    "Chessmaps + top-2 sectors, captures by worth": ("", Order(MAP, sectors=True, worth=True)),
}
"""What is published, in percent of the nodes of random order, and how we order."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("games", type=Path, help="games of masters: .pgn or .jsonl, perhaps .gz")
    parser.add_argument("--game", choices=SEARCHED, default="chess")
    parser.add_argument("--taught", type=int, default=2500, help="games to learn from")
    parser.add_argument("--unseen", type=int, default=500, help="games to ask about")
    parser.add_argument("--hidden", type=int, default=64, help="units of the networks")
    parser.add_argument("--passes", type=int, default=16)
    parser.add_argument("--depth", type=int, default=5, help="of the plain searches")
    parser.add_argument("--speed-depth", type=int, default=10, help="of the searches that are timed")


def run(args: argparse.Namespace) -> None:
    """Print the tables."""
    parts = ((0, args.taught), (args.taught, args.unseen))
    taught, unseen = (gather(args.game, args.games, first, count) for first, count in parts)
    print(_predictions(args, taught, unseen), flush=True)
    print(_fine(args, taught, unseen), flush=True)
    for settled in (False, True):
        print(node_table(args.game, args.depth, map_of(args.game).ATLAS.network, settled), flush=True)
    print(speed_table(load_game(args.game), args.speed_depth), flush=True)


def _predictions(args: argparse.Namespace, taught: Samples, unseen: Samples) -> str:
    lesson = {kings: Lesson("", args.hidden, args.passes, kings=kings) for kings in (True, False)}
    nets = {
        "counting own squares": counting(args.game, "", taught, COUNTING),
        "counting the opponent's": counting(args.game, "", taught, OPPOSED),
        "balance": counting(args.game, "", taught, CONTESTED),
        "network, 70 inputs": teach(args.game, taught, lesson[True]),
        "network, 64 inputs": teach(args.game, taught, lesson[False]),
    }
    rows = [(name, PUBLISHED[name], _shares(prediction(net, unseen))) for name, net in nets.items()]
    sectors = max(layout_of(args.game, "")) + 1
    return markdown((f"prediction, {sectors} sectors, %", "published (16 sectors)", "ours"), rows)


def _shares(found: np.ndarray) -> str:
    first, second, third = 100 * found[:3]
    return f"{first:.1f} + {second:.1f} + {third:.1f} = {first + second + third:.1f}"


def _fine(args: argparse.Namespace, taught: Samples, unseen: Samples) -> str:
    """The other layouts: sectors of single squares, and unequal ones."""
    rows = []
    for name in list(map_of(args.game).LAYOUTS)[1:]:
        found = prediction(teach(args.game, taught, Lesson(name, args.hidden, args.passes)), unseen)
        published = "33.2; 67; 89.5" if name == "64x1" else ""
        rows.append((name, published, "; ".join(f"{100 * found[:k].sum():.1f}" for k in (1, 4, 12))))
    return markdown(("network, layout: best; first 4; first 12, %", "published", "ours"), rows)


def node_table(game: str, depth: int, net: Record, settled: bool) -> str:
    """Nodes of plain searches in each order over each set of middle games. Blocks."""
    sets, rows, whole = middle_games(game), [], list[int]()
    for name, (published, order) in ORDERS.items():
        nodes = [
            sum(count_nodes(game, position, depth, order, net, settled)[0] for position in positions)
            for positions in sets
        ]
        whole = whole or nodes
        shares = [100 * part / of for part, of in zip(nodes, whole, strict=True)]
        rows.append((name, published, *shares, *nodes))
    leaves = "captures played out at leaves" if settled else "leaves as they stand"
    title = f"nodes, depth {depth}, {leaves}"
    return markdown((title, "published, %", "ours, %", "ten others, %", "nodes", "others"), rows)


def speed_table(game: Game, depth: int) -> str:
    """Nodes per second of each way to order quiet moves, by turns in one run. Blocks."""
    weights, rows = Evaluation(game).weights, []
    counts = {name: [0, 0.0] for name in game.orderings}
    for deep in (1, depth):  # the first round compiles
        for name in game.orderings:
            counts[name] = _timed(game, weights, name, deep)
    base = counts[next(iter(counts))]
    for name, (nodes, seconds) in counts.items():
        speed = 100 * (nodes / seconds) / (base[0] / base[1])
        rows.append((name, nodes, f"{nodes / seconds:.0f}", speed))
    return markdown((f"engine, depth {depth}", "nodes", "nodes per second", "% of history's"), rows)


def _timed(game: Game, weights: Record, ordering: str, depth: int) -> list[float]:
    searcher, budget, nodes, begun = game.thinker(ordering), Budget(depth=depth), 0, time.process_time()
    searcher.resize(16)
    for text in game.bench:
        searcher.forget()
        pos = game.notation.read(text, {})
        searcher.prepare(budget, tuple(game.costs.values()))
        roots = tuple(legal_moves(pos))
        searcher.think(Task(pos, weights, roots, True, budget, 1, lambda line: None))
        nodes += searcher.nodes
    return [nodes, time.process_time() - begun]
