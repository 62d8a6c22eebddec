"""An engine as a process, driven by the same verbs whatever its dialect."""

from collections.abc import Callable

from boyi.engines.game import Game
from boyi.engines.options import Option
from boyi.engines.report import Info
from boyi.protocol.dialects import DIALECTS, DRIVEN
from boyi.protocol.driving.conversation import Conversation
from boyi.protocol.driving.driver import Driver
from boyi.protocol.driving.errors import EngineDied, EngineError, EngineLied, EngineSilent, ProtocolError
from boyi.protocol.driving.process import Process
from boyi.protocol.driving.spec import EngineSpec, Reply, Turn

__all__ = [
    "EngineDied",
    "EngineError",
    "EngineLied",
    "EngineProcess",
    "EngineSilent",
    "EngineSpec",
    "ProtocolError",
    "Reply",
    "Turn",
]

TERM_PATIENCE = 0.3
"""Seconds from the polite signal to the deadly one."""


class EngineProcess:
    """One engine as an asyncio subprocess; its verbs are to be used one at a time."""

    def __init__(self, spec: EngineSpec, game: Game, log: Callable[[str], None]) -> None:
        """`log` hears every line: "> " to the engine, "< " from it, "! " its stderr, "# " our remarks.

        It must not raise. ProtocolError for an unknown dialect.
        """
        if spec.dialect not in DRIVEN:
            raise ProtocolError(f"{spec.name}: no dialect {spec.dialect!r}; there are {', '.join(DRIVEN)}")
        self.spec = spec
        self.identity = spec.name
        """The engine's own name for itself, once it has started."""
        self._game = game
        self._log = log
        self._conversation: Conversation | None = None
        self._started: Driver | None = None
        self._used = False
        """Whether it has played a game since its start."""

    async def start(self, process: Process | None = None) -> None:
        """Spawn, greet, configure; after an error no process is left. May be used again after `quit`.

        A process may be given that runs already and has been told nothing that matters. ProtocolError if the
        engine can't be set as asked; EngineDied, too, if there is no program.
        """
        await self.quit()
        conversation = self._conversation = Conversation(self.spec, self._log, process)
        self._used = False
        try:
            await conversation.start()
            driver = DIALECTS[self.spec.dialect].load_driver()
            self._started = driver(conversation, self._game)
            self.identity = await self._started.greet()
        except BaseException:
            await self.quit(0)
            raise

    async def new_game(self, start: str | None) -> None:
        """What follows belongs to a game from this position (None: the game's usual start)."""
        if self._used and not self._driver.reusable:
            await self.start()
        await self._driver.new_game(start)
        self._used = True

    async def play(self, turn: Turn, patience: float) -> Reply:
        """Ask for a move; EngineSilent after `patience` seconds. The move may be illegal."""
        return await self._driver.play(turn, patience)

    async def analyse(self, turn: Turn, hear: Callable[[Info], None], patience: float | None) -> Reply:
        """Ask for a move, and pass on every line of play on the way; None waits for as long as it takes."""
        return await self._driver.analyse(turn, hear, patience)

    def stop(self) -> None:
        """Have a search that runs end soon; without effect where there is none, or no word for it."""
        if self._started is not None and self.alive:
            self._started.stop()

    @property
    def offered(self) -> tuple[Option, ...]:
        """The options that it has told at its start."""
        return self._driver.offered

    async def quit(self, patience: float = 1.0) -> None:
        """Ask it to go, then make it go, with all that it started; never raises."""
        if self._conversation is None:
            return
        conversation, self._conversation = self._conversation, None
        process = conversation.process
        try:
            if patience > 0 and process.running:
                conversation.say(*self._driver.farewell())
                if not await process.wait(patience):
                    process.terminate()
                    await process.wait(TERM_PATIENCE)
        finally:
            await process.destroy()

    @property
    def _driver(self) -> Driver:
        if self._started is None:
            raise ProtocolError(f"{self.spec.name}: it has not been started")
        return self._started

    @property
    def alive(self) -> bool:
        """Whether the process runs and can be heard."""
        return self._conversation is not None and not self._conversation.process.ended
