"""Published policy networks of EinStein (`shapes.py`), taught to choose as the strongest player does."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boyi.engines.einstein.policy import POLICY
from boyi.engines.evaluators.cnn import filled
from boyi.engines.jit import new
from boyi.engines.weights import WeightFile
from boyi.learning.einstein.planes import FEATURES, planes
from boyi.learning.einstein.positions import Labels, enlarged, legal, split
from boyi.learning.einstein.shapes import shape
from boyi.learning.extras import require_train
from boyi.learning.progress import Progress

if TYPE_CHECKING:
    from boyi.learning.einstein.convolution import Network

BATCH = 128
BINS = (0, 20, 30, 40, 50, 60, 70, 101)
"""Edges of the histogram of a step's accuracy, percent."""


@dataclass(frozen=True)
class Cell:
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
class Outcome:
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


def accuracy(network: "Network", cell: Cell, samples: np.ndarray) -> float:
    """Share of the choices that a network makes too."""
    said = network.say(planes(samples, cell.kind, FEATURES[cell.features]))
    return float(np.mean(np.argmax(np.where(legal(samples), said, -np.inf), axis=1) == samples["choice"]))


def taught(
    cell: Cell, train: np.ndarray, steps: int, seed: int, tell: Callable[[int], None] = lambda step: None
) -> tuple["Network", list[float]]:
    """A network after so many steps, and the share of choices met in each. Blocks."""
    require_train()
    from boyi.learning.einstein.convolution import Network  # noqa: PLC0415  needs what others can do without

    samples, features = enlarged(train, cell.mirror, cell.exchange), FEATURES[cell.features]
    size = planes(samples[:1], cell.kind, features).shape[2]
    network, lot = Network(shape(cell.network), size, seed, steps), np.random.default_rng(seed)
    met = list[float]()
    for step in range(1, steps + 1):
        batch = samples[lot.integers(len(samples), size=BATCH)]
        met.append(network.learn(planes(batch, cell.kind, features), legal(batch), batch["choice"]))
        tell(step)
    return network, met


def learn(
    cell: Cell, train: np.ndarray, test: np.ndarray, steps: int, seed: int,
    tell: Callable[[int], None] = lambda step: None,
) -> Outcome:  # fmt: skip
    """Teach a network for so many steps, and test it. Blocks."""
    network, met = taught(cell, train, steps, seed, tell)
    return Outcome(tuple(met), accuracy(network, cell, test))


PLAYED = Cell("II-10", "sim", "1+2+3", mirror=True, exchange=True)
"""The network that the engine knows as `policy`."""
STEPS = 12_000


def played(samples: np.ndarray, labels: Labels, steps: int, seed: int) -> WeightFile:
    """The network that the engine plays with, taught by labelled samples, with its origin. Blocks."""
    train, test = split(samples)
    with Progress("policy", steps, "steps") as progress:
        network, _ = taught(PLAYED, train, steps, seed, progress.at)
    unseen = round(accuracy(network, PLAYED, test), 4)
    origin: dict[str, Any] = {"method": "choices of expectimax on n-tuples", "labels": asdict(labels)}
    origin |= {"network": str(PLAYED), "steps": steps, "batch": BATCH, "seed": seed, "unseen": unseen}
    return WeightFile("einstein", "policy", filled(new(POLICY), network.layers()), None, steps, origin)
