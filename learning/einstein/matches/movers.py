"""Round robins of playout policies, told apart by who moved first."""

import itertools
from collections.abc import Iterator, Mapping

from boyi.arena.inprocess.pairs import PairScore
from boyi.learning.einstein.matches.rows import PLAYOUTS

PUBLISHED = {
    ("min-max", "piece"): "best moving first",
    ("min-max", "stepwise"): "best moving second",
    ("UCB", "stepwise"): "the best",
}
"""What is said of policies, by the tree in which they were tried."""


def published(tree: str, policy: str) -> str:
    """What is said of a policy in a tree; nothing of most."""
    return PUBLISHED.get((tree, policy), "")


def by_mover(scores: Mapping[tuple[str, str], PairScore]) -> Iterator[tuple[str, PairScore, PairScore]]:
    """Each policy, its points in games where it moved first, and in the others."""
    for policy in PLAYOUTS:
        first, second = list[float](), list[float]()
        for (one, other), score in scores.items():
            if policy in (one, other):
                own = score if policy == one else score.other
                first += own.games[::2] if policy == one else own.games[1::2]
                second += own.games[1::2] if policy == one else own.games[::2]
        yield policy, PairScore(tuple(first)), PairScore(tuple(second))


def pairings() -> list[tuple[str, str]]:
    """Every policy and every other."""
    return list(itertools.combinations(PLAYOUTS, 2))
