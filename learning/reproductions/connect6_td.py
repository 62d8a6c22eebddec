"""Twelve road weights learned by the greedy player from games with itself, beside the published outcome.

bin/train reproduce connect6-td FOLDER

TD(0) as published: 500 games, then 100 games of the new weights against the old ones, two points for a win
and one for a draw. Further rows: the same with the logistic function stretched to the range of the results
and a smaller rate, weights fitted to results, by stage, and a matrix of rows of which each game draws one.
Every row plays 1,000 games, of which the first 100 are the published match. Broken
off, the same call goes on.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boyi.arena.files import read_json
from boyi.arena.inprocess.pairs import PairScore
from boyi.arena.progress import Progress
from boyi.engines.files import write_atomically
from boyi.learning.connect6.duels import GreedyMatch, published_points
from boyi.learning.connect6.export import weight_file
from boyi.learning.connect6.fit import (
    BOLDNESS,
    ENDS,
    HAND,
    NO_ENDS,
    fit_by_stage,
    fit_weights,
    play_games,
    strengthen,
)
from boyi.learning.connect6.pairs import KINDS
from boyi.learning.connect6.td import GreedyTraining, play_and_learn
from boyi.learning.report import ReportTable
from boyi.learning.run import Run
from boyi.learning.settings import add_settings, settings_of

PUBLISHED = (0.00009, 0.0052, 0.0207, 0.0789, 0.1002, 1, -0.00003, -0.0048, -0.0267, -0.3887, -0.49, -1)
"""The weights after 500 games: Fan Shen (UESTC); they are said to have won 138:62 in 7 h 46 min."""
TRIAL = 200
"""Games that choose among degrees of boldness."""


@dataclass(frozen=True)
class Connect6TdPlan:
    """What defines a reproduction."""

    games: int = 500
    rate: float = 0.1
    straying: float = 0.1
    gentle_rate: float = 0.001
    rounds: int = 5
    """Of games to fit weights to; each with the weights of the round before."""
    round_games: int = 500
    duels: int = 1000
    seed: int = 1


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("folder", type=Path, nargs="?", default=Path("runs/connect6-td"))
    add_settings(parser, Connect6TdPlan, "games", "rounds", "round_games", "duels", "seed")


def run(args: argparse.Namespace) -> None:
    """Learn, play, and write the table."""
    plan = settings_of(args, Connect6TdPlan)
    if min(plan.games, plan.rounds, plan.round_games) < 1 or plan.duels < 2 or plan.seed < 0:
        raise ValueError("numbers of games and rounds are positive, and a match has two games or more")
    with Run(args.folder, plan) as run:
        for name, (_, make) in ROWS.items():
            path = args.folder / f"{name}.json"
            if not path.exists():
                theta, ends = make(plan, args.folder)
                points = list(_duel(plan, name, theta, ends))
                write_atomically(path, json.dumps({"weights": theta.tolist(), "points": points}) + "\n")
            _report(run)


def _duel(plan: Connect6TdPlan, name: str, theta: np.ndarray, ends: np.ndarray) -> Iterator[float]:
    """Points of every game of a row against the hand-set weights."""
    match = GreedyMatch(theta, HAND, ends, plan.seed, drawn_rows=name == "matrix")
    with Progress(name, plan.duels, "games") as progress:
        for number in range(plan.duels):
            yield match.play(number)
            progress.at(number + 1)


def train(plan: Connect6TdPlan, folder: Path, name: str, training: GreedyTraining) -> np.ndarray:
    """The weights after the games of TD(0), in a run of its own."""
    with Run(folder / name, plan) as run:
        theta, first = run.resume("theta", HAND.copy())
        games = play_and_learn(theta, training, plan.seed, first, plan.games)
        with Progress(f"{name}: lessons", plan.games, "games", first) as progress:
            run.follow(games, progress, "theta", theta, [f"weight {i + 1}" for i in range(KINDS)], 100)
        run.save("roads", weight_file(theta[0], plan.games, run.settings))
    return theta


def _td_weights(plan: Connect6TdPlan, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    return train(plan, folder, "printed", GreedyTraining(plan.rate, plan.straying, lowest=0.0)), NO_ENDS


def _stretched_weights(plan: Connect6TdPlan, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    return train(
        plan, folder, "stretched", GreedyTraining(plan.gentle_rate, plan.straying, lowest=-1.0)
    ), NO_ENDS


def _rounds(plan: Connect6TdPlan, ends: np.ndarray) -> Iterator[np.ndarray]:
    """Weights after each round of games, which those before it played; the last three are fitted to."""
    theta, games = np.repeat(HAND, len(ends) + 1, axis=0), []
    for number in range(plan.rounds):
        games.append(play_games(theta, ends, (plan.seed, number), plan.round_games, plan.straying / 3))
        seen = sum(games[-3:-1], games[-1])
        theta = fit_by_stage(seen) if len(ends) else fit_weights(seen).reshape(1, KINDS)
        yield theta


def choose_boldness(plan: Connect6TdPlan, theta: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Weights of that boldness which does best against the hand-set ones, in games of a seed of their own."""
    tries = [strengthen(theta, factor) for factor in BOLDNESS]
    matches = [GreedyMatch(each, HAND, ends, plan.seed + 1) for each in tries]
    scores = [sum(match.play(number) for number in range(TRIAL)) for match in matches]
    return tries[int(np.argmax(scores))]


def _fitted_weights(plan: Connect6TdPlan, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    *_, last = _rounds(plan, NO_ENDS)
    theta = choose_boldness(plan, last, NO_ENDS)
    with Run(folder / "fitted", plan) as run:
        run.save("roads", weight_file(theta[0], plan.rounds * plan.round_games, run.settings))
    return theta, NO_ENDS


def _stage_weights(plan: Connect6TdPlan, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    *_, last = _rounds(plan, ENDS)
    return choose_boldness(plan, last, ENDS), ENDS


def _matrix_weights(plan: Connect6TdPlan, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """A row for every round, of which each game draws one."""
    rows = np.concatenate(list(_rounds(plan, NO_ENDS)))
    return choose_boldness(plan, rows, NO_ENDS), NO_ENDS


ROWS: Mapping[str, tuple[str, Callable[[Connect6TdPlan, Path], tuple[np.ndarray, np.ndarray]]]] = {
    "published": ("the published new weights", lambda plan, folder: (np.array([PUBLISHED]), NO_ENDS)),
    "printed": ("TD(0) as published: rate 0.1, logistic from 0 to 1", _td_weights),
    "stretched": ("TD(0), logistic from -1 to 1, rate 0.001", _stretched_weights),
    "fitted": ("fitted to results", _fitted_weights),
    "stages": ("fitted to results, by stage", _stage_weights),
    "matrix": ("a matrix of rows fitted to results, one drawn per game", _matrix_weights),
}
"""Rows of the table: what they are, and how their weights are made."""


def _report(run: Run) -> None:
    """Write the page and print the table, as far as it goes."""
    rows = []
    for name, (meaning, _) in ROWS.items():
        path = run.folder / f"{name}.json"
        if path.exists():
            points = tuple(read_json(path)["points"])
            score = PairScore(points)
            first = published_points(points[:100])
            rows.append((meaning, "138:62", first, score.wdl, f"{score} %"))
    heading = ("weights", "published, 100 games", "ours, 100 games", "ours, all games W/D/L", "points")
    tables = [ReportTable("Learned against hand-set weights, greedy players", heading, rows)]
    run.write_report("connect6-td", tables)
    print("\n".join(" | ".join(row) for row in rows), flush=True)
