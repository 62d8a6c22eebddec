"""The table of a 91 x N x 1 network taught by TD(lambda) over 7,621 expert games, beside ours.

bin/train reproduce xiangqi-td FOLDER --games expert_games.jsonl.gz

Networks of N = 30, 50, 80, 100 units see the same games one to three times. After each pass a network plays
the traditional evaluation with the same search at equal depth, from the start and 499 positions of the
database, both colours: 1,000 games. Broken off, the same call goes on.
"""

import argparse
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boyi.arena.pairs import Score
from boyi.engines import load_game
from boyi.engines.game import Game
from boyi.engines.jit import Record, new
from boyi.engines.weights import load
from boyi.engines.xiangqi import networks
from boyi.engines.xiangqi.weights import traditional
from boyi.learning import xiangqi_mlp
from boyi.learning.duels import Duels, openings
from boyi.learning.mind import Mind
from boyi.learning.mlp import MlpLearner
from boyi.learning.report import Table, write_report
from boyi.learning.runs import REPORT, Run
from boyi.learning.sources.records import Records
from boyi.learning.teaching import Course, Rule, Teacher

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
OURS = "91 x 100 x 1 that comes with the program"
assert xiangqi_mlp.SAMPLE.itemsize  # what the networks see is registered


@dataclass(frozen=True)
class Plan:
    """What defines a reproduction."""

    paths: list[str]
    depth: int = 2
    openings: int = OPENINGS
    games: int = GAMES
    rate: float = 0.002
    decay: float = 0.7
    seed: int = 1


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, nargs="?", default=Path("runs/xiangqi-td"))
    parser.add_argument("--games", nargs="+", metavar="PATH", help="files or folders of expert games")
    units = list(networks.HIDDEN)
    parser.add_argument("--units", type=int, nargs="+", default=units, choices=units)
    parser.add_argument("--depth", type=int, default=Plan.depth, help="plies of both players' searches")
    parser.add_argument("--openings", type=int, default=OPENINGS, help="two games each")
    for name in ("rate", "decay"):
        parser.add_argument(f"--{name}", type=float, default=getattr(Plan, name))


def run(args: argparse.Namespace) -> None:
    """Teach, play, and write the table."""
    if not args.games:
        raise ValueError("give expert games with --games: 7,621 or more, a .jsonl.gz or .pgn file, say")
    plan = Plan(args.games, args.depth, args.openings, GAMES, args.rate, args.decay)
    game = load_game("xiangqi")
    with Run(args.folder, plan) as run:
        records = Records(game, [Path(path) for path in plan.paths], plan.seed, plan.games)
        for hidden in args.units:
            teach(args.folder / f"mlp{hidden}", hidden, plan, records)
        duels = Duels(args.folder / "duels.jsonl", suite(game, records, plan), plan.depth)
        cells = {
            _name(hidden, passes): _weights(args.folder, hidden, passes * len(records.train))
            for hidden, passes in itertools.product(args.units, range(1, PASSES + 1))
        }
        for most in range(ROUND, plan.openings + ROUND, ROUND):
            for name, weights in (cells | {OURS: networks.mlp100()}).items():
                duels.play(name, Mind(game, weights), Mind(game, traditional()), most)
            _tell(args.folder, run, duels, records)


def teach(folder: Path, hidden: int, plan: Plan, records: Records) -> None:
    """Three passes over the games, with weights after each."""
    rule, size = Rule(decay=plan.decay, rate=plan.rate), len(records.train)
    with Run(folder, plan) as run:
        learner = MlpLearner(networks.fresh(hidden, plan.seed))
        course = Course(PASSES * size, size)
        test, origin = records.test, run.settings
        Teacher("xiangqi", f"mlp{hidden}", learner, records, rule, course, run, test, origin).teach()


def suite(game: Game, records: Records, plan: Plan) -> list[Record]:
    """The start, and positions of games drawn by lot."""
    lot = np.random.default_rng([plan.seed, plan.openings])
    chosen = lot.choice(len(records.train), plan.openings - 1, replace=False)
    return openings(game, [records.train[i] for i in chosen], PLIES)


def _weights(folder: Path, hidden: int, step: int) -> Record:
    name = f"mlp{hidden}"
    path = folder / name / f"{name}-{step:08}.safetensors"
    return widened(load(path, "xiangqi", name, networks.MLP_RECORDS[hidden]).weights)


def widened(weights: Record) -> Record:
    """The same network with units that do nothing, up to the largest size: one search is compiled for all."""
    wide, hidden = new(networks.MLP_RECORDS[max(networks.HIDDEN)]), weights.bias.size
    wide.material[:], wide.eyes, wide.last_bias[:] = weights.material, weights.eyes, weights.last_bias
    wide.first[:, :hidden], wide.bias[:hidden], wide.last[:hidden] = weights.first, weights.bias, weights.last
    return wide


def _name(hidden: int, passes: int) -> str:
    return f"91 x {hidden} x 1, pass {passes}"


def _tell(folder: Path, run: Run, duels: Duels, records: Records) -> None:
    """Write the page and print the table, as far as it goes."""
    published = {_name(*cell): counts for cell, counts in PUBLISHED.items()} | {OURS: ""}
    rows = [_row(name, counts, duels.score(name)) for name, counts in published.items()]
    heading = ("network", "published W/D/L", "published points", "ours W/D/L", "our points")
    remark = f"Games met: {records.told()}; {len(records.train)} learned from, {len(records.test)} held back."
    tables = [Table("Learned against traditional evaluation", heading, rows)]
    write_report(folder / REPORT, "xiangqi-td", run.settings, (), tables, (remark,))
    print("\n".join(" | ".join(map(str, row)) for row in rows), flush=True)


def _row(name: str, published: str, ours: Score) -> Sequence[str]:
    return name, published, _points(published), ours.wdl, f"{ours} %" if ours.games else ""


def _points(counts: str) -> str:
    if not counts:
        return ""
    won, drawn, lost = map(int, counts.split("/"))
    return f"{100 * (won + drawn / 2) / (won + drawn + lost):.1f} %"
