"""Which factor brings the 91 x 100 x 1 network what: one is changed at a time, and each plays the same match.

bin/train reproduce xiangqi-td-factors FOLDER --games expert_games.jsonl.gz

The opponent is the traditional evaluation with the same search at equal depth, as in `xiangqi-td`. The same
call goes on with what was broken off.
"""

import argparse
from dataclasses import dataclass, field
from pathlib import Path

from boyi.engines import load_game
from boyi.engines.game import Game
from boyi.engines.weights import load
from boyi.engines.xiangqi import networks
from boyi.engines.xiangqi.weights import traditional
from boyi.learning.duels import Duels
from boyi.learning.fitting import Fit, Fitting
from boyi.learning.labels import Labeller, label
from boyi.learning.learners import Newborn
from boyi.learning.mind import Mind
from boyi.learning.nets.strays import StrayOrder, make_strays
from boyi.learning.progress import Progress
from boyi.learning.report import Table, write_report
from boyi.learning.reproductions.xiangqi_td import GAMES, Plan, suite
from boyi.learning.runs import REPORT, Run
from boyi.learning.samples import CARD, UNDECIDED
from boyi.learning.samples import load as load_samples
from boyi.learning.sources.records import Records
from boyi.learning.teaching import Course, Rule, Teacher
from boyi.learning.xiangqi_mlp import SAMPLE, mirrored

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
    """One way to teach the network."""

    name: str
    rule: Rule = field(default_factory=lambda: Rule(rate=BEST_RATE))
    eyes: str = "mover"
    games: int = GAMES
    """Games to learn from, once each."""
    mix: float | None = None
    """Not taught by games but fitted to labels: weight of the search's score, the rest is the result."""
    strays: str = ""
    """Not the labels but positions beside them are fitted to: whose static values."""
    fit_rate: float = 0.002
    material: tuple[float, ...] = ()
    """What pieces put into their squares' inputs; empty: what is usual."""


FACTORS = (
    Factor("TD(0.7), mover's eyes"),
    Factor("Red's eyes", eyes="red"),
    Factor("rate / 5", Rule(rate=BEST_RATE / 5)),
    Factor("rate x 5", Rule(rate=BEST_RATE * 5)),
    Factor("lambda 0.3", Rule(rate=BEST_RATE, decay=0.3)),
    Factor("lambda 0.95", Rule(rate=BEST_RATE, decay=0.95)),
    Factor("steps by Adam", Rule(rate=0.001, step="adam", fading=0.9)),
    Factor("26,000 games", games=26_000),
    Factor("TD-Leaf", Rule("leaf", rate=BEST_RATE, depth=1)),
    Factor("labels of results", mix=0.0),
    Factor("labels, half search", mix=0.5),
    Factor("labels of searches", mix=1.0),
    Factor("… at a larger rate", mix=1.0, fit_rate=Fit.rate),
    Factor("… and inputs nearer to each other", mix=1.0, fit_rate=Fit.rate, material=NEARER),
    Factor("positions beside, traditional values", mix=1.0, fit_rate=Fit.rate, strays="traditional"),
    Factor("positions beside, values of the large network", mix=1.0, fit_rate=Fit.rate, strays="nnue"),
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, nargs="?", default=Path("runs/xiangqi-td-factors"))
    parser.add_argument("--games", nargs="+", metavar="PATH", help="files or folders of expert games")
    parser.add_argument("--depth", type=int, default=Plan.depth, help="plies of both players' searches")
    parser.add_argument("--openings", type=int, default=100, help="two games each")
    parser.add_argument("--only", nargs="+", help="names of factors; all of them if not said")


def run(args: argparse.Namespace) -> None:
    """Teach, play, and write the table."""
    if not args.games:
        raise ValueError("give expert games with --games: 7,621 or more, a .jsonl.gz or .pgn file, say")
    game, plan = load_game("xiangqi"), Plan(args.games, args.depth, args.openings)
    chosen = [factor for factor in FACTORS if not args.only or factor.name in args.only]
    with Run(args.folder, plan) as run:
        records = Records(game, [Path(path) for path in plan.paths], plan.seed)
        duels = Duels(args.folder / "duels.jsonl", suite(game, records, plan), plan.depth)
        for factor in chosen:
            path = _made(args.folder, factor, game, records)
            weights = load(path, game.name, EVALUATOR, networks.MLP_RECORDS[100]).weights
            duels.play(factor.name, Mind(game, weights), Mind(game, traditional()))
            _tell(args.folder, run, duels)


def _made(folder: Path, factor: Factor, game: Game, records: Records) -> Path:
    """The weights of a factor."""
    place = folder / factor.name.replace(" / ", "-by-").replace(" ", "-").replace("'", "")
    newborn = Newborn(game.name, EVALUATOR, 1, factor.eyes, factor.material)
    if factor.mix is not None:
        labels = _labels(folder / "labels", game, records)
        samples = mirrored(load_samples(SAMPLE, _strays(folder, labels, factor.strays)))
        if not factor.mix:  # where no result is, the search's score would teach
            samples = samples[samples["result"] != UNDECIDED]
        fit = Fit(newborn, rate=factor.fit_rate, mix=factor.mix, samples=len(samples))
        with Run(place, fit) as run:
            return Fitting(newborn.learner(), samples, fit, run).fit()
    with Run(place, factor) as run:
        course, learner = Course(factor.games, 2000), newborn.learner()
        test, origin = records.test, run.settings
        teacher = Teacher(game.name, EVALUATOR, learner, records, factor.rule, course, run, test, origin)
        return teacher.teach()


def _labels(folder: Path, game: Game, records: Records) -> Path:
    """A folder of samples labelled by the traditional evaluation's searches; made if it is not there."""
    lessons = records.train[:LABELLED]
    if not _whole(folder):
        labeller = Labeller(game, traditional(), LABEL_DEPTH, LABEL_SHARE, seed=1)
        with Progress("labels", len(lessons), "games") as progress:
            for number in label(labeller, lessons, folder, "labels"):
                progress.at(number)
        (folder / DONE).touch()
    return folder


def _strays(folder: Path, labels: Path, evaluator: str) -> Path:
    """A folder of positions beside the labelled ones with an evaluator's values; the labels without one."""
    place = folder / f"strays-{evaluator}"
    if evaluator and not _whole(place):
        make_strays(StrayOrder("xiangqi", STRAYS, 1, evaluator), labels, place, workers=1)
        (place / DONE).touch()
    return place if evaluator else labels


def _whole(folder: Path) -> bool:
    """Whether a folder of samples is whole; what one that is not holds is forgotten."""
    whole = (folder / DONE).exists()
    if not whole:
        (folder / CARD).unlink(missing_ok=True)
    return whole


def _tell(folder: Path, run: Run, duels: Duels) -> None:
    scores = [(factor.name, duels.score(factor.name)) for factor in FACTORS]
    rows = [(name, score.wdl, f"{score} %") for name, score in scores if score.games]
    tables = [Table("One factor changed at a time", ("factor", "W/D/L", "points"), rows)]
    write_report(folder / REPORT, "xiangqi-td-factors", run.settings, (), tables)
    print("\n".join(" | ".join(row) for row in rows), flush=True)
