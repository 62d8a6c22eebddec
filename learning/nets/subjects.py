"""Games whose networks can be trained."""

import importlib

from boyi.learning.nets.training import Subject

SUBJECTS = {game: f"boyi.learning.nets.{game}" for game in ("chess", "xiangqi")}
"""Game -> where what is particular to it lies."""


def load_subject(game: str) -> Subject:
    """What training needs to know of a game."""
    subject: Subject = importlib.import_module(SUBJECTS[game]).SUBJECT
    return subject
