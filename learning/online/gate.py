"""The gate that a batch and a candidate pass before a match is played for the place.

A game that ended by the rules has the result that they give it. One that was left counts if the weights in
place see the same winner at its end: nobody's word is taken for it.
"""

import math
from collections.abc import Sequence

import numpy as np

from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.learning.data.games import TrainingGame
from boyi.learning.online.judged import result_by_rules
from boyi.learning.online.learners import OnlineLearner
from boyi.learning.td.matches import openings

LAST = 4
"""Positions at the end of a game that was left …"""
CLEAR = 0.5
"""… and their mean value for the winner, at least."""
HONEST = 0.01
"""Share of honest games whose end may look otherwise …"""
BOUNDS = 2.0
"""… and how many standard deviations more are borne."""


class CandidateGate:
    """What a batch and a candidate are held to."""

    def __init__(self, game: Game, learner: OnlineLearner, held_out: Sequence[TrainingGame]) -> None:
        """The learner says what weights make of games; nothing is learned from those held out."""
        self._game, self._learner, self._held_out = game, learner, held_out

    def believable(self, weights: Record, games: Sequence[TrainingGame]) -> list[TrainingGame]:
        """The games that end like their results."""
        values = self._learner.values(weights, games)
        return [played for played, seen in zip(games, values, strict=True) if self._agree(played, seen)]

    def _agree(self, played: TrainingGame, values: np.ndarray) -> bool:
        """Whether a game's result is that of the rules, or else clear from the values of its positions."""
        *_, end = openings(self._game, [played], len(played.moves))
        known = result_by_rules(end)
        if known is not None:
            return known == played.result
        return float(np.mean(values[-LAST:])) * played.result >= CLEAR

    def error(self, weights: Record) -> float:
        """The mean square of what values of the held-out games' positions are short of their results."""
        values = self._learner.values(weights, self._held_out)
        short = [seen - played.result for seen, played in zip(values, self._held_out, strict=True)]
        return float(np.mean(np.concatenate(short) ** 2))


def objection(games: int, believable: int) -> str:
    """What is wrong with a batch of which so many games are believable; nothing if chance could do it."""
    others, spread = games - believable, math.sqrt(games * HONEST * (1 - HONEST))
    if others <= games * HONEST + BOUNDS * spread:
        return ""
    return f"{others} of {games} games ended unlike their results"
