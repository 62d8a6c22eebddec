"""Training: passes over samples until a network fits, in a run's folder.

What is written by step is the network that did best on samples that it does not learn from; with a `patience`
a run ends when so many passes have brought none that does better.
"""

import math
import threading
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boyi.arena.progress import Progress
from boyi.engines.evaluators.lanes import LANES
from boyi.engines.evaluators.nnue import net_dtype
from boyi.engines.jit import Record, new
from boyi.engines.weights import WeightFile, load, shapes
from boyi.learning.checkpoint import CHECKPOINT, read_checkpoint
from boyi.learning.data.samples import mirror_files, too_few
from boyi.learning.nnue.networks import NETWORKS, NetworkGame
from boyi.learning.nnue.nnue import (
    adam,
    export,
    flatten,
    float_dtype,
    import_net,
    initial_network,
    pass_over,
    widen,
)
from boyi.learning.nnue.targets import targets
from boyi.learning.run import STEP, Run, RunError

TEST_SHARE = 0.02
"""Share of games whose samples are for validation alone."""
NET = "net"
"""What a checkpoint calls its network."""
LAST_RATE = 0.02
"""What is left of the learning rate at the end of its cosine."""


@dataclass(frozen=True)
class NnueSettings:
    """What a run is made from."""

    game: str
    samples: int
    """How many there are."""
    passes: int = 20
    batch: int = 16384
    rate: float = 1e-3
    mix: float = 1.0
    """Weight of the search's score in the target; the rest is the game's result."""
    scale: int = 0
    """The score at which the winning chance is taken for 1/(1 + 1/e); the network's own if 0."""
    threads: int = 2
    seed: int = 1
    decay: float = 0.6
    """How much the later scores of a game count: the λ of TD(λ)."""
    start: str = ""
    """Folder of a run, or weight file, whose network this one begins with; random if empty. A file's may have
    fewer hidden units: the others begin at random."""
    patience: int = 0
    """Passes without a better network after which the run ends; 0 for none."""

    def __post_init__(self) -> None:
        """Take the scale of the game's network where none is given."""
        if not self.scale:
            object.__setattr__(self, "scale", NETWORKS[self.game].scale)


class Training:
    """One network, one set of samples, one run."""

    def __init__(self, network: NetworkGame, samples: np.ndarray, settings: NnueSettings, run: Run) -> None:
        """Take up the run where it stands. ValueError if there are too few samples."""
        self._network, self._samples, self._settings, self._run = network, samples, settings, run
        self._targets = targets(samples, settings.scale, settings.mix, settings.decay)
        in_test = _is_test(samples["game"])
        self._train, self._test = np.flatnonzero(~in_test), np.flatnonzero(in_test)
        if len(self._train) < settings.batch or not len(self._test):
            raise ValueError(too_few(len(self._train), len(self._test), settings.batch, "selfplay"))
        self._net = initial_network(network.floats, settings.seed)
        self._first, self._second = new(network.floats), new(network.floats)
        self._grads = [new(network.floats) for _ in range(settings.threads)]
        self._common = np.zeros((2, self._net.rows.size // network.regions), np.float32)
        if settings.start:
            begin = starting_numbers(Path(settings.start), network, settings.seed)
            _fill(flatten(self._net), begin, settings.start)
        kept = run.restore()
        self._done = int(kept.get(STEP, 0))
        for name, part in self._parts.items() if kept else ():
            _fill(part, kept.get(name, np.zeros(0)), str(run.folder))
        self._errors = [float(line["test error"]) for line in run.read_log()]

    def train(self) -> float:
        """Make the passes that are left; the least error on the test samples. Blocks."""
        batches = len(self._train) // self._settings.batch
        total, before = self._settings.passes * batches, self._done * batches
        with Progress(self._network.evaluator, total, "batches", before) as progress:
            while self._done < self._settings.passes and not self._stale:
                mirrored = self._done % 2 and self._network.files
                trained = self._mirrored_pass(progress) if mirrored else self._pass(progress)
                self._done += 1
                self._errors.append(self._error_on_test())
                self._keep(trained)
                progress.say(f"pass {self._done}: error {trained:.5f}, on test {self._errors[-1]:.5f}")
        return min(self._errors, default=math.nan)

    @property
    def _stale(self) -> bool:
        """Whether patience has run out."""
        since = len(self._errors) - 1 - int(np.argmin(self._errors)) if self._errors else 0
        return 0 < self._settings.patience <= since

    def _mirrored_pass(self, progress: Progress) -> float:
        """A pass over the mirror images of the samples."""
        mirror_files(self._samples, self._network.files)
        error = self._pass(progress)
        mirror_files(self._samples, self._network.files)
        return error

    def _pass(self, progress: Progress) -> float:
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
            if self._network.regions > 1:
                self._learn_in_common(rate, step)
            adam(
                flatten(self._net),
                flatten(self._grads[0]),
                flatten(self._first),
                flatten(self._second),
                rate,
                step,
            )
            progress.at(step, f"pass {self._done + 1} of {settings.passes}")
        return error / (batches * settings.batch)

    def _learn_in_common(self, rate: float, step: int) -> None:
        """Have rows that differ in the king's region alone learn from each other.

        All make a step of Adam by the sum of their gradients, besides the one that each makes by its own.
        """
        alike = self._net.rows.reshape(self._network.regions, -1)
        total = self._grads[0].rows.reshape(alike.shape).sum(axis=0)
        change = np.zeros_like(total)
        adam(change, total, self._common[0], self._common[1], rate, step)
        alike += change

    def _learn(self, chosen: np.ndarray) -> float:
        """The mean gradient over a batch, in the first of the gradients; the summed error."""
        parts = np.array_split(chosen, len(self._grads))
        errors = [0.0] * len(parts)

        def work(number: int) -> None:
            errors[number] = self._error_over(parts[number], self._grads[number], True)

        helpers = [threading.Thread(target=work, args=(number,)) for number in range(1, len(parts))]
        for helper in helpers:
            helper.start()
        work(0)
        for number, helper in enumerate(helpers, 1):
            helper.join()
            flatten(self._grads[0])[:] += flatten(self._grads[number])
            flatten(self._grads[number])[:] = 0
        flatten(self._grads[0])[:] /= len(chosen)
        return sum(errors)

    def _error_over(self, chosen: np.ndarray, grads: Record, learn: bool) -> float:
        return float(pass_over(self._samples, self._targets, chosen, self._net, grads, learn))

    def _error_on_test(self) -> float:
        return self._error_over(self._test, self._grads[0], False) / len(self._test)

    def _keep(self, trained: float) -> None:
        """Log, weights if they are the best so far, page and checkpoint."""
        error, settings = self._errors[-1], self._run.settings
        if not math.isfinite(trained + error):
            raise RunError(f"the error became {trained}: a smaller rate may help; the last checkpoint stays")
        self._run.log({"step": self._done, "error": trained, "test error": error})
        if error == min(self._errors):
            begin = Path(self._settings.start).name
            net = export(self._net, self._network.net, self._settings.scale)
            game, evaluator = self._network.game, self._network.evaluator
            origin = {**settings, "start": begin}
            self._run.save(evaluator, WeightFile(game, evaluator, net, None, self._done, origin))
        self._run.write_report(f"{self._network.game}: {self._network.evaluator}")
        self._run.keep(self._done, self._parts)

    @property
    def _parts(self) -> dict[str, np.ndarray]:
        """What a checkpoint holds."""
        parts = {NET: self._net, "first": self._first, "second": self._second}
        return {name: flatten(part) for name, part in parts.items()} | {"common": self._common.reshape(-1)}


def _fill(part: np.ndarray, numbers: np.ndarray, whence: str) -> None:
    """Put numbers in place; ValueError if they are of another network."""
    if numbers.shape != part.shape:
        raise ValueError(f"{whence} is a run of another network")
    part[:] = numbers


def _is_test(games: np.ndarray) -> np.ndarray:
    """Which samples are for testing: all of some games, of one at least, chosen by their numbers alone."""
    spread = games.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(40)
    least = int(spread.min()) if len(spread) else 0
    return spread <= max(TEST_SHARE * 2**24, least)


def starting_numbers(place: Path, network: NetworkGame, seed: int) -> np.ndarray:
    """The numbers of the network that a run has come to, or that a weight file holds; ValueError if none."""
    if place.is_file():
        return flatten(_network_in(place, network, seed))
    path = place / CHECKPOINT
    kept = read_checkpoint(path)
    if NET not in kept:
        raise ValueError(f"{place} is a run of another kind: its checkpoint holds no network of this one")
    return kept[NET]


def _network_in(file: Path, network: NetworkGame, seed: int) -> Record:
    """The network of a weight file, widened if it is smaller than the one that is to learn."""
    most, hidden = network.inputs, network.hidden
    shape = shapes(file).get("rows", ())
    found, units = shape if len(shape) == 2 else (most, hidden)
    width = units if units % LANES == 0 and units < hidden else hidden
    features = found if 0 < found < most and most % found == 0 else most
    weights = load(file, network.game, network.evaluator, net_dtype(features, width, network.heads)).weights
    return widen(import_net(weights, float_dtype(features, width, network.heads)), network.floats, seed)
