"""A run of online learning: batch after batch of judged games, each through the gate.

    round n    the next batch -> a candidate from the weights in place -> error on held-out games
               -> a sequential test in the arena -> in place, or not

What was in place is kept in the run's folder. A round that was broken off is taken up where it was: its
batch follows from the ledgers, its candidate from the batch, its test from a folder of the arena.
"""

import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boyi.engines import load_game
from boyi.engines.files import user_path
from boyi.learning.data.games import GameReader, TrainingGame
from boyi.learning.data.sources.files import RecordFiles
from boyi.learning.data.sources.self_games import SelfPlay
from boyi.learning.online.batches import SHARE, SIZE, Batch, BatchMaker
from boyi.learning.online.promotion import promote
from boyi.learning.report import ReportTable
from boyi.learning.run import Run
from boyi.learning.td.learners import NetworkSpec
from boyi.learning.td.trainer import TdTrainer, TrainingSchedule, UpdateRule, value_error

HELD_OUT_GAMES, HELD_OUT_DEPTH, HELD_OUT_SEED = 100, 2, 271
"""Games of self-play that are the held-out ones where no others are named."""
COLUMNS = ("round", "games", "left out", "held-out error before", "after", "verdict")


@dataclass(frozen=True)
class OnlineSettings:
    """All that defines a run."""

    ledgers: tuple[str, ...]
    """Files `games.jsonl` of arenas and servers."""
    place: str
    """The weight file that engines play with; the built-in weights until there is one."""
    game: str = "xiangqi"
    evaluator: str = "mlp100"
    held_out: tuple[str, ...] = ()
    """Files of games that are never learned from; of self-play if there are none."""
    size: int = SIZE
    """Games of a batch."""
    share: float = SHARE
    """The most of a batch that one client gives."""
    rate: float = 0.0002
    decay: float = 0.9
    step: str = "adam"
    seed: int = 1

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        if self.size < 1 or not 0 < self.share <= 1:
            raise ValueError("a batch has a game at least, and a client's share lies between 0 and 1")

    @property
    def rule(self) -> UpdateRule:
        """How the numbers change after a game."""
        return UpdateRule(decay=self.decay, rate=self.rate, step=self.step)

    def spec(self) -> NetworkSpec:
        """The network in place."""
        there = user_path(self.place)
        return NetworkSpec(self.game, self.evaluator, self.seed, begin=str(there) if there.exists() else "")


@dataclass(frozen=True)
class GivenGames:
    """A source of games that are there already."""

    given: tuple[TrainingGame, ...]

    def games(self, first: int) -> Iterator[TrainingGame]:
        """All games from a number on."""
        return iter(self.given[first:])

    def summary(self) -> dict[str, int]:
        """How many there are."""
        return {"games": len(self.given)}


class OnlineLearning:
    """The rounds of a run."""

    def __init__(self, settings: OnlineSettings, run: Run, flags: Mapping[str, str]) -> None:
        """`flags` say how the arena plays the tests. ValueError names what is wrong."""
        self._settings, self._run, self._flags = settings, run, flags
        self._game = load_game(settings.game)
        self._place = user_path(settings.place)
        settings.spec().learner()
        self._reader = GameReader(self._game)
        self._log = list(run.read_log())
        read = self._log[-1]["read"] if self._log else []
        paths = [user_path(path) for path in settings.ledgers]
        self._batches = BatchMaker(self._game, paths, read, settings.size, settings.share)
        self._held_out = self._find_held_out()

    def round(self) -> str | None:
        """Learn from the next batch; what came of it in one line, None if there is no batch yet. Blocks."""
        batch = self._batches.next()
        if batch is None:
            return None
        number = len(self._log) + 1
        line = {"step": number, "read": batch.read, **self._learn(number, batch)}
        self._run.log(line)
        self._log.append(line)
        self._run.write_report(f"{self._settings.game}: online learning", (self._table(),))
        return f"round {number}: {line['verdict']}"

    def _learn(self, number: int, batch: Batch) -> dict[str, Any]:
        """A round: what is logged of it."""
        spec, folder = self._settings.spec(), self._run.folder / f"round-{number:04}"
        learner, games = spec.learner(), tuple(judged.game for judged in batch.games)
        before = value_error(learner, self._reader, self._held_out)
        schedule = TrainingSchedule(len(games), len(games))
        with Run(folder, self._settings) as run:
            candidate = TdTrainer(
                spec.game, spec.evaluator, learner, GivenGames(games), self._settings.rule, schedule, run
            ).train()
        after = value_error(learner, self._reader, self._held_out)
        verdict = "refused: worse on held-out games" if after > before else self._test(candidate, folder)
        return {
            "games": len(games),
            "left out": dict(batch.left_out),
            "held-out error before": before,
            "held-out error after": after,
            "verdict": verdict,
        }

    def _test(self, candidate: Path, folder: Path) -> str:
        """Let a candidate play for its place; how that ended."""
        kept = folder / "before.safetensors"
        if self._place.exists() and not kept.exists():
            shutil.copyfile(self._place, kept)
        promotion = promote(candidate, self._place, folder, self._flags)
        if promotion is None:
            return "accepted"  # the test had ended before the round was broken off
        return f"{'accepted' if promotion.accepted else 'refused'}: {promotion.summary}"

    def _find_held_out(self) -> Sequence[TrainingGame]:
        """Games that are never learned from."""
        if paths := [user_path(path) for path in self._settings.held_out]:
            records = RecordFiles(self._game, paths)
            return [*records.train, *records.test]
        weights = NetworkSpec(self._settings.game, self._settings.evaluator).learner().export()
        source = SelfPlay(self._game, lambda: weights, HELD_OUT_SEED, HELD_OUT_DEPTH)
        games = source.games(0)
        return [game for game in (next(games) for _ in range(HELD_OUT_GAMES)) if game.moves]

    def _table(self) -> ReportTable:
        """What was learned when, from how many games, and with what result."""
        rows = [
            (
                line["step"],
                line["games"],
                sum(Counter(line["left out"]).values()),
                f"{line['held-out error before']:.5f}",
                f"{line['held-out error after']:.5f}",
                line["verdict"],
            )
            for line in self._log
        ]
        return ReportTable("Rounds", COLUMNS, rows)
