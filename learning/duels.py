"""Duels in this process: two evaluations, one search, equal depth, every opening with both colours."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from boyi.arena.files import append
from boyi.arena.indoors import Score
from boyi.engines.game import Game
from boyi.engines.jit import Record, copy
from boyi.engines.play import play, result
from boyi.engines.rules import LOST, ONGOING, WON
from boyi.learning.lessons import Lesson
from boyi.learning.mind import Mind
from boyi.learning.progress import Progress

LONGEST = 400
"""Plies after which a game is drawn."""
POINTS = {LOST: 0.0, WON: 1.0}
"""Of the side to move, by the outcome; anything else is half a point."""


@dataclass(frozen=True)
class Tally:
    """Games of the first player, pair by pair."""

    games: tuple[float, ...] = ()
    """Points of each game; two and two share an opening."""

    @property
    def counts(self) -> tuple[int, int, int]:
        """Won, drawn, lost."""
        won, drawn, lost = (sum(points == each for points in self.games) for each in (1.0, 0.5, 0.0))
        return won, drawn, lost

    @property
    def score(self) -> Score:
        """Share of the points with its 95 % error, by pairs."""
        return Score(tuple(map(sum, zip(self.games[::2], self.games[1::2], strict=True))))

    def __str__(self) -> str:
        return "/".join(map(str, self.counts))


def played(opening: Record, minds: Sequence[Mind], depth: int) -> float:
    """Points of the first of two players, who moves first."""
    pos, mover, plies = copy(opening), 0, 0
    for mind in minds:
        mind.forget()
    while (ended := result(pos)) == ONGOING and plies < LONGEST:
        play(pos, minds[mover].think(pos, depth=depth).move)
        mover, plies = 1 - mover, plies + 1
    points = POINTS.get(ended, 0.5)
    return points if mover == 0 else 1 - points


class Duels:
    """Duels kept in a file, pair by pair, so that they can be broken off and gone on with."""

    def __init__(self, path: Path, openings: Sequence[Record], depth: int) -> None:
        """The file may hold pairs of such duels already."""
        self._path, self._openings, self._depth = path, openings, depth
        self._games: dict[tuple[str, int], tuple[float, ...]] = {}
        if path.exists():
            for line in path.read_text().splitlines():
                name, number, first, second = json.loads(line)
                self._games[name, number] = first, second

    def play(self, name: str, first: Mind, second: Mind, most: int | None = None) -> Tally:
        """Both colours of the openings, or of the first so many; what the file holds is not played again."""
        chosen = self._openings[:most]
        with Progress(name, len(chosen), "pairs") as progress:
            for number, opening in enumerate(chosen):
                if (name, number) not in self._games:
                    pair = (
                        played(opening, (first, second), self._depth),
                        1 - played(opening, (second, first), self._depth),
                    )
                    append(self._path, f"{json.dumps([name, number, *pair])}\n".encode())
                    self._games[name, number] = pair
                progress.at(number + 1, str(self.tally(name)))
        return self.tally(name)

    def tally(self, name: str) -> Tally:
        """How a duel stands."""
        pairs = (self._games.get((name, number), ()) for number in range(len(self._openings)))
        return Tally(tuple(points for pair in pairs for points in pair))


def openings(game: Game, lessons: Sequence[Lesson], plies: int) -> list[Record]:
    """The usual start, and the positions after the first plies of games."""
    found = [game.notation.read(game.start, {})]
    for lesson in lessons:
        pos = game.notation.read(lesson.start or game.start, {})
        for text in lesson.moves[:plies]:
            play(pos, game.notation.move(pos, text))
        found.append(pos)
    return found
