"""Descent: prices of move classes made cheaper or dearer, whichever saves nodes.

The weight of a class is the fraction of a ply that its moves cost. All start at 1; a step changes each
by mu * largest * (relative change of the cost per unit of weight), at most by `largest`, and mu decreases.
"""

from collections.abc import Callable
from dataclasses import dataclass

from boyi.engines.search.state import PLY

Weights = tuple[float, ...]


@dataclass(frozen=True)
class StepSizes:
    """How large the steps are."""

    steps: int = 8
    rate: float = 6.0
    """mu of the first step."""
    decay: float = 0.75
    """What is left of mu after a step."""
    largest: float = 1.0
    """No weight changes by more in a step."""
    delta: float = 0.5
    """The difference of a weight by which slopes are measured; small ones drown in the scatter of counts."""

    def mu(self, step: int) -> float:
        """The rate of a step, counted from 0."""
        return self.rate * self.decay**step


def sixtieths(weights: Weights) -> tuple[int, ...]:
    """Weights as the search counts them."""
    return tuple(round(PLY * weight) for weight in weights)


def percent(weights: Weights) -> tuple[int, ...]:
    """Weights as options have them."""
    return tuple(round(100 * weight) for weight in weights)


def probe(weights: Weights, place: int, delta: float, step: int) -> tuple[Weights, float]:
    """Weights with one of them changed, and by how much: down and up by turns, as far as the bounds allow.

    One-sided differences lean to their side; taking sides by turns evens that out over the steps.
    """
    down = weights[place] + delta > 1 or (step % 2 == 0 and weights[place] >= delta)
    change = -delta if down else delta
    changed = (*weights[:place], weights[place] + change, *weights[place + 1 :])
    return changed, change


def slopes(cost: Callable[[Weights], float], weights: Weights, delta: float, step: int) -> list[float]:
    """The relative change of a cost per unit of each weight, by finite differences."""
    base, found = cost(weights), []
    for place in range(len(weights)):
        changed, change = probe(weights, place, delta, step)
        found.append((cost(changed) - base) / (change * base))
    return found


def stepped(weights: Weights, slopes: list[float], pace: StepSizes, step: int) -> Weights:
    """The weights after a step against the slopes, within [0, 1]."""
    changes = [max(-1.0, min(1.0, pace.mu(step) * slope)) * pace.largest for slope in slopes]
    return tuple(min(1.0, max(0.0, w - change)) for w, change in zip(weights, changes, strict=True))
