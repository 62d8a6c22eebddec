"""Ratings of all players of a table: the Bradley-Terry model with draws as half wins.

Errors come from resampling (bootstrap): every pairing draws as many pairs as it had from those that it
had, the table is rated again, and the spread of a player's ratings is its error. Ratings compare only
players that are joined by a chain of opponents, so that tables that fall apart are rated group by group.
A player, or a whole camp, that took all points from the others or none has no finite rating; such a
group is rated as if each pairing had drawn one game more.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boyi.arena.game.result import GameResult
from boyi.arena.stats.counts import count_pairing, pairings, players
from boyi.arena.stats.statistics import WIDTH, Estimate

SAMPLES = 200
SEED = 1
ELO_PER_LOGIT = 400 / math.log(10)
STEPS = 1000
"""The solver's bound; it needs about ten."""

Points = NDArray[np.float64]
"""Points of the row's player against the column's; several tables may be stacked."""


@dataclass(frozen=True)
class Rating:
    """A player's place in a table."""

    name: str
    elo: Estimate
    points: float
    games: int


@dataclass(frozen=True)
class Group:
    """Players whose ratings compare, the best first."""

    ratings: tuple[Rating, ...]
    bent: bool
    """Whether one drawn game was added to every pairing, for ratings to be finite."""


def rate(
    results: Iterable[GameResult], anchor: str | None = None, at: float = 0.0, samples: int = SAMPLES
) -> list[Group]:
    """Everybody's rating, in one group if all are joined by games.

    A group averages 0, or has `anchor` rated `at`; ValueError if no player has that name. Without samples
    errors are unknown (NaN), and it is quick.
    """
    results = list(results)
    names = players(results)
    if anchor is not None and anchor not in names:
        raise ValueError(f"nobody called {anchor!r} has played")
    points, resampled = _points(results, names, samples)
    count, label = _components(points + points.T)
    groups = [np.flatnonzero(label == group) for group in range(count)]
    return [
        _group(
            [names[i] for i in group],
            points[np.ix_(group, group)],
            resampled[:, group[:, None], group],
            anchor,
            at,
        )
        for group in groups
    ]


def prepare() -> None:
    """Load what ratings are worked out with: a second, best spent before any clock runs."""
    _solve(np.array([[0.0, 1.0], [1.0, 0.0]]))


def _points(results: Sequence[GameResult], names: Sequence[str], samples: int) -> tuple[Points, Points]:
    """The table's points, and those of so many resampled tables."""
    generator = np.random.default_rng(SEED)
    points = np.zeros((len(names), len(names)))
    resampled = np.zeros((samples, len(names), len(names)))
    for first, second in pairings(results):
        i, j = names.index(first), names.index(second)
        met = count_pairing(results, first, second)
        points[i, j], points[j, i] = met.points, met.games - met.points
        resampled[:, i, j] = met.games * _resample_scores(met.counts, samples, generator)
        resampled[:, j, i] = met.games - resampled[:, i, j]
    return points, resampled


def _resample_scores(
    counts: Sequence[int], samples: int, generator: np.random.Generator
) -> NDArray[np.float64]:
    """Mean scores of pairs drawn anew from those counted.

    One pair more, spread evenly over all kinds, keeps a pairing that has seen one kind only from
    passing as certain.
    """
    weights = np.asarray(counts) + 1 / len(counts)
    drawn = generator.multinomial(sum(counts), weights / weights.sum(), size=samples)
    return np.asarray(drawn @ np.linspace(0, 1, len(counts)) / sum(counts))


def _group(names: Sequence[str], points: Points, resampled: Points, anchor: str | None, at: float) -> Group:
    fixed = names.index(anchor) if anchor in names else None
    elos, bent = _solve(points)
    again = np.array([_shift(_solve(table)[0], fixed, at) for table in resampled])
    spread = again.std(axis=0) if len(again) else np.full(len(names), np.nan)
    rows = zip(names, _shift(elos, fixed, at), WIDTH * spread, points, points.T, strict=True)
    ratings = [
        Rating(name, Estimate(float(elo), float(error)), float(won.sum()), round(won.sum() + lost.sum()))
        for name, elo, error, won, lost in rows
    ]
    return Group(tuple(sorted(ratings, key=lambda rating: -rating.elo.value)), bent)


def _shift(elos: NDArray[np.float64], fixed: int | None, at: float) -> NDArray[np.float64]:
    origin: float = elos.mean() if fixed is None else elos[fixed] - at
    return elos - origin


def _solve(points: Points) -> tuple[NDArray[np.float64], bool]:
    """Ratings in Elo, and whether a draw had to be added to every pairing."""
    import choix  # noqa: PLC0415  a second, of no use to a run that is still playing

    bent = _components(points)[0] > 1
    if bent:
        points = points + 0.5 * (points + points.T > 0)
    return ELO_PER_LOGIT * choix.ilsr_pairwise_dense(points, max_iter=STEPS), bent


def _components(links: Points) -> tuple[int, NDArray[np.int32]]:
    """How many sets of players are joined both ways by links, and the set of each player."""
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415  as above

    count, label = connected_components(links, connection="strong")
    return count, label
