"""Duels in this process: two evaluations, one search, equal depth, every opening with both colours."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from boyi.arena.indoors import Score
from boyi.engines.game import Game
from boyi.engines.jit import Record, copy
from boyi.engines.play import play, result
from boyi.engines.rules import LOST, ONGOING, WON
from boyi.learning.lessons import Lesson
from boyi.learning.mind import Mind

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


def duel(first: Mind, second: Mind, openings: Sequence[Record], depth: int) -> Iterator[Tally]:
    """Both colours of every opening; how it stands after each."""
    games = list[float]()
    for opening in openings:
        games.append(played(opening, (first, second), depth))
        games.append(1 - played(opening, (second, first), depth))
        yield Tally(tuple(games))


def openings(game: Game, lessons: Sequence[Lesson], plies: int) -> list[Record]:
    """The usual start, and the positions after the first plies of games."""
    found = [game.notation.read(game.start, {})]
    for lesson in lessons:
        pos = game.notation.read(lesson.start or game.start, {})
        for text in lesson.moves[:plies]:
            play(pos, game.notation.move(pos, text))
        found.append(pos)
    return found
