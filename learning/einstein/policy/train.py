"""Published policy networks of EinStein (`shapes.py`), trained to choose as the strongest player does."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from boyi.arena.progress import Progress
from boyi.engines.einstein.evaluation.policy import POLICY
from boyi.engines.evaluators.cnn import fill_record
from boyi.engines.files import replacing
from boyi.engines.jit import new
from boyi.engines.weights import WeightFile
from boyi.learning.checkpoint import read_checkpoint
from boyi.learning.einstein.policy.planes import FEATURES, planes
from boyi.learning.einstein.policy.positions import ChoiceCollection
from boyi.learning.einstein.policy.shapes import shape
from boyi.learning.einstein.policy.situations import augment, legal_choices, split
from boyi.learning.extras import require_train

if TYPE_CHECKING:
    from boyi.learning.einstein.policy.convolution import ConvolutionalNetwork

BATCH = 128
KEPT = 10_000
"""Steps after which a training is kept in its file."""
BINS = (0, 20, 30, 40, 50, 60, 70, 101)
"""Edges of the histogram of a step's accuracy, percent."""


@dataclass(frozen=True)
class PolicyExperiment:
    """One network, what it is shown, and by what its samples are enlarged."""

    network: str
    kind: str
    features: str
    mirror: bool = False
    exchange: bool = False
    renumber: bool = False

    def __str__(self) -> str:
        named = {"mirrored": self.mirror, "colours": self.exchange, "numbers": self.renumber}
        symmetries = " and ".join(name for name, used in named.items() if used)
        return ", ".join(filter(None, (f"{self.network} {self.kind} {self.features}", symmetries)))


@dataclass(frozen=True)
class PolicySchedule:
    """How long a network learns."""

    steps: int
    seed: int = 1
    batch: int = BATCH
    """Positions of a step."""
    file: Path | None = None
    """Where a long training is kept between whiles."""


@dataclass(frozen=True)
class PolicyResult:
    """What came of a cell: shares from 0 to 1."""

    steps: tuple[float, ...]
    """Share of choices met, in each step before it was learned from."""
    unseen: float
    """Share of choices met in games that were not learned from."""

    @property
    def histogram(self) -> tuple[float, ...]:
        """Percent of the steps in each bin."""
        counts = np.histogram(100 * np.array(self.steps), BINS)[0]
        return tuple(100 * counts / len(self.steps))

    @property
    def fair(self) -> float:
        """Percent of the steps with an accuracy of 30 % or better."""
        return 100 * float(np.mean(np.array(self.steps) >= 0.3))


def accuracy(network: "ConvolutionalNetwork", cell: PolicyExperiment, samples: np.ndarray) -> float:
    """Share of the choices that a network makes too."""
    predicted = network.say(planes(samples, cell.kind, FEATURES[cell.features]))
    return float(
        np.mean(np.argmax(np.where(legal_choices(samples), predicted, -np.inf), axis=1) == samples["choice"])
    )


class PolicyTraining:
    """The training of one network, step by step, in a file between whiles if there is one."""

    def __init__(self, cell: PolicyExperiment, train: np.ndarray, schedule: PolicySchedule) -> None:
        """Begin, or take up what the file holds."""
        require_train()
        from boyi.learning.einstein.policy.convolution import ConvolutionalNetwork  # noqa: PLC0415  needs what others can do without

        self._cell, self._schedule = cell, schedule
        self._samples = augment(train, cell.mirror, cell.exchange, cell.renumber)
        size = planes(train[:1], cell.kind, FEATURES[cell.features]).shape[2]
        self.network = ConvolutionalNetwork(shape(cell.network), size, schedule.seed, schedule.steps)
        self.met = list[float]()
        """The share of choices met in each step so far."""
        self._rng = np.random.default_rng(schedule.seed)
        if schedule.file is not None and schedule.file.exists():
            self._take_up(schedule.file)

    def _take_up(self, path: Path) -> None:
        kept = read_checkpoint(path)
        self._rng.bit_generator.state = json.loads(str(kept.pop("rng")))
        self.met = kept.pop("met").tolist()
        self.network.take_up(kept)

    def _keep(self, path: Path) -> None:
        rng = json.dumps(self._rng.bit_generator.state)
        with replacing(path) as file:
            np.savez(file, rng=np.array(rng), met=np.array(self.met), **self.network.numbers())  # type: ignore[arg-type]

    def run(self, report: Callable[[int], None] = lambda step: None) -> None:
        """Take the steps that are left. Blocks."""
        cell, schedule = self._cell, self._schedule
        for step in range(len(self.met) + 1, schedule.steps + 1):
            batch = self._samples[self._rng.integers(len(self._samples), size=schedule.batch)]
            boards = planes(batch, cell.kind, FEATURES[cell.features])
            self.met.append(self.network.learn(boards, legal_choices(batch), batch["choice"]))
            report(step)
            if schedule.file is not None and step % KEPT == 0:
                self._keep(schedule.file)


def train_network(
    cell: PolicyExperiment,
    train: np.ndarray,
    schedule: PolicySchedule,
    report: Callable[[int], None] = lambda step: None,
) -> tuple["ConvolutionalNetwork", list[float]]:
    """A network after all its steps, and the share of choices met in each. Blocks."""
    training = PolicyTraining(cell, train, schedule)
    training.run(report)
    return training.network, training.met


def train_and_test(
    cell: PolicyExperiment, train: np.ndarray, test: np.ndarray, schedule: PolicySchedule,
    report: Callable[[int], None] = lambda step: None,
) -> PolicyResult:  # fmt: skip
    """Train a network, and test it. Blocks."""
    network, met = train_network(cell, train, schedule, report)
    return PolicyResult(tuple(met), accuracy(network, cell, test))


ENGINE_NETWORK = PolicyExperiment("II-10", "sim", "1+2+3", mirror=True, exchange=True)
"""The network that the engine knows as `policy`."""
STEPS = 12_000


def train_engine_network(samples: np.ndarray, labels: ChoiceCollection, steps: int, seed: int) -> WeightFile:
    """The network that the engine plays with, trained by labelled samples, with its origin. Blocks."""
    train, test = split(samples)
    with Progress("policy", steps, "steps") as progress:
        network, _ = train_network(ENGINE_NETWORK, train, PolicySchedule(steps, seed), progress.at)
    unseen = round(accuracy(network, ENGINE_NETWORK, test), 4)
    origin: dict[str, Any] = {"method": "choices of expectimax on n-tuples", "labels": asdict(labels)}
    origin |= {"network": str(ENGINE_NETWORK), "steps": steps, "batch": BATCH, "seed": seed, "unseen": unseen}
    return WeightFile("einstein", "policy", fill_record(new(POLICY), network.layers()), None, steps, origin)
