"""EinStein's policy networks, rectangles and playouts, beside what a thesis says of them.

bin/train reproduce einstein FOLDER

Networks I and II-n learn the choices of the strongest player from three features of the squares, as numbers
or as planes, with and without symmetries; tests are positions of other games. Then rectangles and a network
of two heads are trained, and lead a tree: as bias at few and at many simulations, as prior at equal time; the
playout policies play each other. About half an hour of two cores; broken off, the same call goes on.
Policy networks learn with the extra `train` (JAX and optax), which `bin/train` sets up for this command.
"""

import argparse
import itertools
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from boyi.arena.files import read_json
from boyi.arena.progress import Progress
from boyi.engines import load_game
from boyi.engines.einstein.endgame.store import EndgameTables
from boyi.engines.einstein.evaluation.network import NETWORK
from boyi.engines.einstein.evaluation.policy import POLICY
from boyi.engines.einstein.evaluation.race import race
from boyi.engines.einstein.evaluation.rectangles import RECTANGLE_COUNTS
from boyi.engines.einstein.evaluation.tuples import tuples
from boyi.engines.files import write_atomically
from boyi.engines.weights import WeightFile, load
from boyi.learning.einstein.evaluators import network, rectangles
from boyi.learning.einstein.matches.matches import MatchRow, PlayerMatches, speeds
from boyi.learning.einstein.matches.rows import POLICY as POLICY_PLAYER
from boyi.learning.einstein.matches.rows import (
    RIVALS,
    bias_rows,
    playout_rows,
    policy_rows,
    prior_players,
    prior_rows,
)
from boyi.learning.einstein.policy.accuracy import first_look_accuracy
from boyi.learning.einstein.policy.planes import FEATURES, KINDS
from boyi.learning.einstein.policy.positions import ChoiceCollection, collect, split
from boyi.learning.einstein.policy.shapes import shape
from boyi.learning.einstein.policy.train import (
    BINS,
    ENGINE_NETWORK,
    STEPS,
    PolicyExperiment,
    PolicyResult,
    train_and_test,
    train_engine_network,
)
from boyi.learning.extras import require_train
from boyi.learning.report import ReportTable
from boyi.learning.run import Run
from boyi.learning.settings import add_settings, settings_of

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
class EinsteinPlan:
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
    """Declare the command's arguments."""
    parser.add_argument("folder", type=Path, nargs="?", default=Path("runs/einstein"))
    add_settings(parser, EinsteinPlan)


def run(args: argparse.Namespace) -> None:
    """Collect, train, play, and write the tables."""
    plan = settings_of(args, EinsteinPlan)
    if min(each for each in asdict(plan).values() if isinstance(each, int | float)) <= 0 or plan.matches < 2:
        raise ValueError("all numbers are positive, and a match has two games or more")
    for name in (*plan.networks, *plan.wide):
        shape(name)
    require_train()
    with Run(args.folder, plan) as run:
        EinsteinReproduction(run, plan).do()


class EinsteinReproduction:
    """The work in one folder; what is on the disk is not done again."""

    def __init__(self, run: Run, plan: EinsteinPlan) -> None:
        """In the folder of a run. Blocks until there are endgame tables."""
        self._run, self._plan, self._folder = run, plan, run.folder
        self._tables: list[ReportTable] = []
        self._endings, self._game = EndgameTables().wait("four"), load_game("einstein")
        self._matches = PlayerMatches(self._game, run.folder / "matches.jsonl", plan.seed)

    def do(self) -> None:
        """All parts, with the page written after each."""
        plan = self._plan
        print(", ".join(f"{name} {value}" for name, value in self._run.settings.items()), flush=True)
        labels = ChoiceCollection(plan.label_games, plan.label_nodes, plan.seed)
        samples = collect(self._folder / "choices", labels, self._endings)
        train, test = split(samples)
        weights = {"rectangles": self._rectangles(), "network": self._network()}
        weights["policy"] = self._policy(samples, labels)
        self._report(self._first_looks(test, weights))
        self._report(self._policies(train, test))
        players = prior_players(weights)
        paces, fewer = self._speeds(players), max(plan.matches // FEWER, 2)
        rows = prior_rows(players, paces, plan.milliseconds, plan.matches)
        self._report(self._play_matches("Networks as prior, at equal time", rows))
        games = plan.matches, fewer
        rows = policy_rows(players[POLICY_PLAYER], paces, plan.few, plan.longer, games)
        self._report(self._play_matches("The convolutional network as prior, beyond that", rows))
        rows = playout_rows(plan.few, fewer)
        self._report(self._play_matches(f"Playout policies, UCB alone, {plan.few} simulations", rows))
        simulations = {plan.few: plan.matches, plan.many: fewer}
        self._report(self._play_matches("Rectangles as bias of UCB", bias_rows(weights, simulations)))

    # -- weights ---------------------------------------------------------------------------------

    def _weights(self, name: str, step: int, train: Callable[[], WeightFile]) -> Path:
        """The weight file of a name and step, trained in this run unless it was."""
        path = self._folder / f"{name}-{step:08}.safetensors"
        return path if path.exists() else self._run.save(name, train())

    def _rectangles(self) -> Path:
        games, seed = self._plan.rectangle_games, self._plan.seed
        return self._weights("rectangles", games, lambda: rectangles.weight_file(games, seed))

    def _network(self) -> Path:
        """The network of two heads."""
        plan = network.NetworkTraining(self._plan.lessons, self._plan.passes, seed=self._plan.seed)
        return self._weights("network", plan.positions, lambda: network.weight_file(plan, self._endings))

    def _policy(self, samples: np.ndarray, labels: ChoiceCollection) -> Path:
        """The convolutional network."""
        steps, seed = self._plan.policy_steps, self._plan.seed
        return self._weights("policy", steps, lambda: train_engine_network(samples, labels, steps, seed))

    # -- policies --------------------------------------------------------------------------------

    def _first_looks(self, test: np.ndarray, paths: dict[str, Path]) -> ReportTable:
        """First looks of the engine's own evaluators."""
        counts = load(paths["rectangles"], "einstein", "rectangles", RECTANGLE_COUNTS).weights
        two_heads = load(paths["network"], "einstein", "network", NETWORK).weights
        chosen = load(paths["policy"], "einstein", "policy", POLICY).weights
        evaluators = {
            "distance and captures, not learned": race(),
            "rectangles, wins and games": counts,
            "rectangles, TD(0) (n-tuples)": tuples(),
            "network of two heads": two_heads,
            f"{ENGINE_NETWORK}, {self._plan.policy_steps} steps": chosen,
        }
        rows = [
            (name, PUBLISHED, _percent(first_look_accuracy(test, each))) for name, each in evaluators.items()
        ]
        title = f"Accuracy of first looks: {len(test)} unseen positions"
        return ReportTable(title, ("evaluator", "published", "ours, unseen"), rows)

    def _cells(self) -> Iterator[PolicyExperiment]:
        for name, kind, features in itertools.product(self._plan.networks, KINDS, FEATURES):
            yield PolicyExperiment(name, kind, features)
        for name, symmetry in itertools.product(self._plan.networks, SYMMETRIES):
            yield PolicyExperiment(name, "sim", "1+2+3", *symmetry)
        for name in self._plan.wide:
            yield PolicyExperiment(name, "sim", "1+2+3", *SYMMETRIES[-1])

    def _policies(self, train: np.ndarray, test: np.ndarray) -> ReportTable:
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
        return ReportTable(title, heading, rows)

    def _outcome(self, cell: PolicyExperiment, train: np.ndarray, test: np.ndarray) -> PolicyResult:
        path = self._folder / f"{cell}.json".replace(",", "").replace(" ", "-")
        if not path.exists():
            with Progress(str(cell), self._plan.steps, "steps") as progress:
                found = train_and_test(cell, train, test, self._plan.steps, self._plan.seed, progress.at)
            write_atomically(path, json.dumps(asdict(found)) + "\n")
        kept = read_json(path)
        return PolicyResult(tuple(kept["steps"]), kept["unseen"])

    # -- matches ---------------------------------------------------------------------------------

    def _speeds(self, players: dict[str, str]) -> dict[str, float]:
        """Nodes a millisecond, measured once in a run."""
        path = self._folder / "speeds.json"
        if not path.exists():
            write_atomically(path, json.dumps(speeds(self._game, {**players, **RIVALS})) + "\n")
        found: dict[str, float] = read_json(path)
        return found

    def _play_matches(self, title: str, matches: Iterable[MatchRow]) -> ReportTable:
        rows = []
        for row in matches:
            score = self._matches.play(row)
            rows.append((row.name, str(len(score.games)), f"{score} %"))
        return ReportTable(title, ("match", "games", "points of the first"), rows)

    def _report(self, table: ReportTable) -> None:
        """Print a table and write the page, as far as it goes."""
        self._tables.append(table)
        self._run.write_report("einstein", self._tables, REMARKS)
        lines = (" | ".join(map(str, row)) for row in (table.heading, *table.rows))
        print("\n".join((table.title, *lines)), flush=True)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
