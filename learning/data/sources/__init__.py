"""Where games to learn from come from. All sources have one interface; a game's number names it for ever.

records      files of games that others played                   files.py, formats.py
random       random moves                                        self_games.py
selfplay     the learner against itself                          self_games.py
opponent     the learner against any engine, in the arena        live_games.py
online       games that the engine plays elsewhere               live_games.py
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from boyi.engines.jit import Record
from boyi.learning.data.games import TrainingGame

RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "black": 1, "white": -1, "draw": 0}
"""For the first player: White of chess, Red, Black of connect6."""
UNFINISHED, BROKEN, DUPLICATE = "unfinished", "broken", "duplicate"


@dataclass(frozen=True)
class RecordFault:
    """Something in a file that can't be learned from."""

    kind: str
    origin: str
    reason: str

    def __str__(self) -> str:
        return f"{self.origin}: {self.reason}"


Found = Iterator[TrainingGame | RecordFault]


def training_game(
    start: str, moves: tuple[str, ...], result: int | None, origin: str
) -> TrainingGame | RecordFault:
    """A training game, or why there is nothing to learn."""
    if result is None:
        return RecordFault(UNFINISHED, origin, "the game has no result")
    if not moves:
        return RecordFault(UNFINISHED, origin, "the game has no moves")
    return TrainingGame(start, moves, result, origin)


def numbered_lines(text: str, where: str) -> Iterator[tuple[str, str]]:
    """Every line that is not blank, with its place."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield f"{where}, line {number}", line


Weights = Callable[[], Record]
"""What the learner plays with at present."""


class Source(Protocol):
    """Games, one after the other."""

    def games(self, first: int) -> Iterator[TrainingGame]:
        """The games from the `first`-th on, counted from 0.

        The same for the same settings, as far as players that are not ours allow it. Games of the learner
        itself are played with the weights that it has when the game is asked for.
        """

    def summary(self) -> dict[str, int]:
        """How many games were met, and how many left out for which reason."""
