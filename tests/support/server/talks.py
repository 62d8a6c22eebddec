"""A client of the gate that speaks lines over a bare socket."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

from boyi.server.gate.gate import Gate
from boyi.server.pool.admission import Admission
from boyi.server.settings import Address, Quotas
from tests.support.server.pools import pool_of, settings_of

PATIENCE = 20.0


class Visitor:
    """A connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def say(self, *lines: str) -> None:
        self.writer.write("".join(f"{line}\n" for line in lines).encode())

    async def line(self) -> str:
        """The next line; empty at the end."""
        return (await asyncio.wait_for(self.reader.readline(), PATIENCE)).decode().rstrip("\n")

    async def hear(self, start: str) -> list[str]:
        """The lines up to one that begins so."""
        heard = [await self.line()]
        while not heard[-1].startswith(start):
            assert heard[-1] or not self.reader.at_eof(), heard
            heard.append(await self.line())
        return heard

    async def rest(self) -> list[str]:
        """All lines to the end."""
        return (await asyncio.wait_for(self.reader.read(), PATIENCE)).decode().splitlines()

    async def close(self) -> None:
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()


class OpenGate:
    """A gate with a few engines, in this very process."""

    def __init__(self, gate: Gate, place: Address, word: str, admission: Admission) -> None:
        self.gate, self.place, self.word, self.admission = gate, place, word, admission
        self.visitors: list[Visitor] = []

    async def visit(self, *lines: str) -> Visitor:
        visitor = Visitor(*await asyncio.open_connection(self.place.host, self.place.port))
        self.visitors.append(visitor)
        visitor.say(*lines)
        return visitor

    async def play(self, engine: str = "fake", dialect: str = "uci") -> Visitor:
        """A visitor whose engine is there."""
        visitor = await self.visit(f"engine {engine} {dialect}")
        assert (await visitor.line()).startswith("ok ")
        return visitor


@asynccontextmanager
async def opened(
    folder: Path,
    *engines: str,
    quotas: Quotas | None = None,
    token: str = "",
    clock: list[float] | None = None,
    habits: dict[str, str] | None = None,
) -> AsyncIterator[OpenGate]:
    """A gate that is open while the block lasts; with a clock, the time is its only item."""
    settings, word = settings_of(folder, quotas, habits)
    settings = replace(settings, token=token, gate=Address())
    pool = pool_of(settings, *(engines or ("fake",)), *(habits or ()))
    admission = Admission(
        settings.quotas.searches, settings.quotas.waiting, settings.quotas.waiting_per_client
    )
    gate = Gate(settings, pool, admission, (lambda: clock[0])) if clock else Gate(settings, pool, admission)
    door = OpenGate(gate, await gate.open(), word, admission)
    try:
        yield door
    finally:
        await gate.close()
        for visitor in door.visitors:
            await visitor.close()
        await pool.close()
