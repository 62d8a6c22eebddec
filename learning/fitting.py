"""Fitting the 91 x N x 1 network to labelled samples: what a search said, mixed with how the game ended."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from boyi.engines.weights import WeightFile
from boyi.learning.learners import Newborn
from boyi.learning.mlp import MlpLearner
from boyi.learning.progress import Progress
from boyi.learning.report import write_report
from boyi.learning.runs import REPORT, STEP, Run, RunError, latest
from boyi.learning.samples import UNDECIDED
from boyi.learning.steps import Adam

HELD_BACK = 50
"""Every so many-th game is for testing alone."""


@dataclass(frozen=True)
class Fit:
    """What defines a fit."""

    newborn: Newborn
    passes: int = 10
    batch: int = 256
    rate: float = 1.5e-2
    mix: float = 1.0
    """Weight of the search's score in the target; the rest is the game's result, where there is one."""
    scale: float = 300.0
    """Score at which the target is tanh(1)."""
    samples: int = 0
    """How many there are."""


class Fitting:
    """One network, one set of samples, one run."""

    def __init__(self, learner: MlpLearner, samples: np.ndarray, fit: Fit, run: Run) -> None:
        """ValueError if there are too few samples."""
        self._learner, self._samples, self._fit, self._run = learner, samples, fit, run
        held = samples["game"] % HELD_BACK == 0
        self._train, self._test = np.flatnonzero(~held), np.flatnonzero(held)
        if len(self._train) < fit.batch or not len(self._test):
            raise ValueError(f"{len(samples)} samples are too few for batches of {fit.batch}")
        self._targets = _targets(samples, fit)

    def fit(self) -> Path:
        """Make the passes that are left, if any; the weights at the end. Blocks."""
        self._adam = Adam(self._learner.numbers)
        kept = self._run.restore()
        done = int(kept.get(STEP, 0))
        if kept:
            self._learner.numbers[:], self._adam.means[:] = kept["numbers"], kept["means"]
        with Progress(self._fit.newborn.evaluator, self._fit.passes, "passes", done) as progress:
            while done < self._fit.passes:
                error = self._pass(done)
                done += 1
                self._look_back(done, error)
                progress.at(done, f"error {error:.5f}, on test {self.error():.5f}")
        return latest(self._run.folder)

    def _pass(self, done: int) -> float:
        """Go once over the training samples in an order of its own; the mean square error met."""
        fit, total = self._fit, 0.0
        order = np.random.default_rng([fit.newborn.seed, done]).permutation(self._train)
        batches = len(order) // fit.batch
        for number in range(batches):
            chosen = order[number * fit.batch : (number + 1) * fit.batch]
            seen = self._learner.see(self._samples[chosen])
            missed = self._targets[chosen] - seen.values
            total += float(missed @ missed)
            step = done * batches + number
            rate = fit.rate * (1 + math.cos(math.pi * step / (fit.passes * batches))) / 2
            self._learner.numbers[:] += rate * self._adam.scaled(seen.pull(missed / fit.batch), step + 1)
        if not math.isfinite(total):
            raise RunError(f"after {done} passes the numbers are none any more; the last checkpoint stays")
        return total / (batches * fit.batch)

    def error(self) -> float:
        """The mean square error on the test samples."""
        values = self._learner.see(self._samples[self._test]).values
        return float(np.mean((self._targets[self._test] - values) ** 2))

    def _look_back(self, done: int, error: float) -> None:
        born = self._fit.newborn
        self._run.log({"step": done, "error": error, "test error": self.error()})
        origin: dict[str, Any] = dict(self._run.settings)
        file = WeightFile(born.game, born.evaluator, self._learner.export(), None, done, origin)
        self._run.save(born.evaluator, file)
        title = f"{born.game}: {born.evaluator} fitted to searches"
        write_report(self._run.folder / REPORT, title, self._run.settings, self._run.logged())
        self._run.keep(done, {"numbers": self._learner.numbers, "means": self._adam.means})


def _targets(samples: np.ndarray, fit: Fit) -> np.ndarray:
    """What the first player can expect of each sample, from -1 to 1."""
    sign, said = 1.0 - 2.0 * samples["side"], np.tanh(samples["score"] / fit.scale)
    mixed = fit.mix * said + (1 - fit.mix) * (samples["result"].astype(float) - 1)
    wanted: np.ndarray = sign * np.where(samples["result"] == UNDECIDED, said, mixed)
    return wanted
