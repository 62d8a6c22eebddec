"""Verbs: what a session asks of an engine, so that it need not import one."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from boyi.engines.game import Game
from boyi.engines.limits import Limits
from boyi.engines.options import Options
from boyi.engines.report import Best, Info


class Verbs(Protocol):
    """An engine as a session sees it.

    `stop` and `searching` are used from any thread, all else from one alone.
    """

    def load(self) -> None:
        """Get ready to play, which may take seconds."""

    def new_game(self) -> None:
        """Forget the last game; blocks until a running search has ended."""

    def set_position(self, fen: str | None, moves: Sequence[str]) -> None:
        """Take a position for the next search; ValueError names the fault."""

    def ban(self, moves: Sequence[str]) -> None:
        """Keep moves from being played until the next position."""

    def go(self, limits: Limits) -> None:
        """Start a search, after the running one has ended with its own move; returns at once."""

    def ponder_hit(self) -> None:
        """Let the search go on within its limits."""

    def stop(self) -> None:
        """Ask the search to end; returns at once."""

    def wait(self) -> None:
        """Block until no search runs and the last one's move has been told."""

    @property
    def searching(self) -> bool:
        """Whether a search runs or its move has yet to be told."""

    @property
    def bounded(self) -> bool:
        """Whether the running search ends by itself."""

    @property
    def side(self) -> int:
        """Who is to move in the position last set: 0 the first player, 1 the second."""

    def picture(self) -> str:
        """The position, drawn."""

    def explain(self) -> str:
        """The evaluation, taken apart."""

    def perft(self, depth: int) -> Iterator[tuple[str, int]]:
        """Each legal move and how many positions lie behind it."""

    def bench(self) -> Iterator[str]:
        """The lines of a bench, as its searches end."""

    def flip(self) -> None:
        """Exchange the sides of the position."""


EngineMaker = Callable[
    [Game, Options, Callable[[Info], None], Callable[[Best], None], Callable[[str], None]], Verbs
]
"""Makes an engine of a game, its options, and who hears of infos, best moves and remarks."""
