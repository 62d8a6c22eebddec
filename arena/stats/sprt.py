"""The generalised sequential probability ratio test: play on until one of two Elo differences is accepted.

The log-likelihood ratio (LLR) compares the likeliest distributions of scores under either hypothesis [1].
It walks pair by pair. A walk in steps oversteps the bound at which it ends, which makes errors rarer than
asked for and the test longer than needed; the bounds are moved inwards by the overshoot to be expected [2].
The promised errors hold for long tests: of simulated ones that should err in 5 %, those of thousands of
pairs did so in 5 %, those of a few hundred pairs in 6 %, and those of less than a hundred in 8 %.

[1] X. Li, J. Liu, Z. Ying: Generalized sequential probability ratio test for separate families of
    hypotheses. Sequential Analysis 33 (2014).
[2] D. Siegmund: Sequential Analysis (1985), corollary 8.33: far from its start a walk oversteps a bound by
    E[h²] / 2 E[h] on average, h being the ladder heights: the steps from one record to the next. Fishtest
    estimates both means from the records of the very walk.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Literal

from boyi.arena.stats.statistics import ELO_PER_SIGMA, PAIR_KINDS, Counts, Sample, expected, moments

Decision = Literal["", "H0", "H1"]

WIDEST = {"logistic": 1000.0, "normalized": 200.0}
"""Largest Elo difference of a hypothesis; beyond it no distribution is found to start from."""

REFINEMENTS = 10
SETTLED = 1e-9
"""The normalized model's distribution is refined this often, or until it moves by less than this."""


@dataclass(frozen=True)
class Sprt:
    """Whether the first player leads by `elo1` (H1) or only by `elo0` (H0).

    H1 is accepted by mistake with probability `alpha`, H0 with `beta`.
    """

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalized"
    """Which Elo is meant: "logistic" (of expected scores) or "normalized" (of their deviations)."""

    def __post_init__(self) -> None:
        """Refuse a test that cannot be; ValueError says why."""
        if self.model not in WIDEST:
            raise ValueError(f"no such Elo model: {self.model} (known: {', '.join(WIDEST)})")
        widest = WIDEST[self.model]
        if not -widest <= self.elo0 < self.elo1 <= widest:
            raise ValueError(
                f"{self.model} Elo bounds go upwards between ±{widest:g}: {self.elo0:g}, {self.elo1:g}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"alpha and beta lie between 0 and a half, apart: {self.alpha:g}, {self.beta:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLRs at which H0 and H1 are accepted, before correction (Wald)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def prepare(self) -> None:
        """Load what the ratio is worked out with: half a second, best spent before any clock runs."""
        self.llr((1,) * PAIR_KINDS)

    def llr(self, counts: Counts) -> float:
        """The log-likelihood ratio of H1 to H0."""
        sample, likeliest = Sample.of(counts), LIKELIEST[self.model]
        under0, under1 = likeliest(sample, self.elo0), likeliest(sample, self.elo1)
        triples = zip(sample.shares, under0, under1, strict=True)
        return sample.size * sum(share * math.log(q1 / q0) for share, q0, q1 in triples)


def _tilt(shares: Sequence[float], slopes: Sequence[float]) -> tuple[float, ...]:
    """The likeliest shares under which the slopes average to nothing: p / (1 + theta slope)."""
    from scipy.optimize import brentq  # noqa: PLC0415  half a second, of no use to a run without a test

    terms = tuple(zip(shares, slopes, strict=True))

    def average(theta: float) -> float:
        return sum(share * slope / (1 + theta * slope) for share, slope in terms)

    # All shares are positive between these poles; the margin keeps the ends finite.
    low, high = -1 / max(slopes), -1 / min(slopes)
    margin = 1e-9 * (high - low)
    theta = brentq(average, low + margin, high - margin, xtol=1e-14)
    return tuple(share / (1 + theta * slope) for share, slope in terms)


def _logistic(sample: Sample, elo: float) -> tuple[float, ...]:
    """The likeliest shares with the mean score of an Elo difference."""
    mean = expected(elo)
    return _tilt(sample.shares, [score - mean for score in sample.scores])


def _normalized(sample: Sample, elo: float) -> tuple[float, ...]:
    """The likeliest shares whose mean is above a half by so many of their own deviations.

    That condition is not linear in the shares: it is linearised around the last solution, over and over.
    """
    target = math.sqrt(sample.games) * elo / ELO_PER_SIGMA
    shares: tuple[float, ...] = (1 / len(sample.scores),) * len(sample.scores)
    for _ in range(REFINEMENTS):
        before, (mean, deviation) = shares, moments(sample.scores, shares)
        slopes = [
            score - 0.5 - target * deviation * (1 + ((mean - score) / deviation) ** 2) / 2
            for score in sample.scores
        ]
        shares = _tilt(sample.shares, slopes)
        if max(abs(new - old) for new, old in zip(shares, before, strict=True)) < SETTLED:
            break
    return shares


LIKELIEST: dict[str, Callable[[Sample, float], tuple[float, ...]]] = {
    "logistic": _logistic,
    "normalized": _normalized,
}


@dataclass(frozen=True)
class LadderRecords:
    """How far a walk has ever been in one direction, and the sum of its squared ladder heights."""

    extreme: float = 0.0
    squares: float = 0.0

    def after(self, place: float) -> "LadderRecords":
        """With one more place reached, counted in this direction."""
        height = place - self.extreme
        return LadderRecords(place, self.squares + height * height) if height > 0 else self

    @property
    def overshoot(self) -> float:
        """How far the walk may be expected to overstep a bound; the heights sum to the extreme."""
        return self.squares / self.extreme / 2 if self.extreme else 0.0


@dataclass(frozen=True)
class Walk:
    """Where the LLR of a test stands and how it came there; a decision, once made, stays."""

    test: Sprt
    counts: tuple[int, ...] = (0,) * PAIR_KINDS
    llr: float = 0.0
    low: LadderRecords = LadderRecords()
    high: LadderRecords = LadderRecords()
    decision: Decision = ""

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds, moved inwards by the overshoot to be expected."""
        low, high = self.test.bounds
        return low + self.low.overshoot, high - self.high.overshoot

    def after(self, kind: int) -> "Walk":
        """With one more pair (or game), of the kind with this index in the counts."""
        counts = tuple(count + (i == kind) for i, count in enumerate(self.counts))
        return replace(self, counts=counts).to(self.test.llr(counts))

    def to(self, llr: float) -> "Walk":
        """One step on, to a given place."""
        moved = replace(self, llr=llr, low=self.low.after(-llr), high=self.high.after(llr))
        low, high = moved.bounds
        decision: Decision = "H1" if llr >= high else "H0" if llr <= low else ""
        return replace(moved, decision=self.decision or decision)


def walk(test: Sprt, kinds: Iterable[int]) -> Walk:
    """The test after pairs of these kinds, in the order in which they were finished."""
    return reduce(Walk.after, kinds, Walk(test))
