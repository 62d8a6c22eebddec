"""A client's side of ECUI: whole positions with their die, answered by two squares."""

from boyi.engines.limits import Limits
from boyi.engines.report import Best
from boyi.protocol import messages as msg
from boyi.protocol.driving.errors import ProtocolError
from boyi.protocol.driving.request_reply import RequestReplyDriver
from boyi.protocol.driving.spec import Reply, Turn
from boyi.protocol.einstein.ecui import DIALECT
from boyi.protocol.text import quote

PLACE = msg.Several((msg.NewGame(), msg.Place(0)))


class EcuiDriver(RequestReplyDriver):
    """Speaks ECUI to one engine. The dialect has no names, either."""

    dialect = DIALECT

    async def greet(self) -> str:
        """Ask for a placing, which every engine of the dialect can tell; its name is ours for it.

        ProtocolError if options are to be set, which the dialect can't: they belong into the command.
        """
        if self._spec.options:
            raise ProtocolError(f"{self._spec.name}: ECUI sets no options; put them into the command")
        await self._place(self._spec.patience)
        return self._spec.name

    async def new_game(self, start: str | None) -> None:
        """Ask for a placing, as every game begins; it is heard and left aside, since the start is given."""
        await self._place(self._new_game_patience)

    async def _place(self, patience: float) -> None:
        event = await self._question(PLACE, patience, "placing its pieces")
        if not isinstance(event, msg.Placement):
            raise self._conversation.lie("expected six squares, found a move")

    async def play(self, turn: Turn, patience: float) -> Reply:
        """Ask for a move in the present position."""
        asked = msg.Several((msg.Position(turn.now()), msg.Go(Limits())))
        event = await self._question(asked, patience, "choosing a move")
        if not isinstance(event, Best):
            raise self._conversation.lie("expected two squares, found six")
        return Reply(event.move, self._conversation.seconds, None)

    async def _question(self, command: msg.Command, patience: float, state: str) -> msg.Event:
        return await self._ask((self.dialect.render_command(command),), self._hear, patience, state)

    def _hear(self, line: str) -> msg.Event:
        """Every line counts as an answer, as for the platform."""
        event = self.dialect.parse_event(line)
        if event is None:
            raise self._conversation.lie(f"expected squares, found {quote(line)}")
        return event
