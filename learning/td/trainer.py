"""Training: TD(lambda) over the games of a source, in a run that can be killed and taken up again.

td          the differences are between the positions of the games
directed    the same, and the games are the learner's own, by a search of two plies or more
leaf        the differences are between the principal leaves of searches of the positions
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from boyi.arena.progress import Progress
from boyi.engines import load_game
from boyi.engines.weights import WeightFile, save
from boyi.learning.data.games import GameReader, TrainingGame, TrainingGameError
from boyi.learning.data.samples import mirror_files
from boyi.learning.data.sources import Source
from boyi.learning.run import STEP, Run, RunError
from boyi.learning.settings import in_words
from boyi.learning.td import td
from boyi.learning.td.leaves import leaf_finder, see_leaves
from boyi.learning.td.td import Adam, EngineLearner, SeenPositions

METHODS = ("td", "directed", "leaf")
STEPS = ("plain", "adam")
FILES = {"xiangqi": 9}
"""Files of the boards whose left and right are alike."""


@dataclass(frozen=True)
class UpdateRule:
    """How the numbers change after a game."""

    method: str = "td"
    decay: float = 0.7
    """Lambda."""
    rate: float = 0.01
    """Alpha."""
    fading: float = 0.0
    """Share of the rate that is gone by the end of the run, little by little."""
    step: str = "plain"
    """`plain`: the sum of TD(lambda) times the rate; `adam`: scaled number by number."""
    depth: int = 2
    """Plies of searches, where there are any."""
    mirrored: bool = False
    """Whether left and right are exchanged in every other game, where that changes no value: in xiangqi."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        for name, value, known in (("method", self.method, METHODS), ("step", self.step, STEPS)):
            if value not in known:
                raise ValueError(f"no {name} {value!r} (known: {', '.join(known)})")
        if not 0 <= self.decay <= 1 or not 0 <= self.fading <= 1 or self.rate <= 0 or self.depth < 1:
            raise ValueError("lambda and fading lie between 0 and 1; rate and depth are positive")


@dataclass(frozen=True)
class TrainingSchedule:
    """How far to go, and how often to look back."""

    games: int
    every: int = 500
    """Games between two checkpoints, each with weights, a line in the log and a look at the test games."""
    live: str = ""
    """A weight file that is replaced after every game, for an engine that plays with it."""


def turns(positions: np.ndarray) -> np.ndarray:
    """The positions of a game in which a turn begins: a turn of connect6 has two stones."""
    sides = positions["side"]
    return positions[np.r_[True, sides[1:] != sides[:-1]]]


def value_error(learner: EngineLearner, reader: GameReader, games: Sequence[TrainingGame]) -> float:
    """The mean square of what the values of the games' positions are short of the results."""
    seen = ((learner.see(turns(reader.positions(played))), played.result) for played in games)
    return float(np.mean(np.concatenate([each.values - result for each, result in seen]) ** 2))


@dataclass
class TdTrainer:
    """One learner, one source, one run."""

    game: str
    evaluator: str
    learner: EngineLearner
    source: Source
    rule: UpdateRule
    schedule: TrainingSchedule
    run: Run
    test: list[TrainingGame] = field(default_factory=list)
    """Games that are looked at and not learned from."""

    def train(self) -> Path:
        """Learn from the games that are left; the weights at the end. Blocks.

        RunError if the numbers stop being numbers: the last checkpoint stays.
        """
        game = load_game(self.game)
        if self.rule.mirrored and (self.game not in FILES or self.rule.method == "leaf"):
            raise ValueError("only positions of xiangqi's games, not leaves, can be mirrored")
        self._reader = GameReader(game)
        leaf = self.rule.method == "leaf"
        self._leaves = leaf_finder(game, self.learner.export(), self.rule.depth) if leaf else None
        self._adam = Adam(self.learner.numbers)
        done = self._restore()
        path = self._weight_path(done)
        if self.schedule.live:
            save(Path(self.schedule.live), self._weight_file(done))
        with Progress(f"{self.evaluator} {self.rule.method}", self.schedule.games, "games", done) as progress:
            errors = list[float]()
            for played in islice(self.source.games(done), self.schedule.games - done):
                errors += self._try_to_learn(played, done, progress)
                done += 1
                if done % self.schedule.every == 0:
                    path, errors = self._checkpoint(done, errors), []
                progress.at(done)
            return self._checkpoint(done, errors) if errors else path

    def _try_to_learn(self, played: TrainingGame, done: int, progress: Progress) -> list[float]:
        """Learn from a game, if it can be played out: the mean square of its differences."""
        try:
            return [self._learn(played, done)] if played.moves else []
        except TrainingGameError as error:
            progress.say(str(error))
            return []

    def _learn(self, played: TrainingGame, done: int) -> float:
        """Change the numbers after one game; the mean square of its differences."""
        seen = self._see(played, done)
        credits = td.credits(seen.values, float(played.result), self.rule.decay)
        with np.errstate(all="ignore"):  # what is no number is found below
            self._step(seen.pull(credits), done)
        errors = float(np.mean(td.differences(seen.values, float(played.result)) ** 2))
        if not math.isfinite(errors) or not np.isfinite(self.learner.numbers).all():
            raise RunError(
                f"{played.origin}: after {done} games the numbers are none any more; "
                f"a smaller rate may help; the last checkpoint stays"
            )
        if self.schedule.live:
            save(Path(self.schedule.live), self._weight_file(done + 1))
        return errors

    def _see(self, played: TrainingGame, done: int) -> SeenPositions:
        """The positions of a game, by their leaves if so; TrainingGameError if it can't be played out."""
        positions = self._reader.positions(played)
        if self.rule.mirrored and done % 2:
            mirror_files(positions, FILES[self.game])
        if self._leaves is None:
            return self.learner.see(turns(positions))
        return see_leaves(self.learner, self._leaves.find(played, self.learner.export()))

    def _step(self, change: np.ndarray, done: int) -> None:
        rate = self.rule.rate * (1 - self.rule.fading * done / self.schedule.games)
        if self.rule.step == "plain":
            self.learner.numbers[:] += rate * change
            return
        self.learner.numbers[:] += rate * self._adam.scale(change, done + 1)

    def _restore(self) -> int:
        kept = self.run.restore()
        if not kept:
            return 0
        self.learner.numbers[:], self._adam.means[:] = kept["numbers"], kept["means"]
        return int(kept[STEP])

    def _checkpoint(self, done: int, errors: Sequence[float]) -> Path:
        """Log, weights, page and checkpoint; the weights' path."""
        line: dict[str, Any] = {"step": done, "difference": float(np.mean(errors)) if errors else 0.0}
        if self.test:
            line["test error"] = value_error(self.learner, self._reader, self.test)
        self.run.log(line)
        path = self.run.save(self.evaluator, self._weight_file(done))
        title = f"{self.game}: {self.evaluator} by {self.rule.method}"
        self.run.write_report(title, remarks=(f"Games met: {in_words(self.source.summary())}.",))
        self.run.keep(done, {"numbers": self.learner.numbers, "means": self._adam.means})
        return path

    def _weight_path(self, done: int) -> Path:
        return self.run.folder / f"{self.evaluator}-{done:08}.safetensors"

    def _weight_file(self, done: int) -> WeightFile:
        weights, origin = self.learner.export(), dict(self.run.settings)
        return WeightFile(self.game, self.evaluator, weights, None, done, origin)
