"""EinStein's policy networks, rectangles and playouts, beside what a thesis says of them.

bin/train reproduce einstein FOLDER

Networks I and II-n learn the choices of the strongest player from three features of the squares, as numbers
or as planes, with and without symmetries; tests are positions of other games. Then rectangles and a network
of two heads are taught, and lead a tree: as bias at few and at many simulations, as prior at equal time; the
playout policies play each other. About half an hour of two cores; broken off, the same call goes on.
Policy networks learn with the extra `train` (JAX and optax), which `bin/train` sets up for this command.
"""

import argparse
import itertools
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from boyi.arena.files import read_json, write_whole
from boyi.engines import load_game
from boyi.engines.einstein.endgame import Endings
from boyi.engines.einstein.network import NETWORK
from boyi.engines.einstein.policy import POLICY
from boyi.engines.einstein.race import race
from boyi.engines.einstein.rectangles import RECTANGLE_COUNTS
from boyi.engines.einstein.tuples import tuples
from boyi.engines.weights import load
from boyi.learning.einstein import network, rectangles
from boyi.learning.einstein.lessons import lessons_of
from boyi.learning.einstein.looks import accuracy
from boyi.learning.einstein.matches import Matches, Row, speeds
from boyi.learning.einstein.planes import FEATURES, KINDS
from boyi.learning.einstein.policies import BINS, PLAYED, STEPS, Cell, Outcome, learn, played
from boyi.learning.einstein.positions import Labels, collect, split
from boyi.learning.einstein.rows import POLICY as POLICY_PLAYER
from boyi.learning.einstein.rows import (
    RIVALS,
    bias_rows,
    playout_rows,
    policy_rows,
    prior_players,
    prior_rows,
)
from boyi.learning.einstein.shapes import shape
from boyi.learning.extras import require_train
from boyi.learning.progress import Progress
from boyi.learning.report import Table, write_report
from boyi.learning.runs import REPORT, Run

PUBLISHED = "20 to 40 % in training"
PUBLISHED_FAIR = "74 to 82 %"
"""Accuracy of steps, and share of those with 30 % or more: Tsao (National Taiwan Normal University, 2017)."""
SYMMETRIES = ((True, False), (False, True), (True, True))
"""Mirror and exchange of colours."""
FEWER = 4
"""Slow matches, and those of playouts, have so many times fewer games."""
REMARKS = (
    "Published labels were moves of winners; ours are choices of the strongest player, in positions where "
    "there is a choice, and accuracy is that on games not learned from.",
    "Published: the player with the network was weaker than plain Monte Carlo.",
)


@dataclass(frozen=True)
class Plan:
    """What defines a reproduction."""

    label_games: int = 4000
    label_nodes: int = 3000
    steps: int = 500
    policy_steps: int = STEPS
    """Of the policy network that plays."""
    networks: tuple[str, ...] = ("I", "II-10")
    wide: tuple[str, ...] = ("II-20",)
    """Further networks, with all features and symmetries alone."""
    rectangle_games: int = 400_000
    lessons: int = 1_000_000
    passes: int = 12
    matches: int = 1000
    few: int = 200
    many: int = 5000
    milliseconds: float = 0.5
    longer: float = 20.0
    """Milliseconds a move where half of one is too short for a convolutional network."""
    seed: int = 1


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, nargs="?", default=Path("runs/einstein"))
    for name, value in asdict(Plan()).items():
        many = isinstance(value, tuple)
        kind = str if many else type(value)
        parser.add_argument(
            f"--{name.replace('_', '-')}", type=kind, default=value, nargs="*" if many else None
        )


def run(args: argparse.Namespace) -> None:
    """Collect, teach, play, and write the tables."""
    said: dict[str, Any] = {name: getattr(args, name) for name in asdict(Plan())}
    plan = Plan(**said | {name: tuple(said[name]) for name in ("networks", "wide")})
    if min(each for each in said.values() if isinstance(each, int | float)) <= 0 or plan.matches < 2:
        raise ValueError("all numbers are positive, and a match has two games or more")
    for name in (*plan.networks, *plan.wide):
        shape(name)
    require_train()
    with Run(args.folder, plan) as run:
        Reproduction(run, plan).do()


class Reproduction:
    """The work in one folder; what is on the disk is not done again."""

    def __init__(self, run: Run, plan: Plan) -> None:
        """In the folder of a run. Blocks until there are endgame tables."""
        self._run, self._plan, self._folder = run, plan, run.folder
        self._tables: list[Table] = []
        self._endings, self._game = Endings().wait("four"), load_game("einstein")
        self._matches = Matches(self._game, run.folder / "matches.jsonl", plan.seed)

    def do(self) -> None:
        """All parts, with the page written after each."""
        plan = self._plan
        print(", ".join(f"{name} {value}" for name, value in self._run.settings.items()), flush=True)
        labels = Labels(plan.label_games, plan.label_nodes, plan.seed)
        samples = collect(self._folder / "choices", labels, self._endings)
        train, test = split(samples)
        weights = {"rectangles": self._rectangles(), "network": self._network()}
        weights["policy"] = self._policy(samples, labels)
        self._tell(self._looks(test, weights))
        self._tell(self._policies(train, test))
        players = prior_players(weights)
        paces, fewer = self._speeds(players), max(plan.matches // FEWER, 2)
        rows = prior_rows(players, paces, plan.milliseconds, plan.matches)
        self._tell(self._played("Networks as prior, at equal time", rows))
        games = plan.matches, fewer
        rows = policy_rows(players[POLICY_PLAYER], paces, plan.few, plan.longer, games)
        self._tell(self._played("The convolutional network as prior, beyond that", rows))
        rows = playout_rows(plan.few, fewer)
        self._tell(self._played(f"Playout policies, UCB alone, {plan.few} simulations", rows))
        simulations = {plan.few: plan.matches, plan.many: fewer}
        self._tell(self._played("Rectangles as bias of UCB", bias_rows(weights, simulations)))

    # -- weights ---------------------------------------------------------------------------------

    def _rectangles(self) -> Path:
        """The file of rectangles learned in this run."""
        games, seed = self._plan.rectangle_games, self._plan.seed
        path = self._folder / f"rectangles-{games:08}.safetensors"
        if not path.exists():
            counts = rectangles.train(games, seed)
            self._run.save("rectangles", rectangles.weight_file(counts, games, seed))
        return path

    def _network(self) -> Path:
        """The file of the network of two heads learned in this run."""
        course = network.Plan(self._plan.lessons, self._plan.passes, seed=self._plan.seed)
        path = self._folder / f"network-{course.positions:08}.safetensors"
        if not path.exists():
            lessons = lessons_of(course.positions, course.depth, course.seed, self._endings)
            made = network.export(network.taught(lessons, course))
            self._run.save("network", network.weight_file(made, course))
        return path

    def _policy(self, samples: np.ndarray, labels: Labels) -> Path:
        """The file of the convolutional network learned in this run."""
        steps = self._plan.policy_steps
        path = self._folder / f"policy-{steps:08}.safetensors"
        if not path.exists():
            self._run.save("policy", played(samples, labels, steps, self._plan.seed))
        return path

    # -- policies --------------------------------------------------------------------------------

    def _looks(self, test: np.ndarray, paths: dict[str, Path]) -> Table:
        """First looks of the engine's own evaluators."""
        counts = load(paths["rectangles"], "einstein", "rectangles", RECTANGLE_COUNTS).weights
        taught = load(paths["network"], "einstein", "network", NETWORK).weights
        chosen = load(paths["policy"], "einstein", "policy", POLICY).weights
        evaluators = {
            "distance and captures, not learned": race(),
            "rectangles, wins and games": counts,
            "rectangles, TD(0) (n-tuples)": tuples(),
            "network of two heads": taught,
            f"{PLAYED}, {self._plan.policy_steps} steps": chosen,
        }
        rows = [(name, PUBLISHED, _percent(accuracy(test, each))) for name, each in evaluators.items()]
        title = f"Accuracy of first looks: {len(test)} unseen positions"
        return Table(title, ("evaluator", "published", "ours, unseen"), rows)

    def _cells(self) -> Iterator[Cell]:
        for name, kind, features in itertools.product(self._plan.networks, KINDS, FEATURES):
            yield Cell(name, kind, features)
        for name, symmetry in itertools.product(self._plan.networks, SYMMETRIES):
            yield Cell(name, "sim", "1+2+3", *symmetry)
        for name in self._plan.wide:
            yield Cell(name, "sim", "1+2+3", *SYMMETRIES[-1])

    def _policies(self, train: np.ndarray, test: np.ndarray) -> Table:
        """Networks I and II-n, with the histogram of their steps."""
        rows = []
        for cell in self._cells():
            outcome = self._outcome(cell, train, test)
            counts = (f"{share:.0f}" for share in outcome.histogram)
            fair = (PUBLISHED_FAIR, f"{outcome.fair:.0f} %")
            rows.append((str(cell), PUBLISHED, _percent(outcome.unseen), *fair, *counts))
        bins = (f"{low}-{min(high, 100)} %" for low, high in itertools.pairwise(BINS))
        heading = ("network", "published", "ours, unseen", "published, steps >= 30 %", "ours", *bins)
        title = f"Accuracy of policy networks: {len(train)} positions, {len(test)} unseen; steps by accuracy"
        return Table(title, heading, rows)

    def _outcome(self, cell: Cell, train: np.ndarray, test: np.ndarray) -> Outcome:
        path = self._folder / f"{cell}.json".replace(",", "").replace(" ", "-")
        if not path.exists():
            with Progress(str(cell), self._plan.steps, "steps") as progress:
                found = learn(cell, train, test, self._plan.steps, self._plan.seed, progress.at)
            write_whole(path, json.dumps(asdict(found)) + "\n")
        kept = read_json(path)
        return Outcome(tuple(kept["steps"]), kept["unseen"])

    # -- matches ---------------------------------------------------------------------------------

    def _speeds(self, players: dict[str, str]) -> dict[str, float]:
        """Nodes a millisecond, measured once in a run."""
        path = self._folder / "speeds.json"
        if not path.exists():
            write_whole(path, json.dumps(speeds(self._game, {**players, **RIVALS})) + "\n")
        found: dict[str, float] = read_json(path)
        return found

    def _played(self, title: str, matches: Iterable[Row]) -> Table:
        rows = []
        for row in matches:
            score = self._matches.play(row)
            rows.append((row.name, str(len(score.games)), f"{score} %"))
        return Table(title, ("match", "games", "points of the first"), rows)

    def _tell(self, table: Table) -> None:
        """Print a table and write the page, as far as it goes."""
        self._tables.append(table)
        write_report(self._folder / REPORT, "einstein", self._run.settings, (), self._tables, REMARKS)
        lines = (" | ".join(map(str, row)) for row in (table.heading, *table.rows))
        print("\n".join((table.title, *lines)), flush=True)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
