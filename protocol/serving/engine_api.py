"""What a session asks of an engine, so that it need not import one."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from boyi.engines.game import Game
from boyi.engines.limits import Limits
from boyi.engines.options import Options
from boyi.engines.report import Best, Info, Memory


class EngineApi(Protocol):
    """An engine as a session sees it.

    `stop` and `searching` are used from any thread, all else from one alone.
    """

    def load(self) -> None:
        """Get ready to play, which may take seconds."""

    def new_game(self) -> None:
        """Forget the last game; blocks until a running search has ended."""

    def set_position(self, fen: str | None, moves: Sequence[str]) -> None:
        """Take a position for the next search; ValueError names the fault."""

    def advance(self, moves: Sequence[str], whole: bool = False, side: int | None = None) -> None:
        """Play moves from the present position, after the running search has ended; ValueError as above.

        `whole` says that they are one turn, all or nothing; `side` whose they are.
        """

    def place(self, side: int) -> tuple[str, ...]:
        """Where the pieces of a side start; ValueError in a game that leaves no choice."""

    def reject(self) -> None:
        """Take back the last own move and ban it; ValueError if there is none."""

    def ban(self, moves: Sequence[str]) -> None:
        """Keep moves from being played until the next position."""

    def go(self, limits: Limits, own: bool = False) -> None:
        """Start a search, after the running one has ended with its own move; returns at once.

        `own` says that the move found is then played in the engine's own position.
        """

    def ponder_hit(self, draw: bool = False) -> None:
        """Let the search go on within its limits; `draw` says that one was offered."""

    def stop(self) -> None:
        """Ask the search to end; returns at once."""

    def wait(self) -> None:
        """Block until no search runs and the last one's move has been told."""

    def catch_up(self) -> None:
        """Take what was set during a search that has ended since; may block meanwhile."""

    @property
    def searching(self) -> bool:
        """Whether a search runs or its move has yet to be told."""

    @property
    def bounded(self) -> bool:
        """Whether the running search ends by itself."""

    @property
    def side(self) -> int:
        """Who is to move in the position last set: 0 the first player, 1 the second."""

    def appraise(self) -> int:
        """The static value of the position for the side to move."""

    def recall(self, fen: str | None, moves: Sequence[str]) -> Memory:
        """What earlier searches remember of a position; ValueError names the fault."""

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
    [Game, Options, Callable[[Info], None], Callable[[Best], None], Callable[[str], None]], EngineApi
]
"""Makes an engine of a game, its options, and who hears of infos, best moves and remarks."""
