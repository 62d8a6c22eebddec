"""What a match tells of two players: differences in strength with their 95 % errors.

Everything is computed from counts as the first player sees them: (losses, draws, wins) of single games, or
the pentanomial (LL, LD, WL + DD, WD, WW) of pairs of games that share an opening with colours swapped.
Games of a pair are not independent, so that pairs give the right error and single games mostly one too large.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import NormalDist

Counts = Sequence[int]
"""Three of games or five of pairs, from the worst score to the best."""

PAIR_KINDS = 5
NORMAL = NormalDist()
WIDTH = NORMAL.inv_cdf(0.975)
"""Standard errors on either side of a mean that hold 95 %."""

ELO_PER_SIGMA = 800 / math.log(10)
"""Normalized Elo of a player whose mean score per game is one standard deviation above a half."""

UNSEEN = 1e-3
"""What a score that never occurred counts, so that logarithms stay finite."""


@dataclass(frozen=True)
class Estimate:
    """A value and half the width of its 95 % interval; infinite where nothing bounds it, NaN if unknown."""

    value: float
    error: float
    known: tuple[float, float] | None = field(default=None, compare=False)
    """The ends of the interval, where they are not as far from the value."""

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the interval; infinite where nothing bounds it."""
        return self.known or (self.value - self.error, self.value + self.error)

    def __str__(self) -> str:
        """The estimate in figures: +26.1 ± 41.1, or +510.8 (+248.3 … ∞)."""
        low, high = self.interval
        if math.isfinite(self.value) and math.isinf(low) != math.isinf(high):
            return f"{self.value:+.1f} ({low:+.1f} … {high:+.1f})".replace("+inf", "∞").replace("inf", "∞")
        error = "" if math.isnan(self.error) else f" ± {self.error:.1f}"
        return f"{self.value:+.1f}{error}".replace("inf", "∞")


@dataclass(frozen=True)
class Sample:
    """Scores from 0 to 1, and the share of each in `size` games or pairs."""

    size: float
    scores: tuple[float, ...]
    shares: tuple[float, ...]
    uniform: bool
    """Whether all had the same score, which tells nothing of their spread."""

    @staticmethod
    def of(counts: Counts) -> "Sample":
        """From counts; ValueError if there are none, or not three or five."""
        if len(counts) not in (3, PAIR_KINDS) or min(counts) < 0 or not any(counts):
            raise ValueError(f"neither games nor pairs can be counted like this: {list(counts)}")
        weights = [count or UNSEEN for count in counts]
        size, last = sum(weights), len(counts) - 1
        scores = tuple(i / last for i in range(len(counts)))
        return Sample(size, scores, tuple(weight / size for weight in weights), max(counts) == sum(counts))

    @property
    def mean(self) -> float:
        """The mean score."""
        return moments(self.scores, self.shares)[0]

    @property
    def deviation(self) -> float:
        """The standard deviation of the score."""
        return moments(self.scores, self.shares)[1]

    @property
    def games(self) -> int:
        """Games behind each score."""
        return 2 if len(self.scores) == PAIR_KINDS else 1


def moments(scores: Sequence[float], shares: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation of scores that have these shares."""
    mean = sum(score * share for score, share in zip(scores, shares, strict=True))
    spread = sum(share * (score - mean) ** 2 for score, share in zip(scores, shares, strict=True))
    return mean, math.sqrt(spread)


def difference(score: float) -> float:
    """The Elo difference at which a score is expected; infinite for all points or none."""
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def expected(elo: float) -> float:
    """The score expected at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo(counts: Counts) -> Estimate:
    """The first player's lead in (logistic) Elo."""
    sample = Sample.of(counts)
    if sample.uniform and (counts[0] or counts[-1]):
        return Estimate(math.inf if counts[-1] else -math.inf, math.inf)
    reach = math.inf if sample.uniform else WIDTH * sample.deviation / math.sqrt(sample.size)
    low, high = difference(sample.mean - reach), difference(sample.mean + reach)
    return Estimate(difference(sample.mean), (high - low) / 2, (low, high))


def normalized_elo(counts: Counts) -> Estimate:
    """The first player's lead in normalized Elo, which counts in standard deviations of a game's score.

    The error takes the deviation as known: its own error is of second order while leads are small.
    """
    sample = Sample.of(counts)
    if sample.uniform:
        lead = sum(counts[len(counts) // 2 + 1 :]) - sum(counts[: len(counts) // 2])
        return Estimate(math.copysign(math.inf, lead) if lead else 0.0, math.inf)
    scale = ELO_PER_SIGMA / math.sqrt(sample.games)
    return Estimate((sample.mean - 0.5) / sample.deviation * scale, WIDTH * scale / math.sqrt(sample.size))


def superiority(counts: Counts) -> float:
    """The likelihood that the first player is the stronger one (LOS).

    Where all scores were the same, there is no spread to judge by: then it is how likely one side is to be
    favoured in more than half of all decisions, with every chance equally likely beforehand.
    """
    sample = Sample.of(counts)
    lead = sample.mean - 0.5
    if not sample.uniform:
        return NORMAL.cdf(lead / sample.deviation * math.sqrt(sample.size))
    certainty = 0.5 ** (sum(counts) + 1)
    return 0.5 if abs(lead) < 1e-9 else 1 - certainty if lead > 0 else certainty


def draw_rate(counts: Counts) -> float:
    """The share of games that were drawn, or of pairs that ended level."""
    return counts[len(counts) // 2] / sum(counts)


def pair_ratio(counts: Counts) -> float:
    """Pairs (or games) won for each one lost; infinite if none was, not a number if none was won either."""
    middle = len(counts) // 2
    won, lost = sum(counts[middle + 1 :]), sum(counts[:middle])
    return won / lost if lost else math.inf if won else math.nan
