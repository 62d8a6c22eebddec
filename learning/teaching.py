"""Teaching: TD(lambda) over the games of a source, in a run that can be killed and taken up again.

td          the differences are between the positions of the games
directed    the same, and the games are the learner's own, by a search of two plies or more
leaf        the differences are between the principal leaves of searches of the positions
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from boyi.engines import load_game
from boyi.engines.weights import WeightFile, save
from boyi.learning import td
from boyi.learning.leaves import leaves
from boyi.learning.lessons import Lesson, LessonError, Reader
from boyi.learning.mind import Mind
from boyi.learning.mlp import MlpLearner
from boyi.learning.progress import Progress
from boyi.learning.report import write_report
from boyi.learning.runs import REPORT, STEP, Run, RunError
from boyi.learning.sources import Source
from boyi.learning.steps import Adam

METHODS = ("td", "directed", "leaf")
STEPS = ("plain", "adam")


@dataclass(frozen=True)
class Rule:
    """How the numbers change after a game."""

    method: str = "td"
    decay: float = 0.7
    """Lambda."""
    rate: float = 0.01
    """Alpha."""
    fading: float = 0.0
    """Share of the rate that is gone by the end of the run, little by little."""
    step: str = "plain"
    """`plain`: the sum of equation (4) times the rate; `adam`: scaled number by number."""
    depth: int = 2
    """Plies of searches, where there are any."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        for name, value, known in (("method", self.method, METHODS), ("step", self.step, STEPS)):
            if value not in known:
                raise ValueError(f"no {name} {value!r} (known: {', '.join(known)})")
        if not 0 <= self.decay <= 1 or not 0 <= self.fading <= 1 or self.rate <= 0 or self.depth < 1:
            raise ValueError("lambda and fading lie between 0 and 1; rate and depth are positive")


@dataclass(frozen=True)
class Course:
    """How far to go, and how often to look back."""

    games: int
    every: int = 500
    """Games between two checkpoints, each with weights, a line in the log and a look at the test games."""
    live: str = ""
    """A weight file that is replaced after every game, for an engine that plays with it."""


@dataclass
class Teacher:
    """One learner, one source, one run."""

    game: str
    evaluator: str
    learner: MlpLearner
    source: Source
    rule: Rule
    course: Course
    run: Run
    test: list[Lesson] = field(default_factory=list)
    """Games that are looked at and not learned from."""
    origin: Mapping[str, Any] = field(default_factory=dict)
    """What weight files say of where they come from."""

    def teach(self) -> Path:
        """Learn from the games that are left; the weights at the end. Blocks.

        RunError if the numbers stop being numbers: the last checkpoint stays.
        """
        game = load_game(self.game)
        self._reader, self._game = Reader(game), game
        self._mind = Mind(game, self.learner.export()) if self.rule.method == "leaf" else None
        self._adam = Adam(self.learner.numbers)
        done = self._restore()
        path = self._weight_path(done)
        if self.course.live:
            save(Path(self.course.live), self._weight_file(done))
        with Progress(f"{self.evaluator} {self.rule.method}", self.course.games, "games", done) as progress:
            missed = list[float]()
            for lesson in islice(self.source.games(done), self.course.games - done):
                missed += self._tried(lesson, done, progress)
                done += 1
                if done % self.course.every == 0:
                    path, missed = self._look_back(done, missed), []
                progress.at(done)
            return self._look_back(done, missed) if missed else path

    def _tried(self, lesson: Lesson, done: int, progress: Progress) -> list[float]:
        """Learn from a game, if it can be played out: the mean square of its differences."""
        try:
            return [self._learn(lesson, done)] if lesson.moves else []
        except LessonError as error:
            progress.say(str(error))
            return []

    def _learn(self, lesson: Lesson, done: int) -> float:
        """Change the numbers after one game; the mean square of its differences."""
        seen = self.learner.see(self._positions(lesson))
        credits = td.credits(seen.values, float(lesson.result), self.rule.decay)
        with np.errstate(all="ignore"):  # what is no number is found below
            self._step(seen.pull(credits), done)
        missed = float(np.mean(td.differences(seen.values, float(lesson.result)) ** 2))
        if not math.isfinite(missed) or not np.isfinite(self.learner.numbers).all():
            raise RunError(
                f"{lesson.origin}: after {done} games the numbers are none any more; "
                f"a smaller rate may help; the last checkpoint stays"
            )
        if self.course.live:
            save(Path(self.course.live), self._weight_file(done + 1))
        return missed

    def _positions(self, lesson: Lesson) -> np.ndarray:
        """Those of the game, or their principal leaves; LessonError if it can't be played out."""
        positions = self._reader.positions(lesson)
        if self._mind is None:
            return positions
        self._mind.weights = self.learner.export()
        return leaves(self._game, self._mind, lesson, self.rule.depth)

    def _step(self, change: np.ndarray, done: int) -> None:
        rate = self.rule.rate * (1 - self.rule.fading * done / self.course.games)
        if self.rule.step == "plain":
            self.learner.numbers[:] += rate * change
            return
        self.learner.numbers[:] += rate * self._adam.scaled(change, done + 1)

    def _restore(self) -> int:
        kept = self.run.restore()
        if not kept:
            return 0
        self.learner.numbers[:], self._adam.means[:] = kept["numbers"], kept["means"]
        return int(kept[STEP])

    def _look_back(self, done: int, missed: Sequence[float]) -> Path:
        """Log, weights, page and checkpoint; the weights' path."""
        line: dict[str, Any] = {"step": done, "difference": float(np.mean(missed)) if missed else 0.0}
        if self.test:
            line["test error"] = self.error()
        self.run.log(line)
        path = self.run.save(self.evaluator, self._weight_file(done))
        title = f"{self.game}: {self.evaluator} by {self.rule.method}"
        remark = f"Games met: {self.source.told()}"
        write_report(self.run.folder / REPORT, title, self.run.settings, self.run.logged(), (), (remark,))
        self.run.keep(done, {"numbers": self.learner.numbers, "means": self._adam.means})
        return path

    def error(self) -> float:
        """The mean square of what the values of the test games' positions are short of the results."""
        seen = ((self.learner.see(self._reader.positions(lesson)), lesson.result) for lesson in self.test)
        parts = [each.values - result for each, result in seen]
        return float(np.mean(np.concatenate(parts) ** 2))

    def _weight_path(self, done: int) -> Path:
        return self.run.folder / f"{self.evaluator}-{done:08}.safetensors"

    def _weight_file(self, done: int) -> WeightFile:
        return WeightFile(self.game, self.evaluator, self.learner.export(), None, done, dict(self.origin))
