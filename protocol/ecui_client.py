"""A client's side of ECUI: whole positions with their die, answered by two squares."""

from boyi.engines.limits import Limits
from boyi.engines.report import Best
from boyi.protocol.ecui import DIALECT
from boyi.protocol.faults import ProtocolError
from boyi.protocol.messages import Command, Event, Go, NewGame, Place, Placed, Position, Several
from boyi.protocol.plain_client import PlainTalk
from boyi.protocol.player import Reply, Turn
from boyi.protocol.words import quote

PLACE = Several((NewGame(), Place(0)))


class EcuiTalk(PlainTalk):
    """Speaks ECUI to one engine. The dialect has no names, either."""

    dialect = DIALECT

    async def greet(self) -> str:
        """Ask for a placing, which every engine of the dialect can tell; its name is ours for it.

        ProtocolError if options are to be set, which the dialect can't: they belong into the command.
        """
        if self._spec.options:
            raise ProtocolError(f"{self._spec.name}: ECUI sets no options; put them into the command")
        await self.new_game(None, self._spec.patience)
        return self._spec.name

    async def new_game(self, start: str | None, patience: float) -> None:
        """Ask for a placing, as every game begins; it is heard and left aside, since the start is given."""
        event = await self._question(PLACE, patience, "placing its pieces")
        if not isinstance(event, Placed):
            raise self._wire.lie("expected six squares, found a move")

    async def play(self, turn: Turn, patience: float) -> Reply:
        """Ask for a move in the present position."""
        asked = Several((Position(turn.now()), Go(Limits())))
        event = await self._question(asked, patience, "choosing a move")
        if not isinstance(event, Best):
            raise self._wire.lie("expected two squares, found six")
        return Reply(event.move, self._wire.answered - self._wire.asked, None)

    async def _question(self, command: Command, patience: float, state: str) -> Event:
        return await self._ask((self.dialect.render_command(command),), self._hear, patience, state)

    def _hear(self, line: str) -> Event:
        """Every line counts as an answer, as for the platform."""
        event = self.dialect.parse_event(line)
        if event is None:
            raise self._wire.lie(f"expected squares, found {quote(line)}")
        return event
