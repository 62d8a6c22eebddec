"""How fast the server answers: messages echoed over many websockets, and what each of them costs.

A server of its own is started for it, in a process of its own, and asked over loopback; every socket says a
message a second. Clients and server share the machine, and so do searches if some are to run meanwhile.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import httpx
from websockets.asyncio.client import ClientConnection, connect

from boyi.engines import platforms
from boyi.protocol.driving.loops import fastest_loop
from boyi.server.errors import ServerError

OPENING = 50
"""Sockets that are opened at once."""
WARMING = 30.0
"""Seconds in which searches must have begun."""
SPARE = 50
ADDRESS = re.compile(r"web: (http://[^/]+)/")
RESIDENT = re.compile(r"^process_resident_memory_bytes ([0-9.e+]+)$", re.MULTILINE)
PROCESSOR = re.compile(r"^process_cpu_seconds_total ([0-9.e+]+)$", re.MULTILINE)


@dataclass
class Measured:
    """What was measured: milliseconds, bytes."""

    sockets: int
    latencies: list[float] = field(default_factory=list)
    bytes_each: float | None = None
    processor: float | None = None
    """Microseconds of the server's processor time for a message."""
    lost: int = 0
    """Sockets that were closed."""

    def percentile(self, share: float) -> float:
        """The latency that a share of messages stays below."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")

    def __str__(self) -> str:
        each = "unknown" if self.bytes_each is None else f"{self.bytes_each / 1000:.1f} kB"
        told = f"{self.sockets} sockets, {each} each"
        if self.latencies:
            p50, p99 = self.percentile(0.5), self.percentile(0.99)
            told += f"; {len(self.latencies)} messages: p50 {p50:.2f} ms, p99 {p99:.2f} ms"
            told += f", slowest {max(self.latencies):.1f} ms"
        if self.processor is not None:
            told += f", {self.processor:.0f} µs of the server's processor each"
        return told + (f"; {self.lost} were closed" if self.lost else "")


def main(arguments: argparse.Namespace) -> int:
    """Measure, and print a line; 1 if a socket was lost."""
    platforms.allow_descriptors(2 * max(arguments.sockets, arguments.idle) + SPARE)
    with asyncio.Runner(loop_factory=fastest_loop()) as runner:
        measured = runner.run(bench(arguments))
    searching = f" while {arguments.searches} searches run" if arguments.searches else ""
    print(f"{measured}{searching}{_load()}")
    return int(measured.lost > 0)


def _load() -> str:
    """How busy the machine is, where it tells."""
    if sys.platform == "win32":
        return ""
    else:  # noqa: RET505  a type checker for Windows takes what follows for dead code otherwise
        return f"; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"


async def bench(arguments: argparse.Namespace) -> Measured:
    """What the arguments ask for. ServerError if there is no server."""
    count = arguments.idle or arguments.sockets
    async with server(count + SPARE, max(1, arguments.searches)) as base:
        before = await figure(base, RESIDENT)
        async with sockets(base, count) as opened:
            measured = Measured(count)
            after = await figure(base, RESIDENT)
            if before is not None and after is not None:
                measured.bytes_each = (after - before) / count
            if arguments.idle:
                await asyncio.sleep(arguments.seconds)
                await asyncio.gather(*(_echo(each, measured) for each in opened))
                measured.latencies.clear()
            else:
                async with searching(base, arguments.searches):
                    await _talk_all(base, opened, measured, arguments.seconds)
    return measured


@contextlib.asynccontextmanager
async def server(most: int, searches: int) -> AsyncIterator[str]:
    """A server of its own, and its address."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        words = [
            "--web",
            "127.0.0.1:0",
            "--gate",
            "127.0.0.1:0",
            "--data",
            folder,
            "--searches",
            str(searches),
        ]
        words += ["--sockets", str(most), "--sockets-per-address", str(most)]
        command = [sys.executable, "-P", "-m", "boyi.server", *words]
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        try:
            assert process.stdout is not None
            found = ADDRESS.match((await process.stdout.readline()).decode())
            if found is None:
                raise ServerError("the server to be measured does not start")
            yield found[1]
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGTERM)
            await process.wait()


async def figure(base: str, pattern: re.Pattern[str]) -> float | None:
    """One of the server's figures; None where the system does not tell it."""
    async with httpx.AsyncClient(base_url=base) as client:
        found = pattern.search((await client.get("/metrics")).text)
    return float(found[1]) if found else None


@contextlib.asynccontextmanager
async def sockets(base: str, count: int) -> AsyncIterator[list[ClientConnection]]:
    """So many sockets, opened some at a time."""
    gate = asyncio.Semaphore(OPENING)

    async def come() -> ClientConnection:
        async with gate:
            return await _connect(base, "/api/echo")

    opened = await asyncio.gather(*(come() for _ in range(count)))
    try:
        yield opened
    finally:
        for each in opened:
            each.transport.abort()


async def _connect(base: str, path: str) -> ClientConnection:
    address = base.replace("http", "ws", 1) + path
    return await connect(address, origin=base, compression=None, ping_interval=None, max_size=None)  # type: ignore[arg-type]


async def _talk_all(base: str, opened: list[ClientConnection], measured: Measured, seconds: float) -> None:
    """Have every socket say a message a second, and count what the server's processor does meanwhile."""
    before = await figure(base, PROCESSOR)
    end = time.monotonic() + seconds
    await asyncio.gather(*(_talk(each, measured, end) for each in opened))
    after = await figure(base, PROCESSOR)
    if before is not None and after is not None and measured.latencies:
        measured.processor = 1e6 * (after - before) / len(measured.latencies)


async def _talk(socket: ClientConnection, measured: Measured, end: float) -> None:
    """Say something every second, beginning at some moment of the first."""
    await asyncio.sleep(random.random())
    while time.monotonic() < end:
        begun = time.perf_counter()
        if not await _echo(socket, measured):
            return
        await asyncio.sleep(max(0.0, 1 - (time.perf_counter() - begun)))


async def _echo(socket: ClientConnection, measured: Measured) -> bool:
    """Say something and wait for it; whether it came back."""
    begun = time.perf_counter()
    try:
        await socket.send('{"type":"echo","text":"hello"}')
        await socket.recv()
    except Exception:
        measured.lost += 1
        return False
    measured.latencies.append(1000 * (time.perf_counter() - begun))
    return True


@contextlib.asynccontextmanager
async def searching(base: str, count: int) -> AsyncIterator[None]:
    """So many searches of chess that run on and on."""
    begun = [asyncio.Event() for _ in range(count)]
    tasks = [asyncio.create_task(_search(base, event)) for event in begun]
    try:
        await asyncio.wait_for(asyncio.gather(*(event.wait() for event in begun)), WARMING)
        yield
    except TimeoutError:
        raise ServerError("the searches do not begin") from None
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _search(base: str, begun: asyncio.Event) -> None:
    async with await _connect(base, "/api/analysis") as socket:
        while True:
            await socket.send('{"type":"go","game":"chess","limits":{"infinite":true}}')
            async for text in socket:
                kind = json.loads(text)["type"]
                if kind == "info":
                    begun.set()
                if kind in ("best", "error"):
                    break
