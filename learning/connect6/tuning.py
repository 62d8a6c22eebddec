"""Road weights for the search player, found by play: two neighbours of the weights meet, the winner attracts.

They play an opening with both colours. Only the weights of roads with one to three stones are learned: what
has more is a threat, which a search does not evaluate but answers. The result depends on the plan alone, not
on the processes.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from boyi.arena.farm.chores import Chore
from boyi.arena.farm.farm import Farm
from boyi.arena.inprocess.engine_player import EnginePlayer
from boyi.arena.inprocess.game import play_pair
from boyi.arena.tools.connect6_openings import LEVEL, draw_opening
from boyi.engines.connect6 import GAME
from boyi.engines.jit import Record
from boyi.learning.connect6.export import engine_weights
from boyi.learning.connect6.fit import HAND
from boyi.learning.tuning.spsa import neighbours

QUIET = (0, 1, 6, 7, 8)
"""Kinds of roads with one to three stones, but for one's own of three: that keeps its hand-set weight, so
that quiet roads and threats stay in proportion."""


@dataclass(frozen=True)
class RoadTuning:
    """What defines a run."""

    steps: int = 3000
    nodes: int = 1500
    pairs: int = 1
    """Pairs of games in a step, around the same weights: so many can be played at a time."""
    width: float = 0.3
    """How far the neighbours are, as a share of the hand-set weights."""
    stride: float = 0.08
    """The first step's length if one of them wins both games; later ones are shorter and shorter."""
    seed: int = 1


def weights_of(factors: np.ndarray) -> np.ndarray:
    """All weights: the quiet ones so many times the hand-set ones."""
    theta: np.ndarray = HAND[0].copy()
    theta[list(QUIET)] *= factors
    return theta


@dataclass(frozen=True)
class RoadPair:
    """A pair of games around some factors."""

    factors: tuple[float, ...]
    luck: str
    """What the neighbours and the opening are drawn by."""


@dataclass(frozen=True)
class RoadChore(Chore[RoadPair, np.ndarray]):
    """Pairs of games of one tuning: where each pulls the factors."""

    plan: RoadTuning

    def prepare(self) -> Callable[[RoadPair], np.ndarray]:
        """Load and compile; then play pairs."""
        judge = EnginePlayer(GAME, f"search@{self.plan.nodes}?Hash=1")
        return lambda pair: _pull(self.plan, judge, pair)


def tuned(factors: np.ndarray, plan: RoadTuning, first: int, farm: Farm) -> Iterator[int]:
    """Change factors step by step, from the first step that is still to be made; yields the steps made."""
    chore = RoadChore(plan)
    for step in range(first, plan.steps):
        around = tuple(factors.tolist())
        numbers = range(step * plan.pairs, (step + 1) * plan.pairs)
        pulls = farm.map(chore, [RoadPair(around, f"{plan.seed} {number}") for number in numbers])
        factors += plan.stride * (1 - step / plan.steps) * sum(pulls)
        yield step + 1


def _pull(plan: RoadTuning, judge: EnginePlayer, pair: RoadPair) -> np.ndarray:
    """The signs of the neighbour that won, as far as it did."""
    rng = random.Random(pair.luck)
    signs, one, other = neighbours(np.array(pair.factors), plan.width, rng)
    return signs * _lead(_player(plan, one), _player(plan, other), _level_opening(judge, rng))


def _player(plan: RoadTuning, factors: np.ndarray) -> EnginePlayer:
    return EnginePlayer(GAME, f"search@{plan.nodes}?Hash=1", weights=engine_weights(weights_of(factors)))


def _lead(one: EnginePlayer, other: EnginePlayer, opening: Record) -> float:
    """Points of one player beyond half of those of an opening's two games: -1 to 1."""
    return sum(play_pair((one, other), opening)) - 1


def _level_opening(judge: EnginePlayer, rng: random.Random) -> Record:
    """A drawn opening that a short search does not call decided: others end alike, whoever plays them."""
    while True:
        pos = draw_opening(rng)
        judge.forget()
        if abs(judge.think(pos).score) <= LEVEL:
            return pos
