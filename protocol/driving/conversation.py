"""Questions to an engine's process and answers from it, each with a deadline."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeVar

from boyi.protocol.driving.errors import EngineDied, EngineError, EngineLied, EngineSilent, ProtocolError
from boyi.protocol.driving.process import Process
from boyi.protocol.driving.spec import EngineSpec

T = TypeVar("T")
E = TypeVar("E", bound=EngineError)


def pass_over(line: str) -> None:
    """Take no interest in a line."""


class Conversation:
    """A conversation in which one question at a time awaits its answer."""

    def __init__(self, spec: EngineSpec, log: Callable[[str], None], process: Process | None = None) -> None:
        """Nothing is started yet, unless a process is given that nobody speaks to; `log` gets every line."""
        self.process = process or Process(spec, self._take, self._lose, log)
        self.process.attach(self._take, self._lose, log)
        self.overhear: Callable[[str], object] = pass_over
        """Gets the lines that come while nothing is asked; must not raise."""
        self.seconds = 0.0
        """From the last question's writing to the line that answered it, by a fine monotonic clock."""
        self._asked = 0.0
        self.spec = spec
        self._log = log
        self._state = ""
        self._last = ""
        self._hear: Callable[[str], Any] = pass_over
        self._answer: asyncio.Future[Any] | None = None

    async def start(self) -> None:
        """Start the process if need be; EngineDied if there is no program that could run."""
        if self.process.started:
            return
        try:
            await self.process.spawn()
        except OSError as error:
            raise self._fault(EngineDied, f"it can't be started: {error}") from None

    def say(self, *lines: str) -> None:
        """Send lines, all together."""
        for line in lines:
            self._log(f"> {line}")
        self._last = lines[-1]
        self.process.write("\n".join((*lines, "")))

    async def ask(
        self, lines: tuple[str, ...], hear: Callable[[str], T | None], patience: float, state: str
    ) -> T:
        """Send lines and wait for the first line in which `hear` finds an answer.

        EngineSilent after `patience` seconds, EngineDied if the process ends; `hear` may raise EngineLied.
        """
        if self._answer is not None:
            raise ProtocolError(f"{self.spec.name}: asked while it is {self._state}")
        self._state = state
        if self.process.ended:
            raise self._fault(EngineDied, self.process.obituary())
        loop = asyncio.get_running_loop()
        self._hear, self._answer = hear, loop.create_future()
        deadline = loop.call_later(patience, self._give_up, patience)
        # Before the writing: the engine may already think while we are still in it.
        self._asked = time.perf_counter()
        if lines:
            self.say(*lines)
        try:
            answer: T = await self._answer
        finally:
            deadline.cancel()
            self._answer = None
        return answer

    def lie(self, reason: str) -> EngineLied:
        """The error for an answer that the dialect does not allow."""
        return self._fault(EngineLied, reason)

    def _take(self, line: str) -> None:
        if self._answer is None or self._answer.done():
            self.overhear(line)
            return
        try:
            answer = self._hear(line)
        except Exception as error:  # a lie of the engine's or a fault of ours: the asker's, not the loop's
            self._answer.set_exception(error)
            return
        if answer is not None:
            self.seconds = time.perf_counter() - self._asked
            self._answer.set_result(answer)

    def _give_up(self, patience: float) -> None:
        self._fail(self._fault(EngineSilent, f"no answer within {patience:.3g} s, though it lives"))

    def _lose(self) -> None:
        self._fail(self._fault(EngineDied, self.process.obituary()))

    def _fail(self, error: EngineError) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)

    def _fault(self, kind: type[E], reason: str) -> E:
        return kind(self.spec.name, reason, self._state, self._last)
