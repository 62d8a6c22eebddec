"""Playing below full strength: fewer nodes, and a choice among good moves that errs by lot."""

import math
import random
from collections.abc import Mapping, Sequence

from boyi.engines.options import Option, Value
from boyi.engines.report import Answer

WEAKEST, STRONGEST = 1200, 2700
OPTIONS = (
    Option("UCI_LimitStrength", "check", False, help="play at the strength of UCI_Elo"),
    Option("UCI_Elo", "spin", 1800, WEAKEST, STRONGEST, help="strength to play at"),
)
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


def wanted(options: Mapping[str, Value]) -> int | None:
    """The rating to play at; None for full strength."""
    if "UCI_LimitStrength" not in options or not options["UCI_LimitStrength"]:
        return None
    return int(options["UCI_Elo"])


def nodes(elo: int) -> int:
    """Nodes a move that a rating may use: doubled every 150 points, half a million for the strongest."""
    return int(500 * 2 ** ((elo - WEAKEST) / 150))


def temperature(elo: int) -> float:
    """Centipawns by which a rating's judgement of two moves scatters."""
    return 90.0 * (STRONGEST - elo) / (STRONGEST - WEAKEST)


def scatter(options: Mapping[str, Value]) -> float | None:
    """Centipawns by which the choice of a move is to scatter; None where the best is to be played."""
    elo = wanted(options)
    if elo is not None:
        return temperature(elo)
    return RANDOMNESS.get(str(options.get("Randomness")))


def answer(score: int, offered: bool, options: Mapping[str, Value]) -> Answer:
    """What is said with a move of this score: a draw is taken by who is not ahead, a lost game given up."""
    hopeless = int(options.get("Resign", 0))
    if hopeless and score <= -hopeless:
        return "resign"
    return "draw" if offered and score <= 0 else ""


def choose(scores: Sequence[int], elo: int, lot: random.Random) -> int:
    """Index of the move that a rating plays among moves with these scores, best first."""
    return pick(scores, temperature(elo), lot)


def pick(scores: Sequence[int], scatter: float, lot: random.Random) -> int:
    """Index of the move to play among moves with these scores, when judgement scatters so much."""
    if scatter <= 0 or len(scores) < 2:
        return 0
    best = max(scores)
    weights = [math.exp(max(-50.0, (score - best) / scatter)) for score in scores]
    return lot.choices(range(len(scores)), weights)[0]
