"""Published policy networks of EinStein (`shapes.py`), trained to choose as the strongest player does."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boyi.arena.progress import Progress
from boyi.engines.einstein.evaluation.policy import POLICY
from boyi.engines.evaluators.cnn import fill_record
from boyi.engines.jit import new
from boyi.engines.weights import WeightFile
from boyi.learning.einstein.policy.planes import FEATURES, planes
from boyi.learning.einstein.policy.positions import ChoiceCollection
from boyi.learning.einstein.policy.shapes import shape
from boyi.learning.einstein.policy.situations import augment, legal_choices, split
from boyi.learning.extras import require_train

if TYPE_CHECKING:
    from boyi.learning.einstein.policy.convolution import ConvolutionalNetwork

BATCH = 128
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

    def __str__(self) -> str:
        symmetry = {(0, 0): "", (1, 0): ", mirrored", (0, 1): ", colours", (1, 1): ", mirrored and colours"}
        return f"{self.network} {self.kind} {self.features}{symmetry[self.mirror, self.exchange]}"


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


def train_network(
    cell: PolicyExperiment,
    train: np.ndarray,
    steps: int,
    seed: int,
    report: Callable[[int], None] = lambda step: None,
) -> tuple["ConvolutionalNetwork", list[float]]:
    """A network after so many steps, and the share of choices met in each. Blocks."""
    require_train()
    from boyi.learning.einstein.policy.convolution import ConvolutionalNetwork  # noqa: PLC0415  needs what others can do without

    samples, features = augment(train, cell.mirror, cell.exchange), FEATURES[cell.features]
    size = planes(samples[:1], cell.kind, features).shape[2]
    network, rng = ConvolutionalNetwork(shape(cell.network), size, seed, steps), np.random.default_rng(seed)
    met = list[float]()
    for step in range(1, steps + 1):
        batch = samples[rng.integers(len(samples), size=BATCH)]
        met.append(network.learn(planes(batch, cell.kind, features), legal_choices(batch), batch["choice"]))
        report(step)
    return network, met


def train_and_test(
    cell: PolicyExperiment, train: np.ndarray, test: np.ndarray, steps: int, seed: int,
    report: Callable[[int], None] = lambda step: None,
) -> PolicyResult:  # fmt: skip
    """Train a network for so many steps, and test it. Blocks."""
    network, met = train_network(cell, train, steps, seed, report)
    return PolicyResult(tuple(met), accuracy(network, cell, test))


ENGINE_NETWORK = PolicyExperiment("II-10", "sim", "1+2+3", mirror=True, exchange=True)
"""The network that the engine knows as `policy`."""
STEPS = 12_000


def train_engine_network(samples: np.ndarray, labels: ChoiceCollection, steps: int, seed: int) -> WeightFile:
    """The network that the engine plays with, trained by labelled samples, with its origin. Blocks."""
    train, test = split(samples)
    with Progress("policy", steps, "steps") as progress:
        network, _ = train_network(ENGINE_NETWORK, train, steps, seed, progress.at)
    unseen = round(accuracy(network, ENGINE_NETWORK, test), 4)
    origin: dict[str, Any] = {"method": "choices of expectimax on n-tuples", "labels": asdict(labels)}
    origin |= {"network": str(ENGINE_NETWORK), "steps": steps, "batch": BATCH, "seed": seed, "unseen": unseen}
    return WeightFile("einstein", "policy", fill_record(new(POLICY), network.layers()), None, steps, origin)
