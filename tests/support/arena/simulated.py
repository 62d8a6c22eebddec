"""Sequential tests by the thousand: the LLR of many of them at once, and how they end."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from boyi.arena.stats.sprt import Sprt, Walk
from boyi.arena.stats.statistics import expected

SCORES = np.arange(5) / 4


def _tilt(shares: NDArray[np.float64], elo: float) -> NDArray[np.float64]:
    """Theta of each row, by Newton's method; kept between its poles, which lie near ±2 for small Elo."""
    slopes, theta = SCORES - expected(elo), np.zeros((len(shares), 1))
    for _ in range(8):
        terms = slopes / (1 + theta * slopes)
        theta += (shares * terms).sum(1, keepdims=True) / (shares * terms**2).sum(1, keepdims=True)
        theta = np.clip(theta, -1.9, 1.9)
    return theta


def logistic_llrs(counts: NDArray[np.float64], elo0: float, elo1: float) -> NDArray[np.float64]:
    """The LLR of each row of pairs."""
    weights = np.where(counts == 0, 1e-3, counts)
    shares = weights / weights.sum(1, keepdims=True)
    bent0, bent1 = (np.log1p(_tilt(shares, elo) * (SCORES - expected(elo))) for elo in (elo0, elo1))
    return np.asarray((weights * (bent0 - bent1)).sum(1))


def distribution(elo: float) -> NDArray[np.float64]:
    """How often pairs end in each way between engines that draw often, one of them being so much stronger."""
    usual = np.array([[0.02, 0.22, 0.52, 0.22, 0.02]])
    return np.asarray((usual / (1 + _tilt(usual, elo) * (SCORES - expected(elo))))[0])


def errors(test: Sprt, elo: float, tests: int, batch: int, overshoot: bool) -> tuple[float, float]:
    """The share of tests that end wrongly if `elo` is true, and the pairs they take.

    The LLR is looked at after every `batch` pairs, with or without regard to its overshoot.
    """
    generator, wrong = np.random.default_rng(5), "H1" if elo == test.elo0 else "H0"
    counts, chances = np.zeros((tests, 5)), distribution(elo)
    walks, ended, pairs = [Walk(test)] * tests, 0, 0
    while walks:
        pairs += batch * len(walks)
        counts += generator.multinomial(batch, chances, size=len(walks))
        places = logistic_llrs(counts, test.elo0, test.elo1).tolist()
        walks = [walk.to(place) for walk, place in zip(walks, places, strict=True)]
        decisions = [walk.decision if overshoot else plain(walk) for walk in walks]
        ended += decisions.count(wrong)
        counts = counts[[not decision for decision in decisions]]
        walks = [
            replace(walk, decision="")
            for walk, decision in zip(walks, decisions, strict=True)
            if not decision
        ]
    return ended / tests, pairs / tests


def plain(walk: Walk) -> str:
    """The decision at the bounds as Wald gave them."""
    low, high = walk.test.bounds
    return "H1" if walk.llr >= high else "H0" if walk.llr <= low else ""
