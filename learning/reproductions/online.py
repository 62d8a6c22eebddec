"""KnightCap's experiment: from material alone, learning by TD-Leaf from games against a ladder of opponents.

bin/train reproduce online FOLDER

A hand-crafted evaluation of chess and one of xiangqi begin with the values of pieces and zeros. They play
opponents of ratings drawn by lot, which are the game's own engine limited by UCI_Elo, and learn after each
game. Before and after that each plays a match against some of these ratings, and the learned evaluation plays
the one it began as. All search a fixed number of nodes a move. Broken off, the same call goes on.
"""

import argparse
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from boyi.arena.inprocess.game import play_pair
from boyi.arena.inprocess.pairs import PairScore
from boyi.arena.inprocess.quick_search import QuickPlayer, QuickSearch
from boyi.arena.stats.statistics import Estimate, expected
from boyi.engines import load_game
from boyi.engines.jit import Record
from boyi.engines.weights import load
from boyi.learning.online.ladder import LearnerMatches, OpponentGames, drawn_openings
from boyi.learning.pair_matches import PairMatches
from boyi.learning.report import ReportTable, markdown
from boyi.learning.run import Run
from boyi.learning.settings import add_settings, settings_of
from boyi.learning.td.matches import TERMS, openings
from boyi.learning.td.trainer import TdTrainer, TrainingSchedule, UpdateRule
from boyi.learning.tuning.linear import LinearLearner, material_only

EVALUATORS: Mapping[str, str] = {"chess": "handcrafted", "xiangqi": "traditional"}
"""What learns, by game."""
PUBLISHED = "1650 → 2150 in 308 games"
"""Baxter, Tridgell, Weaver: KnightCap on the internet chess server FICS."""
TAUGHT_BY = (1300, 1400, 1500, 1600, 1700, 1800)
"""Ratings that are drawn for the games to learn from …"""
JUDGED_BY = (1200, 1400, 1600)
"""… and those of the matches."""
REACH = 1000
"""Elo beyond the opponents' within which a rating is looked for."""
LONGEST = 100
"""Plies of an opening at most."""
EVERY = 28
"""Games between two checkpoints."""


@dataclass(frozen=True)
class OnlinePlan:
    """What defines a reproduction."""

    games: int = 308
    nodes: int = 2000
    pairs: int = 40
    """Of games in a match against each rating."""
    rate: float = 1.0
    """Centipawns."""
    fading: float = 0.9
    decay: float = 0.7
    depth: int = 1
    seed: int = 1

    @property
    def rule(self) -> UpdateRule:
        """How the numbers change after a game."""
        return UpdateRule("leaf", self.decay, self.rate, self.fading, "adam", self.depth)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("folder", type=Path, nargs="?", default=Path("runs/online"))
    names = list(EVALUATORS)
    parser.add_argument("--only", nargs="+", choices=names, default=names, help="some of the games")
    add_settings(
        parser, OnlinePlan, games="to learn from", nodes="of each search of the learner",
        pairs="of games against each rating", rate="of a step, centipawns", fading="of the rate by the end",
        depth="plies of the searches whose leaves are learned from",
    )  # fmt: skip


def run(args: argparse.Namespace) -> None:
    """Play, learn, play again, and write the table."""
    plan = settings_of(args, OnlinePlan)
    if min(plan.games, plan.nodes, plan.pairs) < 1:
        raise ValueError("numbers of games, nodes and pairs are positive")
    rows = []
    with Run(args.folder, plan) as run:
        for name in args.only:
            rows.append(Experiment(name, plan, args.folder).row())
            heading = ("game", "published", "before", "after", "gain", "after - before")
            run.write_report("online", [ReportTable("Learned from material alone", heading, rows)])
            print(markdown(heading, rows), flush=True)


class Experiment:
    """One game's evaluation: what it was worth, what it learned, what it is worth."""

    def __init__(self, name: str, plan: OnlinePlan, folder: Path) -> None:
        """The folder may hold games already."""
        self._name, self._plan, self._folder = name, plan, folder / name
        self._game, self._evaluator = load_game(name), EVALUATORS[name]
        self._bare = material_only(self._game.part(self._game.evaluators[self._evaluator])())
        self._folder.mkdir(parents=True, exist_ok=True)
        self._matches = PairMatches(self._folder / "games.jsonl")

    def row(self) -> Sequence[str]:
        """What came of it. Blocks."""
        before = self._rate("before", self._bare)
        learned = self._learn()
        after = self._rate("after", learned)
        gain = Estimate(after.value - before.value, math.hypot(after.error, before.error))
        duel = self._duel(learned)
        shown = [f"{each.value:.0f} ± {each.error:.0f}" for each in (before, after)]
        return (self._name, PUBLISHED, *shown, f"{gain.value:+.0f} ± {gain.error:.0f}", f"{duel} %")

    def _learn(self) -> Record:
        """The weights after all games."""
        plan = self._plan
        matches = LearnerMatches(self._game, self._bare, plan.nodes, plan.seed)
        learner = LinearLearner(self._name, self._bare)
        source = OpponentGames(matches, learner.export, TAUGHT_BY, plan.seed)
        schedule = TrainingSchedule(plan.games, EVERY)
        with Run(self._folder / "learning", plan) as run:
            path = TdTrainer(self._name, self._evaluator, learner, source, plan.rule, schedule, run).train()
        return load(path, self._name, self._evaluator, self._bare.dtype).weights

    def _rate(self, state: str, weights: Record) -> Estimate:
        """What weights are rated after their matches."""
        plan, scores = self._plan, list[PairScore]()
        matches = LearnerMatches(self._game, weights, plan.nodes, plan.seed + 1)
        for rating in JUDGED_BY:
            name = f"{self._name} {state} against {rating}"
            scores.append(self._matches.play(name, plan.pairs, partial(matches.pair, rating)))
        return rating_of(JUDGED_BY, scores)

    def _duel(self, learned: Record) -> PairScore:
        """The score of what was learned against what it began as."""
        starts = openings(self._game, drawn_openings(self._game, self._plan.seed + 2), LONGEST)
        players = [
            QuickPlayer(QuickSearch(self._game, weights), self._plan.nodes)
            for weights in (learned, self._bare)
        ]
        return self._matches.play(
            f"{self._name} after - before",
            self._plan.pairs,
            lambda number: play_pair(players, starts[number % len(starts)], TERMS),
        )


def rating_of(opponents: Sequence[float], scores: Sequence[PairScore]) -> Estimate:
    """The rating at which scores against opponents of known ratings are expected, as many games each."""
    got = sum(score.share for score in scores)
    low, high = min(opponents) - REACH, max(opponents) + REACH
    while high - low > 0.1:
        middle = (low + high) / 2
        low, high = (middle, high) if _expected(middle, opponents) < got else (low, middle)
    rise = _expected(low + 1, opponents) - _expected(low, opponents)
    return Estimate(low, math.hypot(*(score.error for score in scores)) / rise)


def _expected(rating: float, opponents: Sequence[float]) -> float:
    """The points expected of a game against each."""
    return sum(expected(rating - other) for other in opponents)
