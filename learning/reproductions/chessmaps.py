"""Chessmaps beside its published tables: how well sectors are predicted, and what ordering by them saves.

Networks are trained on some of the masters' games and asked about others. The nodes are those of plain
alpha-beta to a fixed depth over ten middle games of our own, and over ten others.
"""

import argparse
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from boyi.arena.progress import track
from boyi.engines import load_game
from boyi.engines.chessmaps.control import CONTESTED, COUNTING, OPPOSED
from boyi.engines.evaluation import Evaluation
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves
from boyi.engines.search.task import Task
from boyi.learning.chessmaps.middlegames import middle_games
from boyi.learning.chessmaps.plain_search import FIXED, MAP, RANDOM, MoveOrdering, count_nodes
from boyi.learning.chessmaps.sectors import (
    SectorSamples,
    SectorTraining,
    counting_net,
    gather,
    layout_of,
    map_of,
    prediction,
    train_net,
)
from boyi.learning.data.games import SEARCHED
from boyi.learning.report import markdown

PUBLISHED = {
    "counting own squares": "44.1 + 20.3 + 10.0 = 74.4",
    "counting the opponent's": "44.1 + 20.3 + 10.0 = 74.4",
    "balance": "",
    "network, 70 inputs": "60.4 + 17.5 + 6.9 = 84.8",
    "network, 64 inputs": "",
}
"""Percent of moves whose influence is met in the best sector, first in the second, first in the third."""
ORDERS: Mapping[str, tuple[str, MoveOrdering]] = {
    "random": ("100", MoveOrdering(RANDOM)),
    "sectors by number": ("29", MoveOrdering(FIXED)),
    "Chessmaps": ("18.5", MoveOrdering(MAP)),
    "Chessmaps + top-2 sectors": ("15", MoveOrdering(MAP, sectors=True)),
    "random + killer": ("76.5", MoveOrdering(RANDOM, killers=True)),
    "Chessmaps + killer": ("17", MoveOrdering(MAP, killers=True)),
    "Chessmaps + both": ("", MoveOrdering(MAP, sectors=True, killers=True)),
    "Chessmaps + top-2 sectors, captures by worth": ("", MoveOrdering(MAP, sectors=True, worth=True)),
}
"""What is published, in percent of the nodes of random order, and how we order."""


SQUARES = "64x1"
"""The layout of single squares."""
MOST_RELEVANT = 5
CONSTANT = {1: "d6 e5 d7 f7 h8", 0: "e1 f1 d4 f4 d5", -1: "f1 e4 d3 e1 d2"}
"""What all inputs are -> the five most relevant squares as published."""
RANKING = ("16 9 7 13", "11 3 4 8", "15 1 2 10", "14 5 6 12")
"""The published order of equal sectors, from White's side, the top row first."""
PUBLISHED_ORDERS = (
    "random", "sectors by number", "Chessmaps", "Chessmaps + top-2 sectors", "random + killer",
    "Chessmaps + killer",
)  # fmt: skip
PUBLISHED_NODES = (
    (741345, 219924, 251189, 233082, 548161, 228893),
    (858386, 315893, 235632, 143092, 486956, 225618),
    (4562675, 290708, 382342, 244796, 3740171, 368521),
    (566702, 167329, 284439, 134303, 516564, 286691),
    (2449130, 250308, 217139, 182288, 1437544, 180930),
    (970292, 453101, 222192, 239094, 943341, 212809),
    (1254551, 258464, 202441, 175825, 1061536, 176119),
    (992628, 378333, 180617, 220170, 684095, 149774),
    (391606, 135790, 217612, 225958, 340800, 230573),
    (276724, 1290357, 213492, 142586, 248207, 192084),
)
"""Nodes of each published position, in these orders; the positions themselves were not published."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
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
    seen, unseen = (gather(args.game, args.games, first, count) for first, count in parts)
    print(_predictions(args, seen, unseen), flush=True)
    nets = _layout_nets(args, seen)
    print(_layouts(nets, unseen), flush=True)
    print(constant_inputs(nets[SQUARES]), flush=True)
    print(fixed_ranking(args.game, seen), flush=True)
    for settled in (False, True):
        print(node_table(args.game, args.depth, map_of(args.game).CHESSMAPS.network, settled), flush=True)
    print(speed_table(load_game(args.game), args.speed_depth), flush=True)


def _predictions(args: argparse.Namespace, seen: SectorSamples, unseen: SectorSamples) -> str:
    settings = {kings: SectorTraining("", args.hidden, args.passes, kings=kings) for kings in (True, False)}
    nets = {
        "counting own squares": counting_net(args.game, "", seen, COUNTING),
        "counting the opponent's": counting_net(args.game, "", seen, OPPOSED),
        "balance": counting_net(args.game, "", seen, CONTESTED),
        "network, 70 inputs": train_net(args.game, seen, settings[True]),
        "network, 64 inputs": train_net(args.game, seen, settings[False]),
    }
    rows = [(name, PUBLISHED[name], _shares(prediction(net, unseen))) for name, net in nets.items()]
    sectors = max(layout_of(args.game, "")) + 1
    return markdown((f"prediction, {sectors} sectors, %", "published (16 sectors)", "ours"), rows)


def _shares(found: np.ndarray) -> str:
    first, second, third = 100 * found[:3]
    return f"{first:.1f} + {second:.1f} + {third:.1f} = {first + second + third:.1f}"


def _layout_nets(args: argparse.Namespace, seen: SectorSamples) -> dict[str, Record]:
    """A network for each of the other layouts: sectors of single squares, and unequal ones."""
    names = list(map_of(args.game).LAYOUTS)[1:]
    return {
        name: train_net(args.game, seen, SectorTraining(name, args.hidden, args.passes)) for name in names
    }


def _layouts(nets: Mapping[str, Record], unseen: SectorSamples) -> str:
    """How well the other layouts predict."""
    rows = []
    for name, net in nets.items():
        found = prediction(net, unseen)
        published = "33.2; 67; 89.5" if name == "64x1" else ""
        rows.append((name, published, "; ".join(f"{100 * found[:k].sum():.1f}" for k in (1, 4, 12))))
    return markdown(("network, layout: best; first 4; first 12, %", "published", "ours"), rows)


def constant_inputs(net: Record) -> str:
    """The squares that matter most to a network of single squares that sees the same value everywhere."""
    rows = []
    for value, published in CONSTANT.items():
        inputs = np.zeros(net.first.shape[0], np.float32)
        inputs[: net.sector.size] = value
        outputs = np.maximum(inputs @ net.first + net.bias, 0) @ net.last + net.last_bias
        best = np.argsort(-outputs, kind="stable")[:MOST_RELEVANT]
        squares = [int(np.flatnonzero(net.sector == sector)[0]) for sector in best]
        rows.append((f"{value:+d}", published, " ".join(map(_square_name, squares))))
    return markdown(("all inputs", "published: five most relevant squares", "ours"), rows)


def _square_name(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def fixed_ranking(game: str, seen: SectorSamples) -> str:
    """The order of sectors that are equal: by how often moves influenced them, row by row from the top."""
    layout = layout_of(game, "")
    often = seen.sectors(layout).mean(0)
    ranks = np.empty(often.size, int)
    ranks[np.argsort(-often, kind="stable")] = np.arange(1, often.size + 1)
    board = ranks[np.array(layout)].reshape(-1, 8 if len(layout) == 64 else 9)[::-1]
    rows = [
        (published, " ".join(map(str, row[::2] if len(layout) == 64 else row)))
        for published, row in zip(RANKING, board[::2], strict=False)
    ]
    return markdown(("fixed ranking of equal sectors, published (top row first)", "ours"), rows)


def position_table(game: str, counts: Mapping[str, Sequence[int]]) -> str:
    """The nodes of each position of the first set, in our orders beside the published ones."""
    orders = [name for name in counts if name in PUBLISHED_ORDERS]
    rows = []
    for number, published in enumerate(PUBLISHED_NODES, 1):
        ours = [counts[name][number - 1] for name in orders]
        rows.append((str(number), *published, *ours))
    whole = [sum(column) for column in zip(*PUBLISHED_NODES, strict=True)]
    rows.append(("total", *whole, *(sum(counts[name]) for name in orders)))
    heading = (f"nodes by position ({game})", *(f"{name}, published" for name in orders))
    return markdown((*heading, *(f"{name}, ours" for name in orders)), rows)


def node_table(game: str, depth: int, net: Record, settled: bool) -> str:
    """Nodes of plain searches in each order over each set of middle games. Blocks."""
    sets, rows, whole, first = middle_games(game), [], list[int](), dict[str, list[int]]()
    for name, (published, order) in track("orders", list(ORDERS.items()), "orders"):
        counts = [
            [count_nodes(game, position, depth, order, net, settled)[0] for position in positions]
            for positions in sets
        ]
        first[name], nodes = counts[0], [sum(some) for some in counts]
        whole = whole or nodes
        shares = [100 * part / of for part, of in zip(nodes, whole, strict=True)]
        rows.append((name, published, *shares, *nodes))
    leaves = "captures played out at leaves" if settled else "leaves as they stand"
    title = f"nodes, depth {depth}, {leaves}"
    table = markdown((title, "published, %", "ours, %", "ten others, %", "nodes", "others"), rows)
    return table if settled else f"{table}\n\n{position_table(game, first)}"


def speed_table(game: Game, depth: int) -> str:
    """Nodes per second of each way to order quiet moves, by turns in one run. Blocks."""
    weights, rows = Evaluation(game).weights, []
    counts = {name: [0, 0.0] for name in game.orderings}
    for deep in (1, depth):  # the first round compiles
        for name in game.orderings:
            counts[name] = _measure_speed(game, weights, name, deep)
    base = counts[next(iter(counts))]
    for name, (nodes, seconds) in counts.items():
        speed = 100 * (nodes / seconds) / (base[0] / base[1])
        rows.append((name, nodes, f"{nodes / seconds:.0f}", speed))
    return markdown((f"engine, depth {depth}", "nodes", "nodes per second", "% of history's"), rows)


def _measure_speed(game: Game, weights: Record, ordering: str, depth: int) -> list[float]:
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
