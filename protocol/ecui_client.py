"""A client's side of ECUI: whole positions with their die, answered by two squares."""

from boyi.engines.game import Game
from boyi.engines.limits import Limits
from boyi.engines.report import Best
from boyi.protocol.ecui import parse_event, render_command
from boyi.protocol.faults import ProtocolError
from boyi.protocol.messages import Command, Event, Go, NewGame, Place, Placed, Position, Quit, Several
from boyi.protocol.player import EngineSpec, Reply, Turn
from boyi.protocol.wire import Wire
from boyi.protocol.words import quote

PLACE = Several((NewGame(), Place(0)))


class EcuiTalk:
    """Speaks ECUI to one engine. The dialect has no options, no clocks and no names."""

    def __init__(self, wire: Wire, spec: EngineSpec, game: Game) -> None:
        """Nothing is said yet."""
        self._wire, self._spec = wire, spec
        self._owing = False
        """Whether an answer is still to come."""

    @property
    def reusable(self) -> bool:
        """An answer that is owed could not be told from the next one."""
        return not self._owing

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
        event = await self._ask(PLACE, patience, "placing its pieces")
        if not isinstance(event, Placed):
            raise self._wire.lie("expected six squares, found a move")

    async def play(self, turn: Turn, patience: float) -> Reply:
        """Ask for a move in the present position."""
        event = await self._ask(Several((Position(turn.now()), Go(Limits()))), patience, "choosing a move")
        if not isinstance(event, Best):
            raise self._wire.lie("expected two squares, found six")
        return Reply(event.move, self._wire.answered - self._wire.asked, None)

    def farewell(self) -> tuple[str, ...]:
        """The platform's last word."""
        return (render_command(Quit()),)

    async def _ask(self, command: Command, patience: float, state: str) -> Event:
        if self._owing:
            raise ProtocolError(f"{self._spec.name}: asked before its last answer has come")
        self._owing = True
        event: Event = await self._wire.ask((render_command(command),), self._hear, patience, state)
        self._owing = False
        return event

    def _hear(self, line: str) -> Event:
        """Every line counts as an answer, as for the platform."""
        event = parse_event(line)
        if event is None:
            raise self._wire.lie(f"expected squares, found {quote(line)}")
        return event
