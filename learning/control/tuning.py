"""Margins of the search found by play: two neighbours of them meet, and the winner attracts.

A round is a few pairs of games around the same margins, played side by side, each an opening with both
colours; after it the margins take a step. What comes of it depends on the plan alone, not on the processes.
"""

import functools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np

from boyi.engines import load_game
from boyi.engines.board import POINTS
from boyi.engines.evaluation import Evaluation
from boyi.engines.jit import Dtype, Int, Record, copy, new
from boyi.engines.play import play, result
from boyi.engines.rules import DRAWN, ONGOING
from boyi.engines.search.margins import MARGINS, margin
from boyi.engines.search.work import extended, work_dtype
from boyi.learning.mind import Mind
from boyi.learning.perturbation import neighbours
from boyi.learning.selfplay import LONGEST, adjudicated, drawn_opening

Margins = tuple[int, ...]
STEPS = np.array([margin.step for margin in MARGINS], float)
LEAST = np.array([margin.least for margin in MARGINS], float)


@dataclass(frozen=True)
class Plan:
    """What defines a run."""

    game: str
    rounds: int = 400
    pairs: int = 16
    """Pairs of games in a round."""
    nodes: int = 6000
    """Of each move."""
    width: float = 1.2
    """How far neighbours are, in the margins' own steps."""
    stride: float = 0.018
    """How far a game won moves margins in the first round, in the same steps; in the last, half as far."""
    seed: int = 1


@dataclass(frozen=True)
class Meeting:
    """A pair of games between two sets of margins."""

    plan: Plan
    one: Margins
    other: Margins
    luck: str
    """What the opening is drawn by."""


@functools.cache
def tuning_desk(traces: int) -> Dtype:
    """A desk that brings its own margins."""
    dtype = extended(work_dtype(traces), ("margins", np.int64, len(MARGINS)))

    @margin.register(dtype)
    def _margin(work: Record, which: Int) -> Int:
        return np.int64(work.margins[which])

    return dtype


class Rivals:
    """Two searches of one game, each with margins of its own."""

    def __init__(self, game: str, nodes: int) -> None:
        """`nodes` are those of each move."""
        self._game, self._nodes = load_game(game), nodes
        weights, dtype = Evaluation(self._game).weights, tuning_desk(self._game.notation.TRACES)
        self._minds = [Mind(self._game, weights, new(dtype)) for _ in range(2)]

    def meet(self, one: Margins, other: Margins, luck: str) -> float:
        """Games won by the first less those of the second, of an opening by lot with both colours. Blocks."""
        for mind, margins in zip(self._minds, (one, other), strict=True):
            mind.blank.margins[:] = margins
            mind.forget()
        start = self._game.notation.read(self._game.start, {})
        opening = drawn_opening(start, random.Random(luck), self._minds[0], self._nodes)
        first, second = self._minds
        return 2 * (self._points(opening, (first, second)) - self._points(opening, (second, first)))

    def _points(self, opening: Record, minds: Sequence[Mind]) -> float:
        """Points of the one who moves first."""
        pos, scores, ended = copy(opening), list[int](), ONGOING
        for mind in minds:
            mind.forget()
        while ended == ONGOING and len(scores) < LONGEST:
            thought = minds[len(scores) % 2].think(pos, self._nodes)
            ended = adjudicated([*scores, thought.score])
            if ended == ONGOING:
                play(pos, thought.move)
                scores.append(thought.score)
                ended = result(pos)
        points = POINTS[DRAWN if ended == ONGOING else ended]
        return points if len(scores) % 2 == 0 else 1 - points


@functools.cache
def _rivals(game: str, nodes: int) -> Rivals:
    """Those of this process."""
    return Rivals(game, nodes)


def meet(meeting: Meeting) -> float:
    """Games won by the first less those of the second. Blocks."""
    return _rivals(meeting.plan.game, meeting.plan.nodes).meet(meeting.one, meeting.other, meeting.luck)


@contextmanager
def table(processes: int) -> Iterator[Callable[[Iterable[Meeting]], Iterable[float]]]:
    """Where many meet, as many at once as there are processes."""
    if processes == 1:
        yield functools.partial(map, meet)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield functools.partial(pool.map, meet)


def rounded(numbers: np.ndarray, lot: random.Random) -> Margins:
    """Whole margins; a fraction is rounded up as often as it says."""
    bounded = np.maximum(numbers, LEAST)
    return tuple(math.floor(number + lot.random()) for number in bounded)


def _arranged(margins: np.ndarray, plan: Plan, number: int) -> tuple[np.ndarray, Meeting]:
    """The signs of a pair of games, and who meets."""
    luck = f"{plan.seed} {number}"
    lot = random.Random(luck)
    signs, one, other = neighbours(margins, plan.width * STEPS, lot)
    return signs, Meeting(plan, rounded(one, lot), rounded(other, lot), luck)


def tuned(margins: np.ndarray, plan: Plan, first: int, processes: int = 1) -> Iterator[int]:
    """Change margins round by round, from the first that is still to be played; yields the rounds played."""
    with table(processes) as meetings:
        for done in range(first, plan.rounds):
            numbers = range(done * plan.pairs, (done + 1) * plan.pairs)
            arranged = [_arranged(margins, plan, number) for number in numbers]
            leads = meetings([meeting for _, meeting in arranged])
            drift = sum(lead * signs for (signs, _), lead in zip(arranged, leads, strict=True))
            margins += plan.stride * (1 - done / plan.rounds / 2) * STEPS * drift
            np.maximum(margins, LEAST, out=margins)
            yield done + 1
