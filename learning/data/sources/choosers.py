"""Who chooses the learner's moves in games of this process: short searches with its present weights."""

from typing import Protocol

from boyi.arena.inprocess.engine_player import search_once
from boyi.arena.inprocess.quick_search import QuickSearch
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.limits import Budget
from boyi.learning.data.games import SEARCHED


class LineSearch(Protocol):
    """A search that the learner's moves come from."""

    def begin(self, weights: Record) -> None:
        """Lose all that earlier searches found, and search with these weights from now on."""

    def line(self, pos: Record) -> tuple[int, ...]:
        """The line that is expected from a position with legal moves, its first move the best one. Blocks."""


class QuickChooser:
    """Chooses by the shared search of chess and xiangqi."""

    def __init__(self, game: Game, weights: Record, depth: int) -> None:
        """Searches are of `depth` plies."""
        self._search, self._depth = QuickSearch(game, weights), depth

    def begin(self, weights: Record) -> None:
        """Lose all that earlier searches found, and search with these weights from now on."""
        self._search.weights = weights
        self._search.forget()

    def line(self, pos: Record) -> tuple[int, ...]:
        """The line that is expected from a position with legal moves. Blocks."""
        return self._search.think(pos, depth=self._depth).line


class EngineChooser:
    """Chooses by the search of a game that has one of its own."""

    def __init__(self, game: Game, weights: Record, depth: int) -> None:
        """Searches are of `depth` plies; a stone of connect6 is one."""
        self._thinker, self._weights, self._budget = game.thinker(), weights, Budget(depth=depth)

    def begin(self, weights: Record) -> None:
        """Lose all that earlier searches found, and search with these weights from now on."""
        self._weights = weights
        self._thinker.forget()

    def line(self, pos: Record) -> tuple[int, ...]:
        """The line that is expected from a position with legal moves. Blocks."""
        return search_once(self._thinker, pos, self._weights, self._budget).moves


def chooser_of(game: Game, weights: Record, depth: int) -> LineSearch:
    """Who chooses the moves of a game by searches of so many plies."""
    kind = QuickChooser if game.name in SEARCHED else EngineChooser
    return kind(game, weights, depth)
