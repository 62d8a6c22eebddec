"""Analysis over sockets and as a stream of lines."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.websockets import WebSocket

from boyi.server.analysis.analyst import Analyst
from boyi.server.analysis.lines import ErrorEvent, Tell
from boyi.server.analysis.review import Reviewer
from boyi.server.messages import AnalysisMessage, AnalysisWish, EchoWish, PingWish
from boyi.server.web.answers import as_refusal, messages, tell
from boyi.server.web.game_socket import PONG
from boyi.server.web.services import Services, client_of

PATIENCE = 2.0
"""Seconds for a search to end when it is told to."""
NDJSON = "application/x-ndjson"


class SearchTask:
    """The one search of a socket."""

    def __init__(self) -> None:
        """None runs."""
        self._task: asyncio.Task[None] | None = None
        self.stop = asyncio.Event()

    async def end(self) -> None:
        """End the search; its answer is told before this returns, unless it still waits for its turn."""
        self.stop.set()
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=PATIENCE)
            self._task.cancel()
            self._task = None

    def cancel(self) -> None:
        """Give the search up: nobody listens any more."""
        if self._task is not None:
            self._task.cancel()

    def begin(self, search: Any) -> None:
        """Begin another one: a coroutine."""
        self._task = asyncio.create_task(search)


def analyst(services: Services) -> Analyst:
    """Who searches."""
    return Analyst(services.room, services.hall.rulebooks, services.settings.quotas.longest_search)


async def analysis(services: Services, socket: WebSocket) -> None:
    """Searches, one after the other."""
    number = 0

    async def search(wish: AnalysisWish, number: int, stop: asyncio.Event) -> None:
        async def run() -> None:
            planned = await analyst(services).plan(wish)
            await analyst(services).run(planned, client_of(services, socket), number, sending, stop)

        await _told(services, socket, run())

    async def sending(value: Any) -> None:
        await tell(socket, value)

    running = SearchTask()
    try:
        async for message in messages(socket, AnalysisMessage):
            services.counters.messages.labels("analysis").inc()
            if isinstance(message, PingWish):
                await tell(socket, PONG)
                continue
            await running.end()
            if isinstance(message, AnalysisWish):
                number, running.stop = number + 1, asyncio.Event()
                running.begin(search(message, number, running.stop))
    finally:
        running.cancel()


async def review(services: Services, socket: WebSocket) -> None:
    """Games gone through, one after the other."""

    async def run(wish: AnalysisWish, stop: asyncio.Event) -> None:
        reviewer = Reviewer(analyst(services))
        await _told(
            services,
            socket,
            reviewer.run(wish, client_of(services, socket), lambda value: tell(socket, value), stop),
        )

    running = SearchTask()
    try:
        async for message in messages(socket, AnalysisMessage):
            services.counters.messages.labels("review").inc()
            if isinstance(message, PingWish):
                await tell(socket, PONG)
                continue
            await running.end()
            if isinstance(message, AnalysisWish):
                running.stop = asyncio.Event()
                running.begin(run(message, running.stop))
    finally:
        running.cancel()


async def _told(services: Services, socket: WebSocket, work: Any) -> None:
    """Do something, and tell what is wrong with it."""
    try:
        await work
    except Exception as error:
        refusal = as_refusal(error)
        if refusal is None:
            services.counters.faults.inc()
            raise
        with contextlib.suppress(Exception):
            await tell(socket, ErrorEvent(refusal.text))


async def analyse(services: Services, request: Request, body: AnalysisWish) -> StreamingResponse:
    """One search, its lines as they come."""
    planned = await analyst(services).plan(body)
    queue: asyncio.Queue[Any] = asyncio.Queue(1)
    put: Tell = queue.put

    async def work() -> None:
        try:
            await analyst(services).run(planned, client_of(services, request), 1, put, asyncio.Event())
        except Exception as error:
            refusal = as_refusal(error)
            await put(ErrorEvent(refusal.text if refusal else "an error of the server's own"))
        await put(None)

    async def lines() -> AsyncIterator[bytes]:
        task = asyncio.create_task(work())
        try:
            while (value := await queue.get()) is not None:
                yield msgspec.json.encode(value) + b"\n"
        finally:
            task.cancel()

    return StreamingResponse(lines(), media_type=NDJSON)


async def echo(services: Services, socket: WebSocket) -> None:
    """Say everything back, for measurements."""
    async for message in messages(socket, EchoWish):
        await tell(socket, message)
