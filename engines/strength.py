"""Playing below full strength: fewer nodes, overlooked moves, and a choice among good ones that errs."""

import itertools
import math
import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from boyi.engines.options import Option, Value
from boyi.engines.report import Answer


class Rung(NamedTuple):
    """How a rating plays."""

    elo: int
    nodes: int
    """For a move."""
    scatter: float
    """Centipawns by which its judgement of two moves errs, or what a game's scores count in."""
    overlooked: float = 0.0
    """The share of the moves that it does not see, others each time."""


Ladder = tuple[Rung, ...]
"""Rungs from the weakest to the strongest; between two it is even."""


LADDER = (
    Rung(1200, 500, 90),
    Rung(1400, 2_000, 71),
    Rung(1800, 14_000, 49),
    Rung(2200, 220_000, 13),
    Rung(2700, 1_000_000, 0),
)
"""Set by matches against stockfish at 1400, 1800 and 2200; between two rungs it is even."""
WEAKEST, STRONGEST = LADDER[0].elo, LADDER[-1].elo


def options_for(ladder: Ladder, usual: int) -> tuple[Option, ...]:
    """The options of a game whose strength can be limited to the ratings of a ladder."""
    return (
        Option("UCI_LimitStrength", "check", False, help="play at the strength of UCI_Elo"),
        Option("UCI_Elo", "spin", usual, ladder[0].elo, ladder[-1].elo, help="strength to play at"),
    )


OPTIONS = options_for(LADDER, 1800)
SKILL, FULL_SKILL = "Skill Level", 20
SKILL_OPTION = Option(SKILL, "spin", FULL_SKILL, 0, FULL_SKILL, help="strength in steps, 20 for all of it")
RANDOM_OPTION = Option(
    "Randomness",
    "combo",
    "none",
    choices=("none", "small", "medium", "large"),
    help="how much the choice among good moves is left to chance",
)
RANDOMNESS = {"small": 6.0, "medium": 15.0, "large": 40.0}
"""Centipawns of scatter, by value of the option."""
CANDIDATES = 4
"""Best lines among which a limited engine chooses."""


def limited_elo(options: Mapping[str, Value]) -> int | None:
    """The rating to play at; None for full strength."""
    if options.get("UCI_LimitStrength"):
        return int(options["UCI_Elo"])
    skill = int(options.get(SKILL, FULL_SKILL))
    return None if skill == FULL_SKILL else WEAKEST + (STRONGEST - WEAKEST) * skill // FULL_SKILL


def nodes(elo: int, ladder: Ladder = LADDER) -> int:
    """Nodes a move that a rating may use."""
    low, high, part = _rungs(elo, ladder)
    return int(low.nodes * (high.nodes / low.nodes) ** part)


def temperature(elo: int, ladder: Ladder = LADDER) -> float:
    """Centipawns by which a rating's judgement of two moves scatters."""
    low, high, part = _rungs(elo, ladder)
    return low.scatter + (high.scatter - low.scatter) * part


def overlooked(options: Mapping[str, Value], ladder: Ladder = LADDER) -> float:
    """The share of the moves that are not to be seen."""
    elo = limited_elo(options)
    if elo is None:
        return 0.0
    low, high, part = _rungs(elo, ladder)
    return low.overlooked + (high.overlooked - low.overlooked) * part


def seen(moves: Sequence[int], overlooked: float, rng: random.Random) -> list[int]:
    """The moves that are seen when such a share of them is not; there is always one, if there are moves."""
    found = [move for move in moves if rng.random() >= overlooked]
    return found or [rng.choice(moves)] if moves else []


def _rungs(elo: int, ladder: Ladder) -> tuple[Rung, Rung, float]:
    """The rungs that a rating is between, and how far it is from the lower to the upper one."""
    low, high = next((low, high) for low, high in itertools.pairwise(ladder) if elo <= high.elo)
    return low, high, (elo - low.elo) / (high.elo - low.elo)


def scatter(options: Mapping[str, Value], ladder: Ladder = LADDER) -> float:
    """Centipawns by which the choice of a move is to scatter; 0 where the best is to be played."""
    elo = limited_elo(options)
    if elo is not None:
        return temperature(elo, ladder)
    return RANDOMNESS.get(str(options.get("Randomness")), 0.0)


def answer_to_offer(score: int, offered: bool, options: Mapping[str, Value]) -> Answer:
    """What is said with a move of this score: a draw is taken by who is not ahead, a lost game given up."""
    hopeless = int(options.get("Resign", 0))
    if hopeless and score <= -hopeless:
        return "resign"
    return "draw" if offered and score <= 0 else ""


def pick(scores: Sequence[int], scatter: float, rng: random.Random) -> int:
    """Index of the move to play among moves with these scores, when judgement scatters so much."""
    if scatter <= 0 or len(scores) < 2:
        return 0
    best = max(scores)
    weights = [math.exp(max(-50.0, (score - best) / scatter)) for score in scores]
    return rng.choices(range(len(scores)), weights)[0]
