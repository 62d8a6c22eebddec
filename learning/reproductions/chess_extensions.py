"""Learned prices of move classes beside published ones: weights, nodes over a suite, a round robin.

Prices are learned offline and online from the suite's first half, and from games; every setting then has to
solve the other half, and at last they meet in the arena. All is searched with the engine's default evaluator.
Whatever the folder already holds is taken from there: the same call goes on with a run that was broken off.
"""

import argparse
import dataclasses
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from boyi.arena.files import read_json
from boyi.arena.progress import track
from boyi.arena.suites import halves, read_suite
from boyi.engines import load_game
from boyi.engines.files import write_atomically
from boyi.engines.play import pieces
from boyi.learning.costs.descent import StepSizes, Weights, sixtieths
from boyi.learning.costs.learn import SELF, CostLearning, format_weights, learn
from boyi.learning.costs.roundrobin import RoundRobin, cross_table, play
from boyi.learning.costs.solving import SuiteCost, SuiteSolver
from boyi.learning.report import markdown

CLASSES = ("checks", "forced reply", "recaptures", "passed pawn", "mate threat")
PUBLISHED = {
    "hand-set": "0.00 0.25 0.25 0.25",
    "suite offline": "0.10 0.77 0.90 0.96",
    "suite online": "0.10 0.65 0.80 0.95",
    "games: middle game": "0.30 0.47 0.10 0.10",
    "games: endgame": "0.10 0.25 0.10 0.15",
}
"""Weights of the first four classes: Crafty's, and what was learned for it."""
MATCHES = {
    "C_games": (54.5, 51, 54, 59.5, 63.5),
    "C_050": (45.5, 53.5, 49.5, 53, 66),
    "C_hand": (49, 46.5, 50, 50.5, 64.5),
    "C_010": (46, 50.5, 50, 48.5, 64.5),
    "C_ECM": (40.5, 47, 49.5, 51.5, 58),
    "C_100": (36.5, 34, 35.5, 35.5, 42),
}
"""The published round robin: points of 100 games against each of the others, in this order."""
HAND = (0.0, 0.25, 0.25, 0.25, 0.25)
"""The published hand-set weights; the class of mate threats is ours, at the price of its neighbours."""
LINES = StepSizes(rate=1.0, largest=0.2, delta=0.1)
"""The pace of learning from lines. The slopes of B^D, unlike those of counted nodes, hardly fade on the way;
what ends the descent is the lengths of the steps: over five of them a slope of 1 moves a price by 0.6."""
COUNTS = "nodes.json"


def settings(game: str, learned: Mapping[str, Weights]) -> dict[str, Weights]:
    """All settings by name, five weights or ten: those of the endgame follow those of the middle game."""
    own = tuple(cost / 100 for cost in load_game(game).costs.values())
    even = {f"C_{round(100 * weight):03}": (weight,) * len(own) for weight in (0.1, 0.5, 1.0)}
    return {**learned, **even, "C_hand": HAND, "C_default": own}


def total(solver: SuiteSolver, weights: Weights) -> SuiteCost:
    """What a suite costs under weights that may differ in endgames. Blocks."""
    game = load_game(solver.game)
    parts = [weights[: len(game.costs)], weights[-len(game.costs) :]]
    efforts = [solver.efforts(sixtieths(part)) for part in parts]
    late = [pieces(game.notation.read(puzzle.position, {})) <= game.endgame for puzzle in solver.puzzles]
    chosen = [efforts[place][number] for number, place in enumerate(late)]
    return SuiteCost(sum(effort.nodes for effort in chosen), sum(effort.solved for effort in chosen))


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("folder", type=Path, help="where runs and report go")
    parser.add_argument("--suite", required=True, help="positions with solutions, .epd")
    parser.add_argument("--record", default=SELF, help="an arena's games.jsonl to learn from; else self-play")
    parser.add_argument("--games", type=int, default=100, help="of each pairing of the round robin; or 0")
    parser.add_argument("--tc", default="1+0.01", help="time control of the round robin")
    parser.add_argument("--openings", default="", help="openings of the round robin")
    parser.add_argument("--nodes", type=int, default=20_000, help="budget of each position")
    parser.add_argument("--puzzles", type=int, default=0, help="to train on; 0 for half of the suite")
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--self-games", type=int, default=200, help="games of self-play to learn from")
    parser.add_argument("--rate", type=float, default=StepSizes.rate, help="of the steps by counted nodes")
    parser.add_argument("--processes", type=int, default=1, help="and games at once")


def run(args: argparse.Namespace) -> None:
    """Learn, count, play, and write `report.md`."""
    learned = _learn_prices(args)
    every = settings("chess", learned)
    report = [_weights(learned), _nodes(every, args)]
    _report(args.folder, report)
    if args.games:
        room, terms = (
            args.folder / "round_robin",
            RoundRobin(args.games, args.tc, args.openings, args.processes),
        )
        play(room, {name: every[name] for name in MATCHES}, terms)
        _report(args.folder, [*report, cross_table(room, MATCHES)])


def _report(folder: Path, report: Sequence[str]) -> None:
    """Write the tables that there are, and say the last of them."""
    write_atomically(folder / "report.md", "\n\n".join(report) + "\n")
    print(report[-1], flush=True)


def _learn_prices(args: argparse.Namespace) -> dict[str, Weights]:
    counted, learned = StepSizes(steps=args.steps, rate=args.rate), dict[str, Weights]()
    for name, method in (("C_ECM", "offline"), ("C_online", "online"), ("C_games", "games")):
        source = args.record if method == "games" else args.suite
        order = CostLearning("chess", source, method, args.nodes, games=args.self_games, puzzles=args.puzzles)
        pace = counted if method == "offline" else dataclasses.replace(LINES, steps=args.steps)
        learned[name] = learn(order, pace, args.folder / method, args.processes)
    return learned


def _weights(learned: Mapping[str, Weights]) -> str:
    ours = {
        "suite offline": learned["C_ECM"],
        "suite online": learned["C_online"],
        "games: middle game": learned["C_games"][: len(CLASSES)],
        "games: endgame": learned["C_games"][len(CLASSES) :],
    }
    rows = [
        (name, seed, format_weights(ours[name]) if name in ours else "") for name, seed in PUBLISHED.items()
    ]
    return markdown((f"weights: {', '.join(CLASSES)}", "published (first four)", "ours"), rows)


def _nodes(every: Mapping[str, Weights], args: argparse.Namespace) -> str:
    """Nodes over the half that was not trained on, beside the points of the published round robin."""
    _, test = halves(read_suite(Path(args.suite)))
    solver, file = SuiteSolver("chess", test, args.nodes, args.processes), args.folder / COUNTS
    counted: dict[str, list[int]] = read_json(file) if file.exists() else {}
    rows = []
    for name, weights in track("settings over the suite", list(every.items()), "settings"):
        if format_weights(weights) not in counted:
            counted[format_weights(weights)] = list(dataclasses.astuple(total(solver, weights)))
            write_atomically(file, json.dumps(counted, indent=1))
        nodes, solved = counted[format_weights(weights)]
        points = sum(MATCHES[name]) if name in MATCHES else ""
        rows.append((name, format_weights(weights), nodes, f"{solved} of {len(test)}", points))
    rows.sort(key=lambda row: row[2])
    budget = f"nodes to solution, at most {args.nodes} each"
    return markdown(("setting", "weights", budget, "solved", "published points of 500"), rows)
