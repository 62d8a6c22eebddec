"""Parameters of the search found by play: two neighbours of them meet, and the winner attracts.

A round is a few pairs of games around the same parameters, played side by side, each an opening with both
colours; after it the parameters take a step. The result depends on the plan alone, not on the processes.
"""

import functools
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from boyi.arena.farm.chores import Chore
from boyi.arena.farm.farm import Farm
from boyi.arena.inprocess.game import play_pair
from boyi.arena.inprocess.quick_search import QuickPlayer, QuickSearch
from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.jit import Dtype, Int, Record, new
from boyi.engines.search.parameters import PARAMETERS, tunable
from boyi.engines.search.state import extend_thread, thread_dtype
from boyi.learning.data.openings import drawn_opening
from boyi.learning.data.selfplay import TERMS
from boyi.learning.tuning.spsa import neighbours

ParameterValues = tuple[int, ...]
STEPS = np.array([each.step for each in PARAMETERS], float)
LEAST = np.array([each.least for each in PARAMETERS], float)


@dataclass(frozen=True)
class TuningSettings:
    """What defines a run."""

    game: str
    rounds: int = 400
    pairs: int = 16
    """Pairs of games in a round."""
    nodes: int = 6000
    """Of each move."""
    width: float = 1.2
    """How far neighbours are, in the parameters' own steps."""
    stride: float = 0.018
    """How far a game won moves parameters in the first round, in the same steps; in the last, half as far."""
    seed: int = 1


@dataclass(frozen=True)
class TuningPair:
    """A pair of games between two sets of parameters."""

    one: ParameterValues
    other: ParameterValues
    luck: str
    """What the opening is drawn by."""


@functools.cache
def tuning_thread(history_size: int) -> Dtype:
    """A thread state that brings its own parameters."""
    dtype = extend_thread(thread_dtype(history_size), ("parameters", np.int64, len(PARAMETERS)))

    @tunable.register(dtype)
    def _tunable(thread: Record, index: Int) -> Int:
        return np.int64(thread.parameters[index])

    return dtype


class TuningPlayers:
    """Two searches of one game, each with parameters of its own."""

    def __init__(self, game: str, nodes: int) -> None:
        """`nodes` are those of each move."""
        self._game = load_game(game)
        weights, dtype = Evaluation(self._game).weights, tuning_thread(self._game.history_size)
        self._players = [QuickPlayer(QuickSearch(self._game, weights, new(dtype)), nodes) for _ in range(2)]

    def meet(self, one: ParameterValues, other: ParameterValues, luck: str) -> float:
        """Games won by the first less those of the second, of a random opening with both colours. Blocks."""
        for player, parameters in zip(self._players, (one, other), strict=True):
            player.search.blank.parameters[:] = parameters
            player.forget()
        start = self._game.notation.read(self._game.start, {})
        opening = drawn_opening(start, random.Random(luck), self._players[0])
        return 2 * (sum(play_pair(self._players, opening, TERMS)) - 1)


@dataclass(frozen=True)
class TuningChore(Chore[TuningPair, float]):
    """Pairs of games of one tuning: games won by the first player less those of the second."""

    game: str
    nodes: int

    def prepare(self) -> Callable[[TuningPair], float]:
        """Load and compile; then play pairs."""
        players = TuningPlayers(self.game, self.nodes)
        return lambda pair: players.meet(pair.one, pair.other, pair.luck)


def rounded(numbers: np.ndarray, rng: random.Random) -> ParameterValues:
    """Whole parameters; a fraction is rounded up as often as it says."""
    bounded = np.maximum(numbers, LEAST)
    return tuple(math.floor(number + rng.random()) for number in bounded)


def _arranged(parameters: np.ndarray, plan: TuningSettings, number: int) -> tuple[np.ndarray, TuningPair]:
    """The signs of a pair of games, and who meets."""
    luck = f"{plan.seed} {number}"
    rng = random.Random(luck)
    signs, one, other = neighbours(parameters, plan.width * STEPS, rng)
    return signs, TuningPair(rounded(one, rng), rounded(other, rng), luck)


def tuned(parameters: np.ndarray, plan: TuningSettings, first: int, farm: Farm) -> Iterator[int]:
    """Change parameters round by round, from the first still to be played; yields the rounds played."""
    chore = TuningChore(plan.game, plan.nodes)
    for done in range(first, plan.rounds):
        numbers = range(done * plan.pairs, (done + 1) * plan.pairs)
        arranged = [_arranged(parameters, plan, number) for number in numbers]
        leads = farm.map(chore, [meeting for _, meeting in arranged])
        drift = sum(lead * signs for (signs, _), lead in zip(arranged, leads, strict=True))
        parameters += plan.stride * (1 - done / plan.rounds / 2) * STEPS * drift
        np.maximum(parameters, LEAST, out=parameters)
        yield done + 1
