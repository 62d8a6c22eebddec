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

from boyi.arena.files import read_json, write_whole
from boyi.arena.pairs import Score
from boyi.learning.connect6.duels import Duel, published_points
from boyi.learning.connect6.export import weight_file
from boyi.learning.connect6.fit import (
    BOLDNESS,
    ENDS,
    HAND,
    NO_ENDS,
    bolder,
    fitted,
    fitted_by_stage,
    play_games,
)
from boyi.learning.connect6.pairs import KINDS
from boyi.learning.connect6.td import Lesson, take_lessons
from boyi.learning.progress import Progress
from boyi.learning.report import Table, write_report
from boyi.learning.runs import REPORT, STEP, Run

PUBLISHED = (0.00009, 0.0052, 0.0207, 0.0789, 0.1002, 1, -0.00003, -0.0048, -0.0267, -0.3887, -0.49, -1)
"""The weights after 500 games: Fan Shen (UESTC); they are said to have won 138:62 in 7 h 46 min."""
TRIAL = 200
"""Games that choose among degrees of boldness."""


@dataclass(frozen=True)
class Plan:
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
    """What may be said."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, nargs="?", default=Path("runs/connect6-td"))
    for name in ("games", "rounds", "round_games", "duels", "seed"):
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=getattr(Plan, name))


def run(args: argparse.Namespace) -> None:
    """Learn, play, and write the table."""
    plan = Plan(
        games=args.games, rounds=args.rounds, round_games=args.round_games, duels=args.duels, seed=args.seed
    )
    if min(plan.games, plan.rounds, plan.round_games) < 1 or plan.duels < 2 or plan.seed < 0:
        raise ValueError("numbers of games and rounds are positive, and a match has two games or more")
    with Run(args.folder, plan) as run:
        for name, make in ROWS.items():
            path = args.folder / f"{name}.json"
            if not path.exists():
                theta, ends = make(plan, args.folder)
                points = list(_duel(plan, name, theta, ends))
                write_whole(path, json.dumps({"weights": theta.tolist(), "points": points}) + "\n")
            _tell(run)


def _duel(plan: Plan, name: str, theta: np.ndarray, ends: np.ndarray) -> Iterator[float]:
    """Points of every game of a row against the hand-set weights."""
    duel = Duel(theta, HAND, ends, plan.seed, drawn_rows=name == "matrix")
    with Progress(name, plan.duels, "games") as progress:
        for number in range(plan.duels):
            yield duel.play(number)
            progress.at(number + 1)


def taught(plan: Plan, folder: Path, name: str, lesson: Lesson) -> np.ndarray:
    """The weights after the games of TD(0), in a run of its own."""
    with Run(folder / name, plan) as run, Progress(f"{name}: lessons", plan.games, "games") as progress:
        kept = run.restore()
        theta, first = kept.get("theta", HAND.copy()), int(kept.get(STEP, 0))
        for done in take_lessons(theta, lesson, plan.seed, first, plan.games):
            if done % 100 == 0 or done == plan.games:
                run.log({"step": done, **{f"weight {i + 1}": float(theta[0, i]) for i in range(KINDS)}})
                run.keep(done, {"theta": theta})
            progress.at(done)
        run.save("roads", weight_file(theta[0], plan.games, run.settings))
    return theta


def _published(plan: Plan, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    return np.array([PUBLISHED]), NO_ENDS


def _printed(plan: Plan, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    return taught(plan, folder, "printed", Lesson(plan.rate, plan.straying, lowest=0.0)), NO_ENDS


def _stretched(plan: Plan, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    return taught(plan, folder, "stretched", Lesson(plan.gentle_rate, plan.straying, lowest=-1.0)), NO_ENDS


def _rounds(plan: Plan, ends: np.ndarray) -> Iterator[np.ndarray]:
    """Weights after each round of games, which those before it played; the last three are fitted to."""
    theta, games = np.repeat(HAND, len(ends) + 1, axis=0), []
    for number in range(plan.rounds):
        games.append(play_games(theta, ends, (plan.seed, number), plan.round_games, plan.straying / 3))
        seen = sum(games[-3:-1], games[-1])
        theta = fitted_by_stage(seen) if len(ends) else fitted(seen).reshape(1, KINDS)
        yield theta


def boldest(plan: Plan, theta: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Weights of that boldness which does best against the hand-set ones, in games of a seed of their own."""
    tries = [bolder(theta, factor) for factor in BOLDNESS]
    duels = [Duel(each, HAND, ends, plan.seed + 1) for each in tries]
    scores = [sum(duel.play(number) for number in range(TRIAL)) for duel in duels]
    return tries[int(np.argmax(scores))]


def _roads(plan: Plan, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    *_, last = _rounds(plan, NO_ENDS)
    theta = boldest(plan, last, NO_ENDS)
    with Run(folder / "fitted", plan) as run:
        run.save("roads", weight_file(theta[0], plan.rounds * plan.round_games, run.settings))
    return theta, NO_ENDS


def _stages(plan: Plan, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    *_, last = _rounds(plan, ENDS)
    return boldest(plan, last, ENDS), ENDS


def _matrix(plan: Plan, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """A row for every round, of which each game draws one."""
    rows = np.concatenate(list(_rounds(plan, NO_ENDS)))
    return boldest(plan, rows, NO_ENDS), NO_ENDS


ROWS: Mapping[str, Callable[[Plan, Path], tuple[np.ndarray, np.ndarray]]] = {
    "published": _published,
    "printed": _printed,
    "stretched": _stretched,
    "fitted": _roads,
    "stages": _stages,
    "matrix": _matrix,
}
"""Rows of the table -> how their weights are made."""
MEANING = {
    "published": "the published new weights",
    "printed": "TD(0) as published: rate 0.1, logistic from 0 to 1",
    "stretched": "TD(0), logistic from -1 to 1, rate 0.001",
    "fitted": "fitted to results",
    "stages": "fitted to results, by stage",
    "matrix": "a matrix of rows fitted to results, one drawn per game",
}


def _tell(run: Run) -> None:
    """Write the page and print the table, as far as it goes."""
    rows = []
    for name, meaning in MEANING.items():
        path = run.folder / f"{name}.json"
        if path.exists():
            points = tuple(read_json(path)["points"])
            standing = Score(points)
            first = published_points(points[:100])
            rows.append((meaning, "138:62", first, standing.wdl, f"{standing} %"))
    heading = ("weights", "published, 100 games", "ours, 100 games", "ours, all games W/D/L", "points")
    tables = [Table("Learned against hand-set weights, greedy players", heading, rows)]
    write_report(run.folder / REPORT, "connect6-td", run.settings, (), tables)
    print("\n".join(" | ".join(row) for row in rows), flush=True)
