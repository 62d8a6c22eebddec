"""What is found in files of games: lessons, and flaws that say why something is none."""

from collections.abc import Iterator
from dataclasses import dataclass

from boyi.learning.lessons import Lesson

RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "black": 1, "white": -1, "draw": 0}
"""For the first player: White of chess, Red, Black of connect6."""
UNFINISHED, BROKEN, DUPLICATE = "unfinished", "broken", "duplicate"


@dataclass(frozen=True)
class Flaw:
    """Something in a file that can't be learned from."""

    kind: str
    origin: str
    reason: str

    def __str__(self) -> str:
        return f"{self.origin}: {self.reason}"


Found = Iterator[Lesson | Flaw]


def lesson_of(start: str, moves: tuple[str, ...], result: int | None, origin: str) -> Lesson | Flaw:
    """A lesson, if there is anything to learn."""
    if result is None:
        return Flaw(UNFINISHED, origin, "the game has no result")
    if not moves:
        return Flaw(UNFINISHED, origin, "the game has no moves")
    return Lesson(start, moves, result, origin)


def lines_of(text: str, where: str) -> Iterator[tuple[str, str]]:
    """Every line that is not blank, with its place."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield f"{where}, line {number}", line
