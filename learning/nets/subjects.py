"""Games whose networks can be trained, and what training needs to know of each."""

import importlib
from dataclasses import dataclass

from boyi.engines.jit import Dtype

SUBJECTS = {game: f"boyi.learning.nets.{game}" for game in ("chess", "xiangqi")}
"""Game -> where what is particular to it lies."""


@dataclass(frozen=True)
class Subject:
    """What is trained: a network of one game."""

    game: str
    evaluator: str
    sample: Dtype
    floats: Dtype
    net: Dtype
    letters: str
    """Kinds of pieces, as FEN writes them."""
    teacher: str
    """The hand-crafted evaluator that makes the first games."""
    scale: int
    """The score at which the winning chance is 1/(1 + 1/e)."""
    regions: int = 1
    """How many times rows come for the same pieces on the same squares, by where a king stands."""


def load_subject(game: str) -> Subject:
    """What training needs to know of a game."""
    subject: Subject = importlib.import_module(SUBJECTS[game]).SUBJECT
    return subject
