"""A client's side of the dialects of Connect6, in which a turn of two stones is asked for and told at once.

The arena asks for single stones; the second of an engine's turn is kept until it is asked for.
"""

from boyi.engines.game import Game
from boyi.engines.report import Best
from boyi.protocol.connect6 import cloudict, sau
from boyi.protocol.connect6.turns import PLAY, SET_UP, SET_UP_AND_PLAY, answer_to
from boyi.protocol.driving.conversation import Conversation
from boyi.protocol.driving.errors import ProtocolError
from boyi.protocol.driving.request_reply import RequestReplyDriver
from boyi.protocol.driving.spec import Reply, Turn
from boyi.protocol.messages import Advance, EngineName, Hello

FIRST = 1
"""Stones of the game's first turn; all others have two."""


def turns(moves: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The stones of a game from its usual start, turn by turn."""
    return [moves[:FIRST], *(moves[at : at + 2] for at in range(FIRST, len(moves), 2))] if moves else []


class Connect6Driver(RequestReplyDriver):
    """Speaks a dialect of Connect6 to one engine; options can't be set in it, nor positions."""

    def __init__(self, conversation: Conversation, game: Game) -> None:
        """Nothing is said yet."""
        super().__init__(conversation, game)
        self._rest: tuple[str, ...] = ()
        """What is still to be told of the engine's last turn."""
        self._known = 0
        """Turns of the game that the engine knows."""

    async def greet(self) -> str:
        """Ask for the name. ProtocolError if options are to be set, for which there are no words."""
        if self._spec.options:
            raise ProtocolError(f"{self._spec.name}: options can't be set in {self.dialect.name}")
        line = self.dialect.render_command(Hello())
        return await self._conversation.ask((line,), self._hear_name, self._spec.patience, "telling its name")

    async def new_game(self, start: str | None) -> None:
        """Nothing is said before the first turn, which tells the engine its colour."""
        if start is not None:
            raise ProtocolError(f"{self._spec.name}: {self.dialect.name} always starts from the empty board")
        self._rest, self._known = (), 0

    async def play(self, turn: Turn, patience: float) -> Reply:
        """The engine's next stone: asked for with the opponent's turn, or kept from its own last one."""
        if self._rest:
            stone, self._rest = self._rest[0], self._rest[1:]
            return Reply(stone, 0.0, None)
        self._expect_nothing()
        due = 2 if turn.moves else FIRST
        best = await self._ask(self._lines(turn), self._hear_turn, patience, "searching")
        if len(best.turn) > due:
            raise self._conversation.lie(f"it places {len(best.turn)} stones in the first turn")
        self._rest = best.rest
        return Reply(best.move, self._conversation.seconds, None)

    def _lines(self, turn: Turn) -> tuple[str, ...]:
        """What tells the engine of the turns since its last, and asks for another."""
        self._check(turn)
        played, render = turns(turn.moves), self.dialect.render_command
        begun = self._known > 0
        self._known = len(played) + 1
        if not played:
            return (render(SET_UP_AND_PLAY),)
        lines = () if begun else (render(SET_UP),)
        return (*lines, *self._earlier(played if not begun else played[-1:]), render(answer_to(played[-1])))

    def _check(self, turn: Turn) -> None:
        """A turn that was begun has to be ended by who began it."""
        if turn.moves and len(turn.moves) % 2 == 0:
            if self._known:
                raise self._conversation.lie("it placed one stone where two are due")
            raise ProtocolError(f"{self._spec.name}: {self.dialect.name} has no words for half a turn")

    def _earlier(self, played: list[tuple[str, ...]]) -> tuple[str, ...]:
        """Turns before the last, where a game does not begin with the engine's own."""
        if len(played) > 1:
            raise ProtocolError(f"{self._spec.name}: {self.dialect.name} has no words for an opening")
        return ()

    def _hear_name(self, line: str) -> str | None:
        event = self.dialect.parse_event(line)
        return event.name if isinstance(event, EngineName) else None

    def _hear_turn(self, line: str) -> Best | None:
        event = self.dialect.parse_event(line)
        return event if isinstance(event, Best) else None


class SauDriver(Connect6Driver):
    """The SAU platform's side."""

    dialect = sau.DIALECT


class CloudictDriver(Connect6Driver):
    """ConnectMore's side: a game may begin with an opening."""

    dialect = cloudict.DIALECT

    def _lines(self, turn: Turn) -> tuple[str, ...]:
        played, render = turns(turn.moves), self.dialect.render_command
        if self._known or len(played) < 2:
            return super()._lines(turn)
        self._check(turn)
        self._known = len(played) + 1
        placed = (render(Advance(stones, True, number % 2)) for number, stones in enumerate(played))
        return render(SET_UP), *placed, render(PLAY)
