"""Learned prices of move classes beside published ones: weights, nodes over a suite, a round robin.

Prices are learned offline and online from the suite's first half, and from games; every setting then has to
solve the other half. With --games the settings meet in the arena. Whatever the folder already holds is taken
from there, so that the same call goes on with a run that was broken off.
"""

import argparse
import dataclasses
from collections.abc import Mapping
from pathlib import Path

from boyi.arena.__main__ import main as arena
from boyi.engines import load_game
from boyi.engines.play import pieces
from boyi.learning.charts.tables import markdown
from boyi.learning.control.descent import Pace, Weights, percent, sixtieths
from boyi.learning.control.extensions import SELF, Order, learn, words
from boyi.learning.control.solving import Examiner, Sum
from boyi.learning.control.suites import halves, read_suite

CLASSES = ("checks", "forced reply", "recaptures", "passed pawn", "mate threat")
PUBLISHED = {
    "hand-set": "0.00 0.25 0.25 0.25",
    "suite offline": "0.10 0.77 0.90 0.96",
    "suite online": "0.10 0.65 0.80 0.95",
    "games: middle game": "0.30 0.47 0.10 0.10",
    "games: endgame": "0.10 0.25 0.10 0.15",
}
"""Weights of the first four classes: Crafty's, and what was learned for it."""
POINTS = {
    "C_games": 282.5, "C_050": 267.5, "C_hand": 260.5, "C_010": 259.5, "C_ECM": 246.5, "C_100": 183.5,
}  # fmt: skip
"""Points of 500 in the published round robin."""
HAND = (0.0, 0.25, 0.25, 0.25, 0.25)
"""The published hand-set weights; the class of mate threats is ours, at the price of its neighbours."""


def settings(game: str, learned: Mapping[str, Weights]) -> dict[str, Weights]:
    """All settings by name, five weights or ten: those of the endgame follow those of the middle game."""
    own = tuple(cost / 100 for cost in load_game(game).costs.values())
    even = {f"C_{round(100 * weight):03}": (weight,) * len(own) for weight in (0.1, 0.5, 1.0)}
    return {**learned, **even, "C_hand": HAND, "C_default": own}


def total(examiner: Examiner, weights: Weights) -> Sum:
    """What a suite costs under weights that may differ in endgames. Blocks."""
    game = load_game(examiner.game)
    parts = [weights[: len(game.costs)], weights[-len(game.costs) :]]
    efforts = [examiner.efforts(sixtieths(part)) for part in parts]
    late = [pieces(game.notation.read(puzzle.position, {})) <= game.endgame for puzzle in examiner.puzzles]
    chosen = [efforts[place][number] for number, place in enumerate(late)]
    return Sum(sum(effort.nodes for effort in chosen), sum(effort.solved for effort in chosen))


def tournament(folder: Path, weights: Mapping[str, Weights], args: argparse.Namespace) -> str:
    """A round robin as the arena's file describes it."""
    game = load_game("chess")
    names = (*game.costs, *game.endgame_costs)
    lines = ['game = "chess"', 'format = "round robin"', f"games = {args.games}", f'tc = "{args.tc}"']
    if args.openings:
        lines += ["[openings]", f'file = "{Path(args.openings).resolve()}"']
    for name in POINTS:
        lines += ["[[engines]]", f'name = "{name}"', 'command = "chess"', "[engines.options]", "Hash = 16"]
        lines += [f'"{option}" = {cost}' for option, cost in zip(names, percent(weights[name]), strict=False)]
    path = folder / "round_robin.toml"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("folder", type=Path, help="where runs and report go")
    parser.add_argument("--suite", required=True, help="positions with solutions, .epd")
    parser.add_argument("--record", default=SELF, help="an arena's games.jsonl to learn from; else self-play")
    parser.add_argument("--games", type=int, default=0, help="games of each pairing in the round robin")
    parser.add_argument("--tc", default="10+0.1", help="time control of the round robin")
    parser.add_argument("--openings", default="", help="openings of the round robin")
    parser.add_argument("--nodes", type=int, default=50_000, help="budget of each position")
    parser.add_argument("--puzzles", type=int, default=0, help="to train on; 0 for half of the suite")
    parser.add_argument("--steps", type=int, default=Pace.steps)
    parser.add_argument("--rate", type=float, default=Pace.rate)
    parser.add_argument("--processes", type=int, default=1)


def run(args: argparse.Namespace) -> None:
    """Learn, count, play, and write `report.md`."""
    pace = dataclasses.replace(Pace(), steps=args.steps, rate=args.rate)
    learned = {}
    for name, method in (("C_ECM", "offline"), ("C_online", "online"), ("C_games", "games")):
        source = args.record if method == "games" else args.suite
        order = Order("chess", source, method, args.nodes, puzzles=args.puzzles)
        learned[name] = learn(order, pace, args.folder / method, args.processes)
    report = [_weights(learned), _nodes(settings("chess", learned), args)]
    if args.games:
        file = tournament(args.folder, settings("chess", learned), args)
        if arena(["tournament", file, "--folder", str(args.folder / "round_robin")]):
            raise ValueError(f"the round robin did not end; arena resume {args.folder / 'round_robin'}")
    (args.folder / "report.md").write_text("\n\n".join(report) + "\n")
    print("\n\n".join(report))


def _weights(learned: Mapping[str, Weights]) -> str:
    ours = {
        "suite offline": learned["C_ECM"],
        "suite online": learned["C_online"],
        "games: middle game": learned["C_games"][: len(CLASSES)],
        "games: endgame": learned["C_games"][len(CLASSES) :],
    }
    rows = [(name, seed, words(ours[name]) if name in ours else "") for name, seed in PUBLISHED.items()]
    return markdown((f"weights: {', '.join(CLASSES)}", "published (first four)", "ours"), rows)


def _nodes(every: Mapping[str, Weights], args: argparse.Namespace) -> str:
    """Nodes over the half that was not trained on, beside the points of the published round robin."""
    _, test = halves(read_suite(Path(args.suite)))
    examiner, rows = Examiner("chess", test, args.nodes, args.processes), []
    for name, weights in every.items():
        found = total(examiner, weights)
        rows.append(
            (name, words(weights), found.nodes, f"{found.solved} of {len(test)}", POINTS.get(name, ""))
        )
    rows.sort(key=lambda row: row[2])
    header = (
        "setting",
        "weights",
        f"nodes to solution, at most {args.nodes} each",
        "solved",
        "published points",
    )
    return markdown(header, rows)
