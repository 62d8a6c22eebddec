"""Duels in this process: two evaluations, one search, equal depth, every opening with both colours."""

from collections.abc import Sequence
from pathlib import Path

from boyi.arena.pairs import Pair, Pairs, Score
from boyi.engines.board import POINTS
from boyi.engines.game import Game
from boyi.engines.jit import Record, copy
from boyi.engines.play import play, result
from boyi.engines.rules import DRAWN, ONGOING
from boyi.learning.lessons import Lesson
from boyi.learning.mind import Mind
from boyi.learning.progress import Progress

LONGEST = 400
"""Plies after which a game is drawn."""


def played(opening: Record, minds: Sequence[Mind], depth: int) -> float:
    """Points of the first of two players, who moves first."""
    pos, mover, plies = copy(opening), 0, 0
    for mind in minds:
        mind.forget()
    while (ended := result(pos)) == ONGOING and plies < LONGEST:
        play(pos, minds[mover].think(pos, depth=depth).move)
        mover, plies = 1 - mover, plies + 1
    points = POINTS[DRAWN if ended == ONGOING else ended]
    return points if mover == 0 else 1 - points


class Duels:
    """Duels kept in a file, pair by pair, so that they can be broken off and gone on with."""

    def __init__(self, path: Path, openings: Sequence[Record], depth: int) -> None:
        """The file may hold pairs of such duels already."""
        self._pairs, self._openings, self._depth = Pairs(path), openings, depth

    def play(self, name: str, first: Mind, second: Mind, most: int | None = None) -> Score:
        """Both colours of the openings, or of the first so many; what the file holds is not played again."""
        pairs = len(self._openings[:most])
        missing = self._pairs.missing(name, pairs)
        before = pairs - len(missing)
        with Progress(name, pairs, "pairs", before) as progress:
            for done, number in enumerate(missing, before + 1):
                self._pairs.enter(name, number, self._pair(number, first, second))
                progress.at(done, self.score(name).wdl)
        return self.score(name)

    def _pair(self, number: int, first: Mind, second: Mind) -> Pair:
        opening = self._openings[number]
        return (
            played(opening, (first, second), self._depth),
            1 - played(opening, (second, first), self._depth),
        )

    def score(self, name: str) -> Score:
        """How a duel stands."""
        return self._pairs.score(name, len(self._openings))


def openings(game: Game, lessons: Sequence[Lesson], plies: int) -> list[Record]:
    """The usual start, and the positions after the first plies of games."""
    found = [game.notation.read(game.start, {})]
    for lesson in lessons:
        pos = game.notation.read(lesson.start or game.start, {})
        for text in lesson.moves[:plies]:
            play(pos, game.notation.move(pos, text))
        found.append(pos)
    return found
