"""Training: passes over samples until a network fits, in a run's folder.

What is written by step is the network that did best on samples that it does not learn from; with a `patience`
a run ends when so many passes have brought none that does better.
"""

import math
import threading
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boyi.engines.jit import Record, new
from boyi.engines.weights import WeightFile
from boyi.learning.nets.beginnings import NET, network_of
from boyi.learning.nets.nnue import adam, export, flat, pass_over, start
from boyi.learning.nets.subjects import Subject
from boyi.learning.nets.targets import targets
from boyi.learning.progress import Progress
from boyi.learning.report import write_report
from boyi.learning.runs import REPORT, STEP, Run, RunError

HELD_BACK = 0.02
"""Share of games whose samples are for testing alone."""
LAST_RATE = 0.02
"""What is left of the learning rate at the end of its cosine."""


@dataclass(frozen=True)
class Settings:
    """What a run is made from."""

    game: str
    samples: int
    """How many there are."""
    passes: int = 20
    batch: int = 16384
    rate: float = 1e-3
    mix: float = 1.0
    """Weight of the search's score in the target; the rest is the game's result."""
    scale: int = 200
    """The score at which the winning chance is taken for 1/(1 + 1/e)."""
    threads: int = 2
    seed: int = 1
    decay: float = 0.6
    """How much the later scores of a game count: the λ of TD(λ)."""
    start: str = ""
    """Folder of a run, or weight file, whose network this one begins with; by lot if empty. A file's may have
    fewer hidden units: the others are drawn by lot."""
    patience: int = 0
    """Passes without a better network after which the run ends; 0 for none."""


class Training:
    """One network, one set of samples, one run."""

    def __init__(self, subject: Subject, samples: np.ndarray, settings: Settings, run: Run) -> None:
        """Take up the run where it stands. ValueError if there are too few samples."""
        self._subject, self._samples, self._settings, self._run = subject, samples, settings, run
        self._wanted = targets(samples, settings.scale, settings.mix, settings.decay)
        held = _held_back(samples["game"])
        self._train, self._test = np.flatnonzero(~held), np.flatnonzero(held)
        if len(self._train) < settings.batch or not len(self._test):
            raise ValueError(f"{len(samples)} samples are too few for batches of {settings.batch}")
        self._net = start(subject.floats, settings.seed)
        self._first, self._second = new(subject.floats), new(subject.floats)
        self._grads = [new(subject.floats) for _ in range(settings.threads)]
        self._common = np.zeros((2, self._net.rows.size // subject.regions), np.float32)
        if settings.start:
            begun = network_of(Path(settings.start), subject, settings.seed)
            _fill(flat(self._net), begun, settings.start)
        kept = run.restore()
        self._done = int(kept.get(STEP, 0))
        for name, part in self._parts.items() if kept else ():
            _fill(part, kept.get(name, np.zeros(0)), str(run.folder))
        self._errors = [float(line["test error"]) for line in run.logged()]

    def train(self) -> float:
        """Make the passes that are left; the least error on the test samples. Blocks."""
        with Progress(self._subject.evaluator, self._settings.passes, "passes", self._done) as progress:
            while self._done < self._settings.passes and not self._stale:
                trained = self._pass()
                self._done += 1
                self._errors.append(self._error_on_test())
                self._keep(trained)
                progress.say(f"pass {self._done}: error {trained:.5f}, on test {self._errors[-1]:.5f}")
                progress.at(self._done)
        return min(self._errors, default=math.nan)

    @property
    def _stale(self) -> bool:
        """Whether patience has run out."""
        since = len(self._errors) - 1 - int(np.argmin(self._errors)) if self._errors else 0
        return 0 < self._settings.patience <= since

    def _pass(self) -> float:
        """Go once over all training samples in an order of its own; the mean error met on the way."""
        settings = self._settings
        order = np.random.default_rng([settings.seed, self._done]).permutation(self._train)
        batches = len(order) // settings.batch
        error = 0.0
        for number in range(batches):
            chosen = order[number * settings.batch : (number + 1) * settings.batch]
            error += self._learn(chosen)
            step = self._done * batches + number + 1
            turn = math.pi * step / (settings.passes * batches)
            rate = settings.rate * (LAST_RATE + (1 - LAST_RATE) * (1 + math.cos(turn)) / 2)
            if self._subject.regions > 1:
                self._learn_in_common(rate, step)
            adam(flat(self._net), flat(self._grads[0]), flat(self._first), flat(self._second), rate, step)
        return error / (batches * settings.batch)

    def _learn_in_common(self, rate: float, step: int) -> None:
        """Have rows that differ in the king's region alone learn from each other.

        All make a step of Adam by the sum of their gradients, besides the one that each makes by its own.
        """
        alike = self._net.rows.reshape(self._subject.regions, -1)
        total = self._grads[0].rows.reshape(alike.shape).sum(axis=0)
        change = np.zeros_like(total)
        adam(change, total, self._common[0], self._common[1], rate, step)
        alike += change

    def _learn(self, chosen: np.ndarray) -> float:
        """The mean gradient over a batch, in the first of the gradients; the summed error."""
        parts = np.array_split(chosen, len(self._grads))
        errors = [0.0] * len(parts)

        def work(number: int) -> None:
            errors[number] = self._go_over(parts[number], self._grads[number], True)

        helpers = [threading.Thread(target=work, args=(number,)) for number in range(1, len(parts))]
        for helper in helpers:
            helper.start()
        work(0)
        for number, helper in enumerate(helpers, 1):
            helper.join()
            flat(self._grads[0])[:] += flat(self._grads[number])
            flat(self._grads[number])[:] = 0
        flat(self._grads[0])[:] /= len(chosen)
        return sum(errors)

    def _go_over(self, chosen: np.ndarray, grads: Record, learn: bool) -> float:
        return float(pass_over(self._samples, self._wanted, chosen, self._net, grads, learn))

    def _error_on_test(self) -> float:
        return self._go_over(self._test, self._grads[0], False) / len(self._test)

    def _keep(self, trained: float) -> None:
        """Log, weights if they are the best so far, page and checkpoint."""
        error, settings = self._errors[-1], self._run.settings
        if not math.isfinite(trained + error):
            raise RunError(f"the error became {trained}: a smaller rate may help; the last checkpoint stays")
        self._run.log({"step": self._done, "error": trained, "test error": error})
        if error == min(self._errors):
            begun = Path(self._settings.start).name
            net = export(self._net, self._subject.net, self._settings.scale)
            game, evaluator = self._subject.game, self._subject.evaluator
            origin = {**settings, "start": begun}
            self._run.save(evaluator, WeightFile(game, evaluator, net, None, self._done, origin))
        title = f"{self._subject.game}: {self._subject.evaluator}"
        write_report(self._run.folder / REPORT, title, settings, self._run.logged())
        self._run.keep(self._done, self._parts)

    @property
    def _parts(self) -> dict[str, np.ndarray]:
        """What a checkpoint holds."""
        parts = {NET: self._net, "first": self._first, "second": self._second}
        return {name: flat(part) for name, part in parts.items()} | {"common": self._common.reshape(-1)}


def _fill(part: np.ndarray, numbers: np.ndarray, whence: str) -> None:
    """Put numbers in place; ValueError if they are of another network."""
    if numbers.shape != part.shape:
        raise ValueError(f"{whence} is a run of another network")
    part[:] = numbers


def _held_back(games: np.ndarray) -> np.ndarray:
    """Which samples are for testing: all of some games, of one at least, chosen by their numbers alone."""
    spread = games.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(40)
    least = int(spread.min()) if len(spread) else 0
    return spread <= max(HELD_BACK * 2**24, least)
