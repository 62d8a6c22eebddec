"""Which factor brings the 91 x 100 x 1 network what: one is changed at a time, and each plays the same match.

bin/train reproduce xiangqi-td-factors FOLDER --games expert_games.jsonl.gz

The opponent is the traditional evaluation with the same search at equal depth, as in `xiangqi-td`. The same
call goes on with what was broken off.
"""

import argparse
import itertools
from dataclasses import dataclass, field
from pathlib import Path

from boyi.arena.farm.farm import InlineFarm
from boyi.arena.inprocess.quick_search import QuickSearch
from boyi.arena.progress import Progress
from boyi.engines import load_game
from boyi.engines.game import Game
from boyi.engines.weights import load
from boyi.engines.xiangqi.evaluation import networks
from boyi.engines.xiangqi.evaluation.weights import traditional
from boyi.learning.data.labels import Labeller, save_labels
from boyi.learning.data.samples import CARD, UNDECIDED
from boyi.learning.data.samples import load as load_samples
from boyi.learning.data.sources.files import RecordFiles
from boyi.learning.nnue.random_neighbours import NeighbourTask, make_neighbours
from boyi.learning.report import ReportTable
from boyi.learning.reproductions.xiangqi_td import GAMES, XiangqiTdPlan, suite
from boyi.learning.run import Run
from boyi.learning.td.learners import SAMPLE, NetworkSpec, with_mirror_images
from boyi.learning.td.matches import EqualDepthMatches
from boyi.learning.td.trainer import TdTrainer, TrainingSchedule, UpdateRule
from boyi.learning.tuning.mlp_fit import MlpFit, MlpFitSettings

EVALUATOR = "mlp100"
DONE = "done"
"""A file in a folder of samples that is whole."""
BEST_RATE = 0.002
LABELLED, LABEL_DEPTH, LABEL_SHARE = 3_000, 2, 0.6
"""Games whose positions are labelled, by searches of how many plies, and which share of the positions."""
STRAYS = 2_000_000
"""Positions a few random moves beside the labelled ones."""
NEARER = (0.3, 0.4, 0.42, 0.65, 0.72, 1.0, 0.2)
"""Material as inputs that tell kinds of pieces apart: about the square root of their worth."""


@dataclass(frozen=True)
class Factor:
    """One way to train the network."""

    name: str
    rule: UpdateRule = field(default_factory=lambda: UpdateRule(rate=BEST_RATE))
    eyes: str = "mover"
    games: int = GAMES
    """Games to learn from, once each."""
    mix: float | None = None
    """Not trained by games but fitted to labels: weight of the search's score, the rest is the result."""
    strays: str = ""
    """Not the labels but positions beside them are fitted to: whose static values."""
    fit_rate: float = 0.002
    material: tuple[float, ...] = ()
    """What pieces put into their squares' inputs; empty: what is usual."""


FACTORS = (
    Factor("TD(0.7), mover's eyes"),
    Factor("Red's eyes", eyes="red"),
    Factor("rate / 5", UpdateRule(rate=BEST_RATE / 5)),
    Factor("rate x 5", UpdateRule(rate=BEST_RATE * 5)),
    Factor("lambda 0.3", UpdateRule(rate=BEST_RATE, decay=0.3)),
    Factor("lambda 0.95", UpdateRule(rate=BEST_RATE, decay=0.95)),
    Factor("steps by Adam", UpdateRule(rate=0.001, step="adam", fading=0.9)),
    Factor("26,000 games", games=26_000),
    Factor("TD-Leaf", UpdateRule("leaf", rate=BEST_RATE, depth=1)),
    Factor("labels of results", mix=0.0),
    Factor("labels, half search", mix=0.5),
    Factor("labels of searches", mix=1.0),
    Factor("… at a larger rate", mix=1.0, fit_rate=MlpFitSettings.rate),
    Factor("… and inputs nearer to each other", mix=1.0, fit_rate=MlpFitSettings.rate, material=NEARER),
    Factor(
        "positions beside, traditional values", mix=1.0, fit_rate=MlpFitSettings.rate, strays="traditional"
    ),
    Factor(
        "positions beside, values of the large network", mix=1.0, fit_rate=MlpFitSettings.rate, strays="nnue"
    ),
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("folder", type=Path, nargs="?", default=Path("runs/xiangqi-td-factors"))
    parser.add_argument("--games", nargs="+", metavar="PATH", help="files or folders of expert games")
    parser.add_argument(
        "--depth", type=int, default=XiangqiTdPlan.depth, help="plies of both players' searches"
    )
    parser.add_argument("--openings", type=int, default=100, help="two games each")
    parser.add_argument("--only", nargs="+", help="names of factors; all of them if not said")


def run(args: argparse.Namespace) -> None:
    """Train, play, and write the table."""
    if not args.games:
        raise ValueError("give expert games with --games: 7,621 or more, a .jsonl.gz or .pgn file, say")
    game, plan = load_game("xiangqi"), XiangqiTdPlan(args.games, args.depth, args.openings)
    chosen = [factor for factor in FACTORS if not args.only or factor.name in args.only]
    with Run(args.folder, plan) as run:
        records = RecordFiles(game, [Path(path) for path in plan.paths], plan.seed)
        matches = EqualDepthMatches(args.folder / "duels.jsonl", suite(game, records, plan), plan.depth)
        for factor in chosen:
            path = _train(args.folder, factor, game, records)
            weights = load(path, game.name, EVALUATOR, networks.MLP_RECORDS[100]).weights
            matches.play(factor.name, QuickSearch(game, weights), QuickSearch(game, traditional()))
            _report(run, matches)


def _train(folder: Path, factor: Factor, game: Game, records: RecordFiles) -> Path:
    """The weights of a factor."""
    place = folder / factor.name.replace(" / ", "-by-").replace(" ", "-").replace("'", "")
    spec = NetworkSpec(game.name, EVALUATOR, 1, factor.eyes, factor.material)
    if factor.mix is not None:
        labels = _labels(folder / "labels", game, records)
        samples = with_mirror_images(load_samples(SAMPLE, _neighbours(folder, labels, factor.strays)))
        if not factor.mix:  # where no result is, the search's score would teach
            samples = samples[samples["result"] != UNDECIDED]
        fit = MlpFitSettings(spec, rate=factor.fit_rate, mix=factor.mix, samples=len(samples))
        with Run(place, fit) as run:
            return MlpFit(samples, fit, run).fit()
    with Run(place, factor) as run:
        schedule, learner = TrainingSchedule(factor.games, 2000), spec.learner()
        trainer = TdTrainer(game.name, EVALUATOR, learner, records, factor.rule, schedule, run, records.test)
        return trainer.train()


def _labels(folder: Path, game: Game, records: RecordFiles) -> Path:
    """A folder of samples labelled by the traditional evaluation's searches; made if it is not there."""
    games = records.train[:LABELLED]
    if not _whole(folder):
        labeller = Labeller(game, traditional(), LABEL_DEPTH, LABEL_SHARE, seed=1)
        labels = map(labeller.samples, games, itertools.count(1))
        with Progress("labels", len(games), "games") as progress:
            for number in save_labels(labels, len(games), folder, "labels"):
                progress.at(number)
        (folder / DONE).touch()
    return folder


def _neighbours(folder: Path, labels: Path, evaluator: str) -> Path:
    """A folder of positions beside the labelled ones with an evaluator's values; the labels without one."""
    place = folder / f"strays-{evaluator}"
    if evaluator and not _whole(place):
        make_neighbours(NeighbourTask("xiangqi", STRAYS, 1, evaluator), labels, place, InlineFarm())
        (place / DONE).touch()
    return place if evaluator else labels


def _whole(folder: Path) -> bool:
    """Whether a folder of samples is whole; what one that is not holds is forgotten."""
    whole = (folder / DONE).exists()
    if not whole:
        (folder / CARD).unlink(missing_ok=True)
    return whole


def _report(run: Run, matches: EqualDepthMatches) -> None:
    scores = [(factor.name, matches.score(factor.name)) for factor in FACTORS]
    rows = [(name, score.wdl, f"{score} %") for name, score in scores if score.games]
    tables = [ReportTable("One factor changed at a time", ("factor", "W/D/L", "points"), rows)]
    run.write_report("xiangqi-td-factors", tables)
    print("\n".join(" | ".join(row) for row in rows), flush=True)
