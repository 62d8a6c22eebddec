"""One engine process of ours that analyses for others, one order at a time."""

import sys
import time
from collections.abc import Callable

from boyi.engines.game import Game
from boyi.protocol.driving.conversation import Conversation, pass_over
from boyi.protocol.driving.spec import EngineSpec
from boyi.protocol.uci.client import IS_READY, STOP, UciDriver
from boyi.server.lichess.orders import Work

SEARCH = 3600.0
"""Seconds after which a search is given up: nobody looks at one board for so long."""


def chess_spec(name: str = "boyi") -> EngineSpec:
    """Our chess engine as a process, as lichess wants it: castling is the king taking its rook."""
    command = (sys.executable, "-P", "-m", "boyi.engines.chess", "--dialect", "uci")
    return EngineSpec(
        name, command, options={"UCI_Chess960": "true", "UCI_AnalyseMode": "true"}, patience=300
    )


class AnalysisDriver(UciDriver):
    """Speaks UCI to an engine that analyses: every line with a score is passed on as it comes."""

    _tell: Callable[[str], None] = staticmethod(pass_over)

    def offers(self, name: str) -> bool:
        """Whether the engine has an option."""
        return name.lower() in self._offered

    def set(self, name: str, value: str) -> None:
        """Set an option if the engine has it."""
        if self.offers(name):
            self._conversation.say(self._setting(name, value))

    async def relay(self, work: Work, tell: Callable[[str], None]) -> None:
        """Search, and tell every line of it; returns once the search has ended."""
        self._tell = tell
        self._pending = True
        position = f"position fen {work.initial_fen} moves {' '.join(work.moves)}".strip()
        try:
            await self._conversation.ask((position, work.go), self._hear_analysis, SEARCH, "analysing")
        finally:
            self._tell = pass_over

    def stop(self) -> None:
        """End the search soon."""
        if self._pending:
            self._conversation.say(STOP)

    async def make_ready(self) -> None:
        """Wait until all that was set is in force."""
        await self._end_search(self._new_game_patience)
        await self._conversation.ask((IS_READY,), self._hear_ready, self._spec.patience, "getting ready")

    def _hear_analysis(self, line: str) -> bool | None:
        if line.startswith("info ") and " score " in line:
            self._tell(line)
            return None
        best = self._hear_best(line)
        if best is not None:
            self._tell(line)
        return best is not None or None


class LocalEngine:
    """An engine process that is started when it is needed, and anew after it died."""

    def __init__(self, game: Game, spec: EngineSpec) -> None:
        """Nothing is started yet."""
        self._game, self._spec = game, spec
        self._driver: AnalysisDriver | None = None
        self._conversation: Conversation | None = None
        self._session = ""
        self._set: dict[str, str] = {}
        self.last_used = time.monotonic()

    async def analyse(self, work: Work, tell: Callable[[str], None]) -> None:
        """Search as the work says; EngineError for what the engine did wrong. Every line goes to `tell`.

        Broken off, it stops the search, too.
        """
        driver = await self._ready(work)
        try:
            await driver.relay(work, tell)
        finally:
            driver.stop()
            self.last_used = time.monotonic()

    def stop(self) -> None:
        """End the search soon, if there is one."""
        if self._driver is not None:
            self._driver.stop()

    async def close(self) -> None:
        """End the process."""
        conversation, self._conversation, self._driver = self._conversation, None, None
        self._set.clear()
        if conversation is not None:
            await conversation.process.destroy()

    async def _ready(self, work: Work) -> AnalysisDriver:
        if self._conversation is None or self._conversation.process.ended:
            await self.close()
            await self._start()
        assert self._driver is not None
        driver = self._driver
        wanted = {"Threads": str(work.threads), "Hash": str(work.hash), "MultiPV": str(work.multi_pv)}
        if work.session_id != self._session:
            self._session = work.session_id
            await driver.new_game(None)
        else:
            await driver.make_ready()
        for name, value in wanted.items():
            if self._set.get(name) != value:
                driver.set(name, value)
                self._set[name] = value
        await driver.make_ready()
        return driver

    async def _start(self) -> None:
        conversation = Conversation(self._spec, pass_over)
        self._conversation = conversation
        try:
            await conversation.start()
            driver = AnalysisDriver(conversation, self._game)
            await driver.greet()
        except BaseException:
            await self.close()
            raise
        self._driver, self._session = driver, ""
