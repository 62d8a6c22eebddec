"""Hold networks' static values against deep searches of positions that no training used.

bin/train gauge chess FILE --engine stockfish --networks RUN/nnue-00000008.safetensors

The built-in network is always among them. Positions and judgements are kept in FILE: the same call again asks
for those that are missing, and a later one holds other networks to the same judgements.
"""

import argparse
import itertools
from pathlib import Path

from boyi.arena.inprocess.quick_search import evaluation_of
from boyi.arena.progress import Progress
from boyi.engines import load_game
from boyi.engines.game import Game
from boyi.learning.nnue.gauge import Judge, Judgements, foreign_judge, own_judge, positions, read_gauge
from boyi.learning.nnue.networks import NETWORKS
from boyi.learning.settings import check_positive

OWN = "search"
"""What the shared search is called as a judge."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", choices=NETWORKS)
    parser.add_argument("file", type=Path, help="keeps positions and judgements")
    parser.add_argument("--networks", nargs="*", type=Path, default=[], help="weight files")
    parser.add_argument("--evaluators", nargs="*", default=[], help="other evaluators to hold to them, too")
    parser.add_argument("--engine", help="another judge, as the arena names engines")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--nodes", type=int, default=100_000, help="of each judgement")


def run(args: argparse.Namespace) -> None:
    """Ask for the judgements that are missing, and print a table."""
    check_positive(args, "positions", "nodes")
    game, network, judgements = load_game(args.game), NETWORKS[args.game], Judgements(args.file)
    weights = evaluation_of(game).weights
    fens = judgements.fens[: args.positions]
    known = set(fens)
    more = (fen for fen in positions(game, network, weights) if fen not in known)
    fens += itertools.islice(more, args.positions - len(fens))
    _ask(judgements, f"{OWN}, {args.nodes} nodes", fens, own_judge(game, weights, args.nodes))
    if args.engine:
        name = f"{args.engine}, {args.nodes} nodes"
        _ask(judgements, name, fens, foreign_judge(game, args.engine, args.nodes))
    _print(args, game, judgements, fens)


def _ask(judgements: Judgements, name: str, fens: list[str], judge: Judge) -> None:
    missing = [fen for fen in fens if fen not in judgements.scores.get(name, {})]
    with Progress(name, len(missing), "positions") as progress:
        for done, fen in enumerate(missing, 1):
            judgements.add(name, fen, judge(fen))
            progress.at(done)


def _print(args: argparse.Namespace, game: Game, judgements: Judgements, fens: list[str]) -> None:
    rivals = {"built-in": evaluation_of(game)}
    rivals |= {name: evaluation_of(game, name) for name in args.evaluators}
    rivals |= {
        str(path): evaluation_of(game, NETWORKS[args.game].evaluator, str(path)) for path in args.networks
    }
    print(
        "| network | judge | positions | rank correlation | error in winning chance |\n|---|---|---|---|---|"
    )
    for name, evaluation in rivals.items():
        for judge, scores in judgements.scores.items():
            asked = {fen: scores[fen] for fen in fens if fen in scores}
            if len(asked) > 1:
                found = read_gauge(game, evaluation.weights, asked, NETWORKS[args.game].scale)
                row = f"{found.positions} | {found.correlation:.3f} | {found.error:.4f}"
                print(f"| {name} | {judge} | {row} |")
