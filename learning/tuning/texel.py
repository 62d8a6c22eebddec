"""Fitting the numbers of a hand-crafted evaluation to samples, as Texel's author proposed.

The evaluation is linear in its numbers, so that all it can say of a position is its value and the slope of
each number there. Slopes are found by the engine's own evaluation, asked once more for each number; the
rest is a regression: what change of the numbers brings the winning chances nearest to the labels.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize, minimize_scalar
from scipy.sparse import csr_array, vstack

from boyi.engines.game import Game
from boyi.engines.jit import Record, copy, entry
from boyi.engines.rules import bind, evaluate
from boyi.learning.data.samples import board_text

STEP = 64
"""By how much a number is changed to find its slope: so much that rounding hardly matters."""
PART = 2000
"""Positions between two words of progress."""
STEPS = 400
SWITCHES = "parts"


@entry
def slopes(pos: Record, weights: Record, numbers: np.ndarray, found: np.ndarray) -> float:
    """Write the slope of each number; the value. `numbers` are those of `weights`, in place."""
    bind(pos, weights)
    value = np.int64(evaluate(pos, weights))
    for i in range(numbers.size):
        kept = numbers[i]
        numbers[i] = kept + STEP
        bind(pos, weights)
        found[i] = (np.int64(evaluate(pos, weights)) - value) / STEP
        numbers[i] = kept
    bind(pos, weights)
    return float(value)


@dataclass(frozen=True)
class TexelSamples:
    """Positions as the fit sees them, for the mover: a value, slopes, and the winning chance wanted."""

    values: np.ndarray
    slopes: csr_array
    wanted: np.ndarray

    def part(self, chosen: np.ndarray) -> "TexelSamples":
        """Some of the rows."""
        return TexelSamples(self.values[chosen], self.slopes[chosen], self.wanted[chosen])

    def error(self, change: np.ndarray, scale: float) -> float:
        """The mean square of what chances are short of those wanted."""
        return float(np.mean((self._chances(change, scale) - self.wanted) ** 2))

    def slope(self, change: np.ndarray, scale: float, pull: float) -> tuple[float, np.ndarray]:
        """The error and a pull towards no change, and the gradient of both."""
        chances = self._chances(change, scale)
        missed = chances - self.wanted
        along = 2 * missed * chances * (1 - chances) / (scale * len(missed))
        total = np.mean(missed**2) + pull * np.mean(change**2)
        return float(total), self.slopes.T @ along + 2 * pull * change / len(change)

    def _chances(self, change: np.ndarray, scale: float) -> np.ndarray:
        chances: np.ndarray = 1 / (1 + np.exp(-(self.values + self.slopes @ change) / scale))
        return chances


def _switches(weights: Record) -> np.ndarray:
    """Which of the numbers turn parts of an evaluation on and off, and are not to be fitted."""
    marked = copy(weights)
    numbers_of(marked)[:] = 0
    if SWITCHES in (marked.dtype.names or ()):
        marked[SWITCHES] = 1
    found: np.ndarray = numbers_of(marked) == 1
    return found


def numbers_of(weights: Record) -> np.ndarray:
    """All numbers of a record of 16-bit fields, in place."""
    whole: np.ndarray = weights.view(np.ndarray).reshape(1)
    return whole.view(np.int16)


def linearise(
    game: Game,
    weights: Record,
    letters: str,
    samples: np.ndarray,
    wanted: np.ndarray,
    report: Callable[[int], None],
) -> TexelSamples:
    """The positions with their values and slopes; `report` gets how many are done. Blocks."""
    own, fixed = copy(weights), _switches(weights)
    numbers, values, parts = numbers_of(own), np.zeros(len(samples)), []
    for first in range(0, len(samples), PART):
        rows = np.zeros((min(PART, len(samples) - first), numbers.size), np.float32)
        for i, row in enumerate(rows, first):
            pos = game.notation.read(board_text(samples[i], letters), {})
            values[i] = slopes(pos, own, numbers, row)
        rows[:, fixed] = 0
        parts.append(csr_array(rows))
        report(first + len(rows))
    return TexelSamples(values, vstack(parts, "csr"), wanted)


def best_scale(samples: TexelSamples) -> float:
    """The scale from values to chances at which the numbers as they are do best."""
    still = np.zeros(samples.slopes.shape[1])
    found = minimize_scalar(lambda scale: samples.error(still, scale), bounds=(50, 1000), method="bounded")
    return float(found.x)


def fit(samples: TexelSamples, scale: float, pull: float) -> np.ndarray:
    """The change of the numbers that serves best. Blocks."""
    still = np.zeros(samples.slopes.shape[1])
    found = minimize(
        samples.slope, still, (scale, pull), "L-BFGS-B", jac=True, options={"maxiter": STEPS, "ftol": 1e-12}
    )
    changed: np.ndarray = found.x
    return changed


def apply_change(weights: Record, change: np.ndarray) -> Record:
    """Weights of their own with the change made, rounded."""
    own = copy(weights)
    bounds = np.iinfo(np.int16)
    numbers_of(own)[:] = np.clip(np.rint(numbers_of(weights) + change), bounds.min, bounds.max)
    return own
