"""Analysis over sockets and as a stream of lines."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine
from functools import partial
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
Search = Callable[[AnalysisWish, asyncio.Event], Coroutine[Any, Any, None]]
"""What meets a wish; it ends soon once the event is set."""


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
    numbers = itertools.count(1)

    async def run(wish: AnalysisWish, number: int, stop: asyncio.Event) -> None:
        planned = await analyst(services).plan(wish)
        client = client_of(services, socket)
        await analyst(services).run(planned, client, number, partial(tell, socket), stop)

    await _meet(services, socket, "analysis", lambda wish, stop: run(wish, next(numbers), stop))


async def review(services: Services, socket: WebSocket) -> None:
    """Games gone through, one after the other."""
    reviewer, client = Reviewer(analyst(services)), client_of(services, socket)
    tell_client = partial(tell, socket)
    await _meet(services, socket, "review", lambda wish, stop: reviewer.run(wish, client, tell_client, stop))


async def _meet(services: Services, socket: WebSocket, kind: str, search: Search) -> None:
    """Meet the wishes of a socket until its client leaves; one that comes ends the search before it."""
    running = SearchTask()
    try:
        async for message in messages(socket, AnalysisMessage):
            services.counters.messages.labels(kind).inc()
            if isinstance(message, PingWish):
                await tell(socket, PONG)
                continue
            await running.end()
            if isinstance(message, AnalysisWish):
                running.stop = asyncio.Event()
                running.begin(_told(services, socket, search(message, running.stop)))
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
