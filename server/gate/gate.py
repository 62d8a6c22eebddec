"""Gate: the listening socket, who may come, and a look at all connections now and then."""

import asyncio
import contextlib
import ssl
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

from boyi.server.gate.connection import GateConnection
from boyi.server.pool.admission import Admission
from boyi.server.pool.pool import EnginePool
from boyi.server.settings import Address, ServerSettings

GLANCE = 1.0
"""Seconds between two looks at who has said nothing for long."""


class Gate:
    """Engines over TCP or TLS."""

    def __init__(
        self,
        settings: ServerSettings,
        pool: EnginePool,
        admission: Admission,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Nobody can come yet."""
        self._settings, self._pool, self._admission, self._clock = settings, pool, admission, clock
        self._connections: set[GateConnection] = set()
        self._addresses: Counter[str] = Counter()
        self._server: asyncio.Server | None = None
        self._glancing: asyncio.Task[None] | None = None
        self.refused = 0
        """Connections that were not taken."""

    @property
    def connections(self) -> int:
        """Clients that are there."""
        return len(self._connections)

    async def open(self, context: ssl.SSLContext | None = None) -> Address:
        """Let clients come; where. OSError if the place is taken."""
        loop = asyncio.get_running_loop()
        wanted = self._settings.gate
        make = partial(GateConnection, self, self._settings, self._pool, self._admission, self._clock)
        self._server = await loop.create_server(make, wanted.host, wanted.port, ssl=context, backlog=1024)
        self._glancing = asyncio.create_task(self._glance())
        return Address(wanted.host, self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Let nobody come any more, and end all conversations; returns when their engines are gone."""
        if self._server is None or self._glancing is None:
            return
        self._server.close()
        self._glancing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._glancing
        connections = [*self._connections]
        for connection in connections:
            connection.abort()
        await asyncio.gather(*(connection.wait_until_over() for connection in connections))

    def admit(self, connection: GateConnection) -> str:
        """Why a connection can't be taken; empty if it can."""
        quotas = self._settings.quotas
        self._connections.add(connection)
        self._addresses[connection.address] += 1
        if len(self._connections) > quotas.sockets:
            self.refused += 1
            return f"busy: {quotas.sockets} clients are here already"
        if self._addresses[connection.address] > quotas.sockets_per_address:
            self.refused += 1
            return f"busy: {quotas.sockets_per_address} clients of your address are here already"
        return ""

    def forget(self, connection: GateConnection) -> None:
        """A connection has ended."""
        self._connections.discard(connection)
        self._addresses[connection.address] -= 1
        if not self._addresses[connection.address]:
            del self._addresses[connection.address]

    def sweep(self) -> None:
        """End the conversations in which nothing has been said for too long, and unused engines."""
        now = self._clock()
        for connection in [*self._connections]:
            connection.sweep(now)
        self._pool.sweep()

    async def _glance(self) -> None:
        while True:
            await asyncio.sleep(GLANCE)
            self.sweep()
