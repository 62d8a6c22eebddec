"""EinStein's policy networks, rectangles, playouts and shallow trees, beside what a thesis says of them.

bin/train reproduce einstein FOLDER

Networks I and II-n learn the choices of the strongest player from three features of the squares, as numbers
or as planes, with and without symmetries; one learns the moves of winners instead, those of `--records` too.
Then rectangles and a network of two heads are trained, and lead a tree: as bias at few and at many
simulations, as prior at equal time; the thesis' own player meets plain Monte Carlo; the playout policies play
each other in two kinds of tree. About an hour of two cores; broken off, the same call goes on.

The sizes of the thesis take days: --networks I II-10 II-20 II-30 II-40 --steps 2000000 --batch 50
Policy networks learn with the extra `train` (JAX and optax), which `bin/train` sets up for this command.
"""

import argparse
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from boyi.arena.files import read_json
from boyi.arena.inprocess.pairs import PairScore
from boyi.engines import load_game
from boyi.engines.einstein.endgame.store import EndgameTables
from boyi.engines.einstein.evaluation.network import NETWORK
from boyi.engines.einstein.evaluation.policy import POLICY
from boyi.engines.einstein.evaluation.race import race
from boyi.engines.einstein.evaluation.rectangles import RECTANGLE_COUNTS
from boyi.engines.einstein.evaluation.tuples import tuples
from boyi.engines.files import user_path, write_atomically
from boyi.engines.jit import Record
from boyi.engines.weights import WeightFile, load
from boyi.learning.einstein.evaluators import network, rectangles
from boyi.learning.einstein.matches.matches import MatchRow, PlayerMatches, speeds
from boyi.learning.einstein.matches.movers import by_mover, pairings, published
from boyi.learning.einstein.matches.rows import POLICY as POLICY_PLAYER
from boyi.learning.einstein.matches.rows import (
    RIVALS,
    bias_rows,
    playout_rows,
    policy_rows,
    prior_players,
    prior_rows,
    thesis_players,
    thesis_rows,
)
from boyi.learning.einstein.policy.positions import ChoiceCollection, collect
from boyi.learning.einstein.policy.records import read_winners
from boyi.learning.einstein.policy.shapes import shape
from boyi.learning.einstein.policy.situations import split, winners
from boyi.learning.einstein.policy.tables import PolicyTables, Split, first_look_table
from boyi.learning.einstein.policy.train import (
    BATCH,
    ENGINE_NETWORK,
    STEPS,
    PolicySchedule,
    train_engine_network,
)
from boyi.learning.extras import require_train
from boyi.learning.report import ReportTable
from boyi.learning.run import Run
from boyi.learning.settings import add_settings, settings_of

FEWER = 4
"""Slow matches, and those of playouts, have so many times fewer games."""
REMARKS = (
    "Published labels were moves of winners; ours are choices of the strongest player unless a table says "
    "otherwise, in positions where there is a choice, and accuracy is that on games not learned from.",
    "Published: the player with the network was weaker than plain Monte Carlo; between the five playouts "
    "there was little in a min-max tree.",
)


@dataclass(frozen=True)
class EinsteinPlan:
    """What defines a reproduction."""

    label_games: int = 4000
    label_nodes: int = 3000
    steps: int = 500
    batch: int = BATCH
    """Positions of a step."""
    policy_steps: int = STEPS
    """Of the policy network that plays."""
    networks: tuple[str, ...] = ("I", "II-10")
    wide: tuple[str, ...] = ("II-20", "II-30", "II-40")
    """Further networks, with all features and symmetries alone."""
    records: tuple[str, ...] = ()
    """Files or folders of training lines, of ECUI and of WTN, whose winners teach, too."""
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
        weights = {"rectangles": self._rectangles(), "network": self._network()}
        weights["policy"] = self._policy(samples, labels)
        self._report(first_look_table(split(samples)[1], self._evaluators(weights)))
        self._train(samples)
        self._play(weights)

    def _train(self, samples: np.ndarray) -> None:
        """What networks of all shapes learn, and by whose moves."""
        plan = self._plan
        schedule = PolicySchedule(plan.steps, plan.seed, plan.batch)
        tables = PolicyTables(self._folder, schedule)
        self._report(tables.networks(split(samples), plan.networks, plan.wide))
        sources = {"choices of the strongest player": samples, "moves of its winners": winners(samples)}
        if plan.records:
            sources["winners of records"] = read_winners(map(user_path, plan.records))
        taught: dict[str, Split] = {name: split(each) for name, each in sources.items()}
        self._report(tables.teachers(taught))

    def _play(self, weights: dict[str, Path]) -> None:
        """All matches."""
        plan = self._plan
        players, thesis = prior_players(weights), thesis_players(weights)
        paces, fewer = self._speeds(players | thesis), max(plan.matches // FEWER, 2)
        rows = thesis_rows(thesis, paces, plan.many, plan.longer, fewer)
        self._report(self._play_matches("The player of the thesis: a tree by its network", rows))
        for tree, playouts in (("min-max", plan.many), ("UCB", plan.few)):
            self._report(self._play_policies(tree, playouts, fewer))
        rows = prior_rows(players, paces, plan.milliseconds, plan.matches)
        self._report(self._play_matches("Networks as prior, at equal time", rows))
        games = plan.matches, fewer
        rows = policy_rows(players[POLICY_PLAYER], paces, plan.few, plan.longer, games)
        self._report(self._play_matches("The convolutional network as prior, beyond that", rows))
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

    def _evaluators(self, paths: dict[str, Path]) -> dict[str, Record]:
        """Evaluators whose first looks are held against the strongest player's choices."""
        return {
            "distance and captures, not learned": race(),
            "rectangles, wins and games": load(
                paths["rectangles"], "einstein", "rectangles", RECTANGLE_COUNTS
            ).weights,
            "rectangles, TD(0) (n-tuples)": tuples(),
            "network of two heads": load(paths["network"], "einstein", "network", NETWORK).weights,
            f"{ENGINE_NETWORK}, {self._plan.policy_steps} steps": load(
                paths["policy"], "einstein", "policy", POLICY
            ).weights,
        }

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

    def _play_policies(self, tree: str, playouts: int, games: int) -> ReportTable:
        """The five playouts in one kind of tree, by who moved first."""
        scores = dict[tuple[str, str], PairScore]()
        for pair, row in zip(pairings(), playout_rows(playouts, games, tree), strict=True):
            scores[pair] = self._matches.play(row)
        rows = [
            (name, published(tree, name), str(2 * len(first.games)), f"{first} %", f"{second} %")
            for name, first, second in by_mover(scores)
        ]
        heading = ("playouts", "published", "games", "points moving first", "moving second")
        return ReportTable(f"Playout policies in a tree by {tree}, {playouts} playouts a move", heading, rows)

    def _report(self, table: ReportTable) -> None:
        """Print a table and write the page, as far as it goes."""
        self._tables.append(table)
        self._run.write_report("einstein", self._tables, REMARKS)
        lines = (" | ".join(map(str, row)) for row in (table.heading, *table.rows))
        print("\n".join((table.title, *lines)), flush=True)
