"""Client: an engine as a process, driven by the same verbs whatever its dialect."""

import signal
from collections.abc import Callable, Mapping

from boyi.engines.game import Game
from boyi.protocol.ecui_client import EcuiTalk
from boyi.protocol.faults import EngineDied, EngineError, EngineLied, EngineSilent, ProtocolError
from boyi.protocol.player import EngineSpec, Reply, Turn
from boyi.protocol.stones_client import CloudictTalk, SauTalk
from boyi.protocol.talk import Talk
from boyi.protocol.ucci_client import UcciTalk
from boyi.protocol.uci_client import UciTalk
from boyi.protocol.wire import Wire
from boyi.protocol.xboard_client import XBoardTalk

__all__ = [
    "GAMES_OF",
    "PLAIN",
    "TALKS",
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

TALKS: Mapping[str, type[Talk]] = {
    "uci": UciTalk,
    "xboard": XBoardTalk,
    "ucci": UcciTalk,
    "sau": SauTalk,
    "cloudict": CloudictTalk,
    "ecui": EcuiTalk,
}
"""The dialects that a client speaks."""
GAMES_OF = {"ucci": "xiangqi", "sau": "connect6", "cloudict": "connect6", "ecui": "einstein"}
"""The game of each dialect that is spoken in one game only."""
PLAIN = frozenset(("sau", "cloudict", "ecui"))
"""Those that have no words for options, which belong into the engine's command then, nor for limits."""

NEW_GAME_PATIENCE = 15.0
"""Seconds until an engine must be ready for a game: clearing a large hash table takes some."""
TERM_PATIENCE = 0.3
"""Seconds from the polite signal to the deadly one."""


class EngineProcess:
    """One engine as an asyncio subprocess; its verbs are to be used one at a time."""

    def __init__(self, spec: EngineSpec, game: Game, log: Callable[[str], None]) -> None:
        """`log` hears every line: "> " to the engine, "< " from it, "! " its stderr, "# " our remarks.

        It must not raise. ProtocolError for an unknown dialect.
        """
        if spec.dialect not in TALKS:
            raise ProtocolError(f"{spec.name}: no dialect {spec.dialect!r}; there are {', '.join(TALKS)}")
        self.spec = spec
        self.identity = spec.name
        """The engine's own name for itself, once it has started."""
        self._game = game
        self._log = log
        self._wire: Wire | None = None
        self._begun: Talk | None = None
        self._used = False
        """Whether it has played a game since its start."""

    async def start(self) -> None:
        """Spawn, greet, configure; after an error no process is left. May be used again after `quit`.

        ProtocolError if the engine can't be set as asked; EngineDied, too, if there is no program.
        """
        await self.quit()
        self._wire, self._used = Wire(self.spec, self._log), False
        try:
            await self._spawn(self._wire)
            self._begun = TALKS[self.spec.dialect](self._wire, self.spec, self._game)
            self.identity = await self._begun.greet()
        except BaseException:
            await self.quit(0)
            raise

    async def _spawn(self, wire: Wire) -> None:
        try:
            await wire.process.spawn()
        except OSError as error:
            raise EngineDied(self.spec.name, f"it can't be started: {error}") from None

    async def new_game(self, start: str | None) -> None:
        """What follows belongs to a game from this position (None: the game's usual start)."""
        if self._used and not self._talk.reusable:
            await self.start()
        await self._talk.new_game(start, min(self.spec.patience, NEW_GAME_PATIENCE))
        self._used = True

    async def play(self, turn: Turn, patience: float) -> Reply:
        """Ask for a move; EngineSilent after `patience` seconds. The move may be illegal."""
        return await self._talk.play(turn, patience)

    async def quit(self, patience: float = 1.0) -> None:
        """Ask it to go, then make it go, with all that it started; never raises."""
        if self._wire is None:
            return
        wire, self._wire = self._wire, None
        try:
            if patience > 0 and wire.process.running:
                wire.say(*self._talk.farewell())
                if not await wire.process.wait(patience):
                    wire.process.signal(signal.SIGTERM)
                    await wire.process.wait(TERM_PATIENCE)
        finally:
            await wire.process.destroy()

    @property
    def _talk(self) -> Talk:
        if self._begun is None:
            raise ProtocolError(f"{self.spec.name}: it has not been started")
        return self._begun

    @property
    def alive(self) -> bool:
        """Whether the process runs and can be heard."""
        return self._wire is not None and not self._wire.process.ended
