"""One connection of the gate: its first lines, then an engine's, and an end that leaves nothing behind."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol, cast

from boyi.protocol.engines import EngineError
from boyi.protocol.lines import Lines
from boyi.server.errors import Busy, NotServed
from boyi.server.gate.guard import OptionGuard
from boyi.server.gate.piping import Piping
from boyi.server.gate.wording import DialectView
from boyi.server.handshake import ANY, END, ERROR, LONGEST, OK, Doorkeeper, EngineRequest
from boyi.server.pool.admission import Admission
from boyi.server.pool.pool import EnginePool
from boyi.server.pool.process import LentProcess
from boyi.server.settings import ServerSettings

LULL = 0.02
"""Seconds between two looks whether an engine has caught up with reading."""


class Gatekeeper(Protocol):
    """Who counts connections."""

    def admit(self, connection: "GateConnection") -> str:
        """Why a connection can't be taken; empty if it can."""

    def forget(self, connection: "GateConnection") -> None:
        """A connection has ended."""


class GateConnection(asyncio.Protocol):
    """A client's socket."""

    def __init__(
        self,
        keeper: Gatekeeper,
        settings: ServerSettings,
        pool: EnginePool,
        admission: Admission,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Nobody is there yet."""
        self.address = ""
        self._keeper, self._settings, self._pool, self._admission = keeper, settings, pool, admission
        self._clock = clock
        self._lines = Lines(LONGEST)
        self._doorkeeper: Doorkeeper | None = Doorkeeper(settings.token)
        self._early: list[str | None] = []
        """What came before the engine was there."""
        self._ended_early = False
        self._piping: Piping | None = None
        self._process: LentProcess | None = None
        self._serving: asyncio.Task[None] | None = None
        self._over = asyncio.Event()
        self._heard = clock()
        self._closing = False

    # -- asyncio's side --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a client, or say why not."""
        self._transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        self.address = peer[0] if peer else ""
        if reason := self._keeper.admit(self):
            self._refuse(reason)

    def data_received(self, data: bytes) -> None:
        """Take lines."""
        self._heard = self._clock()
        if self._closing:
            return
        for line in self._lines.feed(data):
            self._take(line)

    def eof_received(self) -> bool:
        """The client has nothing more to say; what the engine still says may be heard, if not over TLS."""
        for line in self._lines.close():
            self._take(line)
        self._end_input()
        return self._transport.get_extra_info("sslcontext") is None and self._serving is not None

    def pause_writing(self) -> None:
        """The client is slow to read."""
        if self._process:
            self._process.pause(True)

    def resume_writing(self) -> None:
        """The client has caught up."""
        if self._process:
            self._process.pause(False)

    def connection_lost(self, error: Exception | None) -> None:
        """The client is gone."""
        self._closing = True
        if self._piping:
            self._piping.close()
        if self._serving and not self._process:
            self._serving.cancel()
        self._over.set()
        self._keeper.forget(self)

    # -- the gate's side -------------------------------------------------------------------------

    def sweep(self, now: float) -> None:
        """End a conversation in which nothing has been said for too long, by a client who is owed nothing."""
        quotas = self._settings.quotas
        patience = quotas.greeting if self._doorkeeper else quotas.idle
        owed = self._serving is not None and (self._piping is None or self._piping.owes)
        if not owed and now - self._heard > patience:
            self.end(f"nothing was said for {patience:g} s")

    def end(self, reason: str) -> None:
        """End the conversation, with a reason if there is something to complain of."""
        if self._closing:
            return
        self._closing = True
        if self._doorkeeper:
            self._refuse(reason or "the end")
            return
        self._transport.write(f"{END}{reason}\n".encode())
        self._transport.close()
        self._over.set()

    async def wait_until_over(self) -> None:
        """Return when its engine is gone."""
        if self._serving:
            await asyncio.wait({self._serving})

    def abort(self) -> None:
        """End it without a word that waits for a slow reader."""
        self.end("the server ends")
        self._transport.abort()

    # -- lines -----------------------------------------------------------------------------------

    def _take(self, line: str | None) -> None:
        if self._closing:
            return
        if self._doorkeeper:
            self._greet(self._doorkeeper, line)
        elif line is not None and line.startswith(END):
            self._end_input()
        elif self._piping:
            if not self._piping.take_line(line) or self._piping.full:
                self._slow_down()
        else:
            self._early.append(line)
            if len(self._early) > LONGEST:
                self._transport.pause_reading()

    def _greet(self, doorkeeper: Doorkeeper, line: str | None) -> None:
        try:
            request = doorkeeper.hear(line or "")
        except NotServed as reason:
            self._refuse(str(reason))
            return
        if request:
            self._doorkeeper = None
            self._lines.longest = self._settings.quotas.line
            self._serving = asyncio.create_task(self._serve(request))

    def _refuse(self, reason: str) -> None:
        self._closing = True
        self._transport.write(f"{ERROR} {reason}\n".encode())
        self._transport.close()

    def _end_input(self) -> None:
        self._ended_early = True
        if self._piping:
            self._piping.end_input()

    def _slow_down(self) -> None:
        """Read nothing more until the engine has caught up."""
        self._transport.pause_reading()
        asyncio.get_running_loop().call_later(LULL, self._speed_up)

    def _speed_up(self) -> None:
        if self._closing or self._transport.is_closing():
            return
        if self._process and self._piping and (self._process.behind or self._piping.full):
            asyncio.get_running_loop().call_later(LULL, self._speed_up)
        else:
            self._transport.resume_reading()

    async def _serve(self, request: EngineRequest) -> None:
        """Lend an engine until either side ends."""
        try:
            async with self._pool.pipe(request.engine, request.dialect) as process:
                self._process = process
                self._open(process, request)
                await self._over.wait()
        except (NotServed, Busy, EngineError) as reason:
            self._closing = True
            self._transport.write(f"{ERROR} {reason}\n".encode())
        finally:
            if self._piping:
                self._piping.close()
            self._transport.close()

    def _open(self, process: LentProcess, request: EngineRequest) -> None:
        engine = self._pool.find(request.engine)
        guard = None if engine.own else OptionGuard(self._settings)
        self._transport.write(f"{OK} {engine.name} {engine.game} {request.dialect or ANY}\n".encode())
        self._piping = piping = Piping(
            process,
            DialectView(engine.rules, engine.spoken(request.dialect)),
            self._admission,
            self.address,
            self._settings.quotas,
            guard,
            self._transport.write,
            self.end,
        )
        piping.open(self._engine_ended)
        early, self._early = self._early, []
        for line in early:
            piping.take_line(line)
        if self._ended_early:
            piping.end_input()
        self._transport.resume_reading()

    def _engine_ended(self) -> None:
        """The process is gone: as it should, or not."""
        assert self._process
        code = self._process.exit_code
        if code:
            self._pool.counts.crashed += 1
        self.end(f"the engine is gone: {self._process.obituary()}" if code else "")
