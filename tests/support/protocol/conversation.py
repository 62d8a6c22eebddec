"""A session held in the test's own process, with a fake engine at its other end."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Self

from boyi.engines.game import Game
from boyi.protocol import uci
from boyi.protocol.dialect import Dialect
from boyi.protocol.serving.engine_api import EngineMaker
from boyi.protocol.serving.session import Session
from tests.support.protocol.fake_engine import GAME, FakeEngine, Habits, find

PATIENCE = 60.0


class Conversation:
    """Says lines and collects what is answered; ends with the `with` block."""

    def __init__(
        self,
        habits: Habits | None = None,
        find_engine: Callable[[], EngineMaker] | None = None,
        dialects: Sequence[Dialect] = (uci.DIALECT,),
        game: Game = GAME,
    ) -> None:
        self.habits = habits or Habits()
        self.engines: list[FakeEngine] = []
        self.lines: list[str] = []
        self._heard = threading.Condition()
        self.session = Session(game, dialects, self._write, find_engine or self._find)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.session.halt(PATIENCE)

    @property
    def engine(self) -> FakeEngine:
        return self.engines[0]

    def say(self, *lines: str) -> None:
        for line in lines:
            assert self.session.handle(line)

    def hear(self, line: str, times: int = 1) -> None:
        """Wait until a line has been answered so many times."""
        with self._heard:
            assert self._heard.wait_for(lambda: self.lines.count(line) >= times, PATIENCE), self.lines

    def settle(self) -> list[str]:
        """Wait until all that was said is done; the answers since the last time."""
        ready = self.lines.count("readyok") + 1
        self.say("isready")
        self.hear("readyok", ready)
        self.lines.remove("readyok")
        self.engine.settle()
        answers, self.lines = self.lines, []
        return answers

    def _write(self, text: str) -> None:
        with self._heard:
            self.lines += text.split("\n")
            self._heard.notify_all()

    def _find(self) -> EngineMaker:
        make = find(self.habits)

        def remember(*parts: Any) -> FakeEngine:
            self.engines.append(make(*parts))
            return self.engine

        return remember


def eventually(truth: Callable[[], bool]) -> bool:
    """Whether something comes true before patience ends."""
    end = time.monotonic() + PATIENCE
    while not truth() and time.monotonic() < end:
        time.sleep(0.002)
    return truth()
