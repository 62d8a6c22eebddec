"""Where games to learn from come from. All sources have one interface; a game's number names it for ever.

records      files of games that others played                   records.py, formats.py
random       random moves                                        inside.py
selfplay     the learner against itself                          inside.py
opponent     the learner against any engine, in the arena        outside.py
online       games that the engine plays elsewhere               outside.py
"""

from collections.abc import Callable, Iterator
from typing import Protocol

from boyi.engines.jit import Record
from boyi.learning.lessons import Lesson

Weights = Callable[[], Record]
"""What the learner plays with at present."""


class Source(Protocol):
    """Games, one after the other."""

    def games(self, first: int) -> Iterator[Lesson]:
        """The games from the `first`-th on, counted from 0.

        The same for the same settings, as far as players that are not ours allow it. Games of the learner
        itself are played with the weights that it has when the game is asked for.
        """

    def told(self) -> dict[str, int]:
        """How many games were met, and how many left out for which reason."""
