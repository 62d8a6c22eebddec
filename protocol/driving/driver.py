"""What a client says to an engine in one dialect, verb by verb."""

from abc import ABC, abstractmethod
from collections.abc import Callable

from boyi.engines.game import Game
from boyi.engines.options import Option
from boyi.engines.report import Info
from boyi.protocol.driving.conversation import Conversation
from boyi.protocol.driving.spec import Reply, Turn

FOREVER = 1e9
"""Seconds that nobody will wait."""
NEW_GAME_PATIENCE = 15.0
"""Seconds until an engine must be ready for a game: clearing a large hash table takes some."""


class Driver(ABC):
    """One conversation, from greeting to farewell.

    Verbs raise EngineError for what the engine did wrong and ProtocolError for what can't be asked of it.
    A verb that was broken off, by an error or by its caller, never lends its answer to a later one.
    """

    def __init__(self, conversation: Conversation, game: Game) -> None:
        """Nothing is said yet."""
        self._conversation, self._spec, self._game = conversation, conversation.spec, game
        self._pending = False
        """Whether an answer is still to come, to the present question or to one that was given up."""
        self._new_game_patience = min(self._spec.patience, NEW_GAME_PATIENCE)

    @abstractmethod
    async def greet(self) -> str:
        """Introduce ourselves and set its options; the engine's own name for itself.

        ProtocolError for an option that can't be set, or not to such a value.
        """

    @abstractmethod
    async def new_game(self, start: str | None) -> None:
        """Begin a game from a position (None: the usual start); returns when the engine is ready for it."""

    @abstractmethod
    async def play(self, turn: Turn, patience: float) -> Reply:
        """Ask for a move; EngineSilent after `patience` seconds."""

    async def analyse(self, turn: Turn, hear: Callable[[Info], None], patience: float | None) -> Reply:
        """Ask for a move, and pass on every line of play that is told on the way; None: wait for ever.

        A dialect that tells none has nothing to pass on. EngineSilent after `patience` seconds.
        """
        return await self.play(turn, FOREVER if patience is None else patience)

    @property
    def offered(self) -> tuple[Option, ...]:
        """The options that the engine has told; none in dialects without options."""
        return ()

    def stop(self) -> None:  # noqa: B027  most dialects have no word for it
        """Have a search that runs end soon, if there is a word for it; its answer comes as usual."""

    @abstractmethod
    def farewell(self) -> tuple[str, ...]:
        """The lines after which it should end."""

    @property
    def reusable(self) -> bool:
        """Whether the process may play a second game."""
        return True
