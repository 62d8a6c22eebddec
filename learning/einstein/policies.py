"""Published policy networks of EinStein, taught to choose as the strongest player does.

Network I has convolutions of 2x2 squares with 6 units and of 3x3 with 22, a dense layer and dropout; II-n has
2x2 with n units, 3x3 with 2n and 4x4 with 4n, and a dense layer. Six outputs stand for up to two pieces that
may move, times three directions; only those that are legal compete.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from boyi.learning.einstein.convolution import Network, Shape
from boyi.learning.einstein.planes import FEATURES, planes
from boyi.learning.einstein.positions import CHOICES, enlarged, legal
from boyi.learning.nets.nnue import adam

DENSE = 64
BATCH = 128
PART = 1000
"""Positions that are tested at once."""
RATE = 1e-3
BINS = (0, 20, 30, 40, 50, 60, 70, 101)
"""Edges of the histogram of a step's accuracy, percent."""


def shape(name: str) -> Shape:
    """The network called I or II-n; ValueError if there is none."""
    if name == "I":
        return Shape(((2, 6), (3, 22)), DENSE, CHOICES, dropout=0.5)
    kind, _, number = name.partition("-")
    if kind != "II" or not number.isdigit() or int(number) < 1:
        raise ValueError(f"no network {name!r}: I or II-n, II-10 say")
    n = int(number)
    return Shape(((2, n), (3, 2 * n), (4, 4 * n)), DENSE, CHOICES)


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


def chances(outputs: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    """The outputs of legal choices as chances; those of others are 0."""
    raised = np.where(allowed, outputs, -np.inf)
    powers = np.exp(raised - raised.max(axis=1, keepdims=True))
    shares: np.ndarray = powers / powers.sum(axis=1, keepdims=True)
    return shares


def accuracy(network: Network, cell: Cell, samples: np.ndarray) -> float:
    """Share of the choices that a network makes too."""
    met = 0
    for first in range(0, len(samples), PART):
        part = samples[first : first + PART]
        said = network.see(planes(part, cell.kind, FEATURES[cell.features])).outputs
        met += int(np.sum(np.argmax(np.where(legal(part), said, -np.inf), axis=1) == part["choice"]))
    return met / len(samples)


def learn(
    cell: Cell, train: np.ndarray, test: np.ndarray, steps: int, seed: int,
    tell: Callable[[int], None] = lambda step: None,
) -> Outcome:  # fmt: skip
    """Teach a network for so many steps, and test it. Blocks."""
    samples, seen_features = enlarged(train, cell.mirror, cell.exchange), FEATURES[cell.features]
    size = planes(samples[:1], cell.kind, seen_features).shape[2]
    network, lot = Network(shape(cell.network), size, seed), np.random.default_rng(seed)
    means, met = np.zeros((2, network.numbers.size), np.float32), list[float]()
    for step in range(1, steps + 1):
        batch = samples[lot.integers(len(samples), size=BATCH)]
        seen = network.see(planes(batch, cell.kind, seen_features), lot)
        pulls = chances(seen.outputs, legal(batch))
        met.append(float(np.mean(np.argmax(pulls, axis=1) == batch["choice"])))
        pulls[np.arange(BATCH), batch["choice"]] -= 1
        slopes = network.slopes(seen, (pulls / BATCH).astype(np.float32))
        adam(network.numbers, slopes, means[0], means[1], RATE * (1 - (step - 1) / steps), step)
        tell(step)
    return Outcome(tuple(met), accuracy(network, cell, test))
