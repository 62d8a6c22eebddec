"""Matches of two evaluations: one search at equal depth, every opening with both colours."""

from collections.abc import Sequence
from pathlib import Path

from boyi.arena.inprocess.game import GameTerms, play_pair
from boyi.arena.inprocess.pairs import PairScore
from boyi.arena.inprocess.quick_search import QuickPlayer, QuickSearch
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.play import play
from boyi.learning.data.games import TrainingGame
from boyi.learning.pair_matches import PairMatches

TERMS = GameTerms(length=400)


class EqualDepthMatches:
    """Matches kept in a file, pair by pair, so that they can be broken off and gone on with."""

    def __init__(self, path: Path, openings: Sequence[Record], depth: int) -> None:
        """The file may hold pairs of such matches already."""
        self._matches, self._openings, self._depth = PairMatches(path), openings, depth

    def play(self, name: str, first: QuickSearch, second: QuickSearch, most: int | None = None) -> PairScore:
        """Both colours of the openings, or of the first so many; what the file holds is not played again."""
        players = [QuickPlayer(search, depth=self._depth) for search in (first, second)]
        count = len(self._openings[:most])
        self._matches.play(
            name,
            count,
            lambda number: play_pair(players, self._openings[number], TERMS),
            lambda score: score.wdl,
        )
        return self.score(name)

    def score(self, name: str) -> PairScore:
        """The score of a match so far."""
        return self._matches.score(name, len(self._openings))


def openings(game: Game, lessons: Sequence[TrainingGame], plies: int) -> list[Record]:
    """The usual start, and the positions after the first plies of games."""
    found = [game.notation.read(game.start, {})]
    for lesson in lessons:
        pos = game.notation.read(lesson.start or game.start, {})
        for text in lesson.moves[:plies]:
            play(pos, game.notation.move(pos, text))
        found.append(pos)
    return found
