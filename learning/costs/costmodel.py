"""The cost model of online learning: to see a line is to search B^D positions.

D is the depth of the line, the sum of what its moves cost by class; B is how fast a search grows by the ply.
Both depend on the weights: a cheaper class brings lines that have it nearer, and has searches grow faster.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from boyi.learning.costs.descent import Weights


@dataclass(frozen=True)
class Growth:
    """How fast a search of one position grows, and how that changes with each weight."""

    rate: float
    """B: the factor of nodes by the ply."""
    slopes: tuple[float, ...]
    """dB/dw of each weight."""


def line_depth(weights: Weights, classes: Sequence[int]) -> float:
    """D: what the moves of a line cost together; a class of -1 is none of the priced ones and costs a ply."""
    return sum(weights[place] if place >= 0 else 1.0 for place in classes)


def growth_rate(nodes: float, depth: float) -> float:
    """B of a search that took so many nodes to a depth."""
    return float(max(nodes, 1.0) ** (1 / depth))


def growth(nodes: float, changed: Sequence[float], depth: float, changes: Sequence[float]) -> Growth:
    """Growth from the nodes of a search, and of searches with one weight changed each, all to one depth."""
    base = growth_rate(nodes, depth)
    slopes = (
        (growth_rate(other, depth) - base) / change for other, change in zip(changed, changes, strict=True)
    )
    return Growth(base, tuple(slopes))


def cost(rate: float, depth: float) -> float:
    """C = B^D."""
    return float(rate**depth)


def cost_slopes(growth: Growth, weights: Weights, classes: Sequence[int]) -> list[float]:
    """dC/dw_i = C (D/B dB/dw_i + ln B dD/dw_i), where dD/dw_i is how many of its moves are of class i."""
    depth = line_depth(weights, classes)
    whole = cost(growth.rate, depth)
    return [
        whole * (depth / growth.rate * slope + math.log(growth.rate) * classes.count(place))
        for place, slope in enumerate(growth.slopes)
    ]


def relative_slopes(examples: Sequence[tuple[Growth, Sequence[int]]], weights: Weights) -> list[float]:
    """The mean over examples of dC/dw_i / C: every situation counts alike, however costly."""
    totals = [0.0] * len(weights)
    for growth, classes in examples:
        whole = cost(growth.rate, line_depth(weights, classes))
        for place, slope in enumerate(cost_slopes(growth, weights, classes)):
            totals[place] += slope / whole / len(examples)
    return totals
