"""A client's side of dialects that know only questions and answers: no options, no clocks."""

from collections.abc import Callable
from typing import TypeVar

from boyi.engines.game import Game
from boyi.protocol.dialect import Dialect
from boyi.protocol.faults import ProtocolError
from boyi.protocol.messages import Quit
from boyi.protocol.player import EngineSpec
from boyi.protocol.wire import Wire

AnswerT = TypeVar("AnswerT")


class PlainTalk:
    """Speaks such a dialect to one engine, which owes at most one answer."""

    dialect: Dialect

    def __init__(self, wire: Wire, spec: EngineSpec, game: Game) -> None:
        """Nothing is said yet."""
        self._wire, self._spec = wire, spec
        self._owing = False
        """Whether an answer is still to come."""

    @property
    def reusable(self) -> bool:
        """An answer that is owed could not be told from the next one."""
        return not self._owing

    def farewell(self) -> tuple[str, ...]:
        """The platform's last word."""
        return (self.dialect.render_command(Quit()),)

    def _expect_nothing(self) -> None:
        """ProtocolError if an answer is still to come."""
        if self._owing:
            raise ProtocolError(f"{self._spec.name}: asked before its last answer has come")

    async def _ask(
        self, lines: tuple[str, ...], hear: Callable[[str], AnswerT | None], patience: float, state: str
    ) -> AnswerT:
        """The answer to a question; whatever goes wrong, it is owed until it has come."""
        self._expect_nothing()
        self._owing = True
        answer = await self._wire.ask(lines, hear, patience, state)
        self._owing = False
        return answer
