"""The broker's addresses: engines are registered, analysis is ordered, fetched and delivered."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from boyi.protocol.lines import Lines
from boyi.server.lichess.bodies import answer, bearer, done, read_body, refuse
from boyi.server.lichess.broker import PATIENCE, AnalysisJob, Broker
from boyi.server.lichess.orders import Acquisition, AnalysisOrder, Registration, checked
from boyi.server.lichess.registry import Registry, selector_of
from boyi.server.lichess.streams import ANYWHERE, Streams
from boyi.server.refusal import Refusal

LONGEST_LINE = 16_000
ROOT = "/api/external-engine"
Handler = Callable[[Request], Awaitable[Response]]


def polite(handler: Handler) -> Handler:
    """A handler whose refusals are answers."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except Refusal as error:
            return refuse(error)

    return handle


def polite_routes(*rows: tuple[str, str, Handler]) -> list[Route]:
    """The routes of a table of methods, paths and handlers whose refusals are answers."""
    return [Route(path, polite(handler), methods=[method]) for method, path, handler in rows]


@dataclass(frozen=True)
class EngineDesk:
    """What stands behind the addresses."""

    registry: Registry
    broker: Broker
    streams: Streams
    user_of: Callable[[str], str]
    """Whose a token is; Refusal if it is nobody's."""

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route(ROOT, polite(self.all), methods=["GET"]),
            Route(ROOT, polite(self.create), methods=["POST"]),
            Route(f"{ROOT}/work", polite(self.acquire), methods=["POST"]),
            Route(f"{ROOT}/work/{{id}}", polite(self.submit), methods=["POST"]),
            Route(f"{ROOT}/{{id}}", polite(self.one), methods=["GET", "PUT", "DELETE"]),
            Route(f"{ROOT}/{{id}}/analyse", polite(self.analyse), methods=["POST"]),
        ]

    async def all(self, request: Request) -> Response:
        """A user's engines."""
        return answer(self.registry.shown(self._user(request)))

    async def create(self, request: Request) -> Response:
        """Register an engine."""
        user = self._user(request)
        return answer(self.registry.add(user, await read_body(request, Registration)))

    async def one(self, request: Request) -> Response:
        """Show an engine, describe it anew, or forget it."""
        user, id = self._user(request), request.path_params["id"]
        match request.method:
            case "PUT":
                return answer(self.registry.change(user, id, await read_body(request, Registration)))
            case "DELETE":
                self.registry.remove(user, id)
                return done()
        return answer(self.registry.get(user, id))

    async def analyse(self, request: Request) -> Response:
        """Order analysis, and watch it as it comes."""
        wanted = await read_body(request, AnalysisOrder)
        found = self.registry.for_client(request.path_params["id"], wanted.client_secret)
        try:
            work = checked(wanted.work, found.engine)
        except ValueError as error:
            raise Refusal(400, str(error)) from None
        job = self.broker.order(found.selector, found.engine, work)
        return self.streams.bare(self._watch(found.selector, job))

    async def acquire(self, request: Request) -> Response:
        """Fetch work; without any, 204 after a while."""
        selector = selector_of((await read_body(request, Acquisition)).provider_secret)
        waiting = asyncio.ensure_future(self.broker.acquire(selector))
        leaving = asyncio.ensure_future(self._left(request))
        try:
            await asyncio.wait((waiting, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                return Response(status_code=204)
            job = waiting.result()
            if job is None:
                return Response(status_code=204, headers=ANYWHERE)
            if leaving.done():
                self.broker.give_back(selector, job)
            return Response(answer(job.assignment).body, headers=ANYWHERE, media_type="application/json")
        finally:
            waiting.cancel()
            leaving.cancel()

    async def submit(self, request: Request) -> Response:
        """Deliver an engine's output, line by line; answered as soon as nobody wants more of it."""
        job, lines = self.broker.begin(request.path_params["id"]), Lines(LONGEST_LINE)
        try:
            async for data in request.stream():
                for line in lines.feed(data):
                    if line:
                        job.deliver(line)
                if job.over:
                    return Response(headers={**ANYWHERE, "Connection": "close"})
        except ClientDisconnect:
            pass  # what was delivered counts
        finally:
            job.end()
        return Response(headers=ANYWHERE)

    def _user(self, request: Request) -> str:
        return self.user_of(bearer(request))

    async def _watch(self, selector: str, job: AnalysisJob) -> AsyncIterator[Mapping[str, Any]]:
        try:
            async for state in job.states(PATIENCE):
                yield state
        finally:
            self.broker.withdraw(selector, job)

    async def _left(self, request: Request) -> None:
        """Wait until the client has gone away, or the server ends."""
        while not await request.is_disconnected() and not self.streams.closing.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.streams.closing.wait(), 1)
