"""Talk: what a client says to an engine in one dialect, verb by verb."""

from typing import Protocol

from boyi.engines.game import Game
from boyi.protocol.player import EngineSpec, Reply, Turn
from boyi.protocol.wire import Wire


class Talk(Protocol):
    """One conversation, from greeting to farewell.

    Verbs raise EngineError for what the engine did wrong and ProtocolError for what can't be asked of it.
    A verb that was broken off, by an error or by its caller, never lends its answer to a later one.
    """

    def __init__(self, wire: Wire, spec: EngineSpec, game: Game) -> None:
        """Nothing is said yet."""

    async def greet(self) -> str:
        """Introduce ourselves and set its options; the engine's own name for itself."""

    async def new_game(self, start: str | None, patience: float) -> None:
        """Begin a game from a position (None: the usual start); returns when the engine is ready for it."""

    async def play(self, turn: Turn, patience: float) -> Reply:
        """Ask for a move."""

    def farewell(self) -> tuple[str, ...]:
        """The lines after which it should end."""

    @property
    def reusable(self) -> bool:
        """Whether the process may play a second game."""
