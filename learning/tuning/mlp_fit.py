"""Fitting the 91 x N x 1 network to labelled samples: what a search said, mixed with how the game ended."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from boyi.arena.progress import Progress
from boyi.engines.weights import WeightFile
from boyi.learning.data.samples import UNDECIDED, too_few
from boyi.learning.run import STEP, Run, RunError, latest
from boyi.learning.td.learners import NetworkSpec, louder
from boyi.learning.td.td import Adam

TEST_EVERY = 50
"""Every so many-th game is for validation alone."""


@dataclass(frozen=True)
class MlpFitSettings:
    """What defines a fit."""

    newborn: NetworkSpec
    passes: int = 10
    batch: int = 256
    rate: float = 1.5e-2
    mix: float = 1.0
    """Weight of the search's score in the target; the rest is the game's result, where there is one."""
    scale: float = 300.0
    """Score at which the target is tanh(1)."""
    output: float = 1.0
    """What the network's output is multiplied by in the files, to suit the margins of the search."""
    samples: int = 0
    """How many there are."""


class MlpFit:
    """One network, one set of samples, one run."""

    def __init__(self, samples: np.ndarray, fit: MlpFitSettings, run: Run) -> None:
        """ValueError if there are too few samples."""
        self._learner, self._samples, self._fit, self._run = fit.newborn.learner(), samples, fit, run
        test = samples["game"] % TEST_EVERY == 0
        self._train, self._test = np.flatnonzero(~test), np.flatnonzero(test)
        if len(self._train) < fit.batch or not len(self._test):
            raise ValueError(too_few(len(self._train), len(self._test), fit.batch, "label"))
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
                self._checkpoint(done, error)
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
            errors = self._targets[chosen] - seen.values
            total += float(errors @ errors)
            step = done * batches + number
            rate = fit.rate * (1 + math.cos(math.pi * step / (fit.passes * batches))) / 2
            self._learner.numbers[:] += rate * self._adam.scale(seen.pull(errors / fit.batch), step + 1)
        if not math.isfinite(total):
            raise RunError(f"after {done} passes the numbers are none any more; the last checkpoint stays")
        return total / (batches * fit.batch)

    def error(self) -> float:
        """The mean square error on the test samples."""
        values = self._learner.see(self._samples[self._test]).values
        return float(np.mean((self._targets[self._test] - values) ** 2))

    def _checkpoint(self, done: int, error: float) -> None:
        spec = self._fit.newborn
        self._run.log({"step": done, "error": error, "test error": self.error()})
        origin: dict[str, Any] = dict(self._run.settings)
        weights = louder(self._learner.export(), self._fit.output)
        file = WeightFile(spec.game, spec.evaluator, weights, None, done, origin)
        self._run.save(spec.evaluator, file)
        self._run.write_report(f"{spec.game}: {spec.evaluator} fitted to searches")
        self._run.keep(done, {"numbers": self._learner.numbers, "means": self._adam.means})


def _targets(samples: np.ndarray, fit: MlpFitSettings) -> np.ndarray:
    """What the first player can expect of each sample, from -1 to 1."""
    sign, expected = 1.0 - 2.0 * samples["side"], np.tanh(samples["score"] / fit.scale)
    mixed = fit.mix * expected + (1 - fit.mix) * (samples["result"].astype(float) - 1)
    targets: np.ndarray = sign * np.where(samples["result"] == UNDECIDED, expected, mixed)
    return targets
