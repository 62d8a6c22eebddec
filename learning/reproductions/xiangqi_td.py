"""The table of a 91 x N x 1 network trained by TD(lambda) over 7,621 expert games, beside ours.

bin/train reproduce xiangqi-td FOLDER --games expert_games.jsonl.gz

Networks of N = 30, 50, 80, 100 units see the same games one to three times. After each pass a network plays
the traditional evaluation with the same search at equal depth, from the start and 499 positions of the
database, both colours: 1,000 games. Broken off, the same call goes on.

The networks begin with small numbers, steps are those of Adam at a rate that fades, and every other game is
mirrored: all that was found on openings other than those that judge. Beside them stand networks taught by
the published rule as it is worded: plain steps, large random numbers to begin with.
"""

import argparse
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boyi.arena.inprocess.pairs import PairScore
from boyi.arena.inprocess.quick_search import QuickSearch
from boyi.engines import load_game
from boyi.engines.game import Game
from boyi.engines.jit import Record, new
from boyi.engines.weights import load
from boyi.engines.xiangqi.evaluation import networks
from boyi.engines.xiangqi.evaluation.weights import traditional
from boyi.learning.data.sources.files import RecordFiles
from boyi.learning.report import ReportTable
from boyi.learning.run import Run
from boyi.learning.settings import add_settings, in_words, settings_of
from boyi.learning.td.learners import NetworkSpec
from boyi.learning.td.matches import EqualDepthMatches, openings
from boyi.learning.td.trainer import TdTrainer, TrainingSchedule, UpdateRule

GAMES, PASSES, OPENINGS, PLIES = 7621, 3, 500, 10
ROUND = 25
"""Openings that every cell plays before any goes on, so that the table grows evenly."""
PUBLISHED: Mapping[tuple[int, int], str] = {
    (30, 1): "9/20/971", (30, 2): "11/29/960", (30, 3): "10/28/962",
    (50, 1): "13/32/955", (50, 2): "26/30/944", (50, 3): "13/32/955",
    (80, 1): "12/52/936", (80, 2): "32/51/917", (80, 3): "37/45/918",
    (100, 1): "19/64/917", (100, 2): "30/65/905", (100, 3): "28/55/917",
}  # fmt: skip
"""Won, drawn and lost of 1,000 games by units and passes: Wang, Cheng, Wang (Northeastern University)."""
WORDED = UpdateRule(decay=0.7, rate=0.002)
"""The published rule; its rate and lambda, of which nothing is said, are ours."""
OURS = "91 x 100 x 1 that comes with the program"


@dataclass(frozen=True)
class XiangqiTdPlan:
    """What defines a reproduction."""

    paths: list[str]
    depth: int = 2
    openings: int = OPENINGS
    games: int = GAMES
    rate: float = 0.001
    decay: float = 0.99
    fading: float = 1.0
    step: str = "adam"
    mirrored: bool = True
    spread: float = 0.05
    """What the random numbers of a new network's first layer are multiplied by."""
    worded: int = 100
    """Openings that networks taught by the published rule play."""
    seed: int = 1

    @property
    def rule(self) -> UpdateRule:
        """The rule that was found best."""
        return UpdateRule("td", self.decay, self.rate, self.fading, self.step, mirrored=self.mirrored)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("folder", type=Path, nargs="?", default=Path("runs/xiangqi-td"))
    parser.add_argument("--games", nargs="+", metavar="PATH", help="files or folders of expert games")
    units = list(networks.HIDDEN)
    parser.add_argument("--units", type=int, nargs="+", default=units, choices=units)
    helps = {
        "depth": "plies of both players' searches",
        "openings": "two games each",
        "worded": "openings of the networks taught by the published rule; 0 for none of them",
        "spread": "factor of the random numbers that networks begin with",
    }
    names = ("depth", "openings", "worded", "rate", "decay", "fading", "step", "spread")
    add_settings(parser, XiangqiTdPlan, *names, **helps)


def run(args: argparse.Namespace) -> None:
    """Train, play, and write the table."""
    if not args.games:
        raise ValueError("give expert games with --games: 7,621 or more, a .jsonl.gz or .pgn file, say")
    plan = settings_of(args, XiangqiTdPlan, paths=args.games, games=GAMES)
    game = load_game("xiangqi")
    with Run(args.folder, plan) as run:
        records = RecordFiles(game, [Path(path) for path in plan.paths], plan.seed, plan.games)
        matches = EqualDepthMatches(args.folder / "duels.jsonl", suite(game, records, plan), plan.depth)
        for hidden in args.units:
            train(args.folder / f"mlp{hidden}", hidden, plan, records, plan.rule, plan.spread)
        cells = _cells(args.folder, args.units, len(records.train))
        _play(run, matches, records, cells | {OURS: networks.mlp100()}, plan.openings)
        if plan.worded:
            place = args.folder / "worded"
            for hidden in args.units:
                train(place / f"mlp{hidden}", hidden, plan, records, WORDED, 1.0)
            cells = _cells(place, args.units, len(records.train))
            worded = {_worded(name): weights for name, weights in cells.items()}
            _play(run, matches, records, worded, min(plan.worded, plan.openings))


def _cells(folder: Path, units: Sequence[int], games: int) -> dict[str, Record]:
    """The networks of a folder by their names in the table."""
    pairs = itertools.product(units, range(1, PASSES + 1))
    return {_name(hidden, passes): _weights(folder, hidden, passes * games) for hidden, passes in pairs}


def _play(
    run: Run, matches: EqualDepthMatches, records: RecordFiles, cells: Mapping[str, Record], openings: int
) -> None:
    """Have networks play so many openings, a few each at a time, and write the table each time."""
    game = load_game("xiangqi")
    for most in range(ROUND, openings + ROUND, ROUND):
        for name, weights in cells.items():
            first, second = QuickSearch(game, weights), QuickSearch(game, traditional())
            matches.play(name, first, second, min(most, openings))
        _report(run, matches, records)


def train(
    folder: Path, hidden: int, plan: XiangqiTdPlan, records: RecordFiles, rule: UpdateRule, spread: float
) -> None:
    """Three passes over the games by a rule, with weights after each."""
    size, name = len(records.train), f"mlp{hidden}"
    with Run(folder, plan) as run:
        learner = NetworkSpec("xiangqi", name, plan.seed, spread=spread).learner()
        schedule = TrainingSchedule(PASSES * size, size)
        TdTrainer("xiangqi", name, learner, records, rule, schedule, run, records.test).train()


def suite(game: Game, records: RecordFiles, plan: XiangqiTdPlan) -> list[Record]:
    """The start, and positions of games drawn at random."""
    rng = np.random.default_rng([plan.seed, plan.openings])
    chosen = rng.choice(len(records.train), plan.openings - 1, replace=False)
    return openings(game, [records.train[i] for i in chosen], PLIES)


def _weights(folder: Path, hidden: int, step: int) -> Record:
    name = f"mlp{hidden}"
    path = folder / name / f"{name}-{step:08}.safetensors"
    return widen(load(path, "xiangqi", name, networks.MLP_RECORDS[hidden]).weights)


def widen(weights: Record) -> Record:
    """A network with idle units up to the largest size: one search is compiled for all."""
    wide, hidden = new(networks.MLP_RECORDS[max(networks.HIDDEN)]), weights.bias.size
    wide.material[:], wide.eyes, wide.last_bias[:] = weights.material, weights.eyes, weights.last_bias
    wide.first[:, :hidden], wide.bias[:hidden], wide.last[:hidden] = weights.first, weights.bias, weights.last
    return wide


def _name(hidden: int, passes: int) -> str:
    return f"91 x {hidden} x 1, pass {passes}"


def _worded(name: str) -> str:
    return f"{name}, rule as worded"


def _report(run: Run, matches: EqualDepthMatches, records: RecordFiles) -> None:
    """Write the page and print the table, as far as it goes."""
    published = {_name(*cell): counts for cell, counts in PUBLISHED.items()} | {OURS: ""}
    rows = [
        (*_row(name, counts, matches.score(name)), _points_of(matches.score(_worded(name))))
        for name, counts in published.items()
    ]
    heading = (
        "network",
        "published W/D/L",
        "published points",
        "ours W/D/L",
        "our points",
        "by the rule as worded",
    )
    learned = f"{len(records.train)} learned from, {len(records.test)} held back"
    tables = [ReportTable("Learned against traditional evaluation", heading, rows)]
    run.write_report("xiangqi-td", tables, (f"Games met: {in_words(records.summary())}; {learned}.",))
    print("\n".join(" | ".join(map(str, row)) for row in rows), flush=True)


def _row(name: str, published: str, ours: PairScore) -> Sequence[str]:
    return name, published, _points(published), ours.wdl, _points_of(ours)


def _points_of(score: PairScore) -> str:
    return f"{score} %" if score.games else ""


def _points(counts: str) -> str:
    if not counts:
        return ""
    won, drawn, lost = map(int, counts.split("/"))
    return f"{100 * (won + drawn / 2) / (won + drawn + lost):.1f} %"
