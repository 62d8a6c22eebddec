"""Pairs of games with the same opening and dice, the sides changed: their file and their score."""

import json
import math
from dataclasses import dataclass
from pathlib import Path

from boyi.arena.files import append_durably, as_arena_error, finished_lines

Pair = tuple[float, float]
"""Points of the same player in both games."""


@dataclass(frozen=True)
class PairScore:
    """What one of two players got."""

    games: tuple[float, ...] = ()
    """Points of each game; two and two are a pair."""

    @property
    def counts(self) -> tuple[int, int, int]:
        """Won, drawn, lost."""
        won, drawn, lost = (self.games.count(points) for points in (1.0, 0.5, 0.0))
        return won, drawn, lost

    @property
    def wdl(self) -> str:
        """Won, drawn and lost games as a table shows them, such as 8/4/4."""
        return "/".join(map(str, self.counts))

    @property
    def share(self) -> float:
        """Points per game."""
        return sum(self.games) / len(self.games)

    @property
    def error(self) -> float:
        """Half the width of the share's 95 % bounds, by pairs."""
        pairs = [sum(pair) / 2 for pair in zip(self.games[::2], self.games[1::2], strict=True)]
        spread = sum((points - self.share) ** 2 for points in pairs)
        return 1.96 * math.sqrt(spread / max(len(pairs) - 1, 1) / len(pairs))

    @property
    def other(self) -> "PairScore":
        """What the opponent got."""
        return PairScore(tuple(1 - points for points in self.games))

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} ± {100 * self.error:.1f}"


class PairFile:
    """Pairs of any number of matches in one file, so that they can be broken off and gone on with.

    Several processes may add to the file; each knows what it held at first and what it added itself.
    """

    def __init__(self, path: Path) -> None:
        """The file may hold pairs already; a line that was not finished is cut off."""
        self._path, self._known = path, dict[tuple[str, int], Pair]()
        with as_arena_error(path):
            lines = finished_lines(path)
        for line in lines:
            name, number, first, second = json.loads(line)
            self._known[name, number] = first, second

    def missing(self, name: str, most: int) -> list[int]:
        """Numbers of the first so many pairs of a match that are not there."""
        return [number for number in range(most) if (name, number) not in self._known]

    def add(self, name: str, number: int, pair: Pair) -> None:
        """Add a pair; after this it is never lost."""
        with as_arena_error(self._path):
            append_durably(self._path, f"{json.dumps([name, number, *pair])}\n".encode())
        self._known[name, number] = pair

    def score(self, name: str, most: int | None = None) -> PairScore:
        """The score of a match, after its first so many pairs or all."""
        found = sorted((number, pair) for (match, number), pair in self._known.items() if match == name)
        chosen = [pair for number, pair in found if most is None or number < most]
        return PairScore(tuple(points for pair in chosen for points in pair))
