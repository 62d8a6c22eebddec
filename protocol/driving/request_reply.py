"""A client's side of dialects that know only questions and answers: no options, no clocks."""

from collections.abc import Callable
from typing import TypeVar

from boyi.protocol.dialect import Dialect
from boyi.protocol.driving.driver import Driver
from boyi.protocol.driving.errors import ProtocolError
from boyi.protocol.messages import Quit

AnswerT = TypeVar("AnswerT")


class RequestReplyDriver(Driver):
    """Speaks such a dialect to one engine, which owes at most one answer."""

    dialect: Dialect

    @property
    def reusable(self) -> bool:
        """An answer that is owed could not be told from the next one."""
        return not self._pending

    def farewell(self) -> tuple[str, ...]:
        """The platform's last word."""
        return (self.dialect.render_command(Quit()),)

    def _expect_nothing(self) -> None:
        """ProtocolError if an answer is still to come."""
        if self._pending:
            raise ProtocolError(f"{self._spec.name}: asked before its last answer has come")

    async def _ask(
        self, lines: tuple[str, ...], hear: Callable[[str], AnswerT | None], patience: float, state: str
    ) -> AnswerT:
        """The answer to a question; whatever goes wrong, it is owed until it has come."""
        self._expect_nothing()
        self._pending = True
        answer = await self._conversation.ask(lines, hear, patience, state)
        self._pending = False
        return answer
