"""The web's application: routes behind a guard, errors that are answered, a beginning and an end."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from boyi.server.errors import ServerError
from boyi.server.games.hall import Hall
from boyi.server.games.ledger import GameLedger
from boyi.server.games.opponents import Opponents
from boyi.server.games.rulebooks import Rulebooks
from boyi.server.lichess.routes import LichessHost
from boyi.server.pool.admission import Admission
from boyi.server.pool.pool import EnginePool
from boyi.server.refusal import Refusal
from boyi.server.room import PooledEngines
from boyi.server.runs.catalogue import Catalogue
from boyi.server.searching import EngineRoom
from boyi.server.settings import ServerSettings
from boyi.server.web import openapi
from boyi.server.web.answers import (
    CLOSE_BASE,
    LONGEST_REASON,
    answer,
    as_refusal,
    decode,
    read_body,
    refuse,
)
from boyi.server.web.counting import Counters
from boyi.server.web.guard import Guard
from boyi.server.web.routes import CALLS, SOCKETS, types
from boyi.server.web.services import Services, nothing
from boyi.server.web.static import page_files
from boyi.server.web.table import Call, Socket

SWEEP = 30.0
"""Seconds between two looks at games that nobody goes on with."""
LOG = logging.getLogger("boyi.server")
FAULT = Refusal(500, "an error of the server's own; it is logged")


def make_services(
    settings: ServerSettings, room: EngineRoom, begin: Callable[[], Awaitable[None]] = nothing
) -> Services:
    """The parts of a server. ServerError if its folder can't be had."""
    ledger = GameLedger(settings.data)
    quotas, counters = settings.quotas, Counters()
    hall = Hall(ledger, Rulebooks(), Opponents(room, quotas.longest_search), quotas.longest_game)
    counters.watch("boyi_games", "Games that go on", lambda: hall.going_on)
    return Services(settings, hall, room, Catalogue(settings.runs), counters, begin)


def make_app(settings: ServerSettings, pool: EnginePool, admission: Admission) -> ASGIApp:
    """The web of a server over its pool of engines. ServerError if its folder can't be had, or is damaged."""
    room = PooledEngines(pool, admission, settings)
    services = make_services(settings, room, room.learn)
    count = services.counters.watch
    count("boyi_engine_processes", "Processes of engines", lambda: pool.processes)
    count("boyi_searches", "Searches that run", lambda: admission.running)
    count("boyi_searches_waiting", "Searches that wait for their turn", lambda: admission.waiting)
    return app_of(services)


def app_of(services: Services) -> ASGIApp:
    """The application that a server of HTTP serves. Its `state.close` ends streams that never would."""
    lichess = _lichess(services)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        tasks = [
            asyncio.create_task(_logged(work, said))
            for work, said in (
                (_go_on(services, lichess), "games can't be gone on with"),
                (_sweep(services), "games can't be looked through"),
                (services.begin(), "engines can't be asked for their options"),
            )
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await services.catalogue.close()
            await services.hall.close()

    app = Starlette(
        routes=[*lichess.routes(), *_routes(services)],
        middleware=[Middleware(Guard, services.settings, services.counters)],
        exception_handlers={HTTPException: _on_http_error},
        lifespan=lifespan,
    )
    app.state.close = lichess.close
    return app


def _lichess(services: Services) -> LichessHost:
    settings = services.settings
    try:
        return LichessHost(
            services.hall,
            services.room,
            folder=settings.data / "lichess",
            at_once=settings.quotas.searches,
            threads=settings.caps.get("Threads", 1),
            megabytes=settings.caps.get("Hash", 64),
        )
    except (OSError, ValueError) as error:
        raise ServerError(str(error)) from None


async def _logged(work: Awaitable[None], said: str) -> None:
    """Do what goes on in the background; a fault of it is logged, since nobody waits for it."""
    try:
        await work
    except Exception:
        LOG.exception(said)


async def _go_on(services: Services, lichess: LichessHost) -> None:
    """Take up the games, and then those of bots among them."""
    await services.hall.open()
    await lichess.run()


async def _sweep(services: Services) -> None:
    while True:
        await asyncio.sleep(SWEEP)
        await services.hall.sweep()


def _routes(services: Services) -> list[BaseRoute]:
    found: list[BaseRoute] = [
        Route(call.path, _endpoint(services, call), methods=[call.method]) for call in CALLS
    ]
    found += [WebSocketRoute(socket.path, _socket_endpoint(services, socket)) for socket in SOCKETS]
    document = msgspec.json.encode(openapi.document(CALLS, SOCKETS, types()))
    docs = openapi.page(CALLS, SOCKETS)

    async def show_document(request: Request) -> Response:
        return Response(document, media_type="application/json")

    async def show_docs(request: Request) -> Response:
        return HTMLResponse(docs, headers={"Content-Security-Policy": openapi.POLICY})

    pages = page_files()

    async def show_page(request: Request) -> Response:
        file = pages.get(request.url.path)
        return refuse(Refusal(404, "there is nothing here")) if file is None else file.answer(request)

    found += [
        Route("/openapi.json", show_document),
        Route("/docs", show_docs),
        Route("/{path:path}", show_page),
    ]
    return found


def _endpoint(services: Services, call: Call) -> Callable[[Request], Awaitable[Response]]:
    """What Starlette calls for a route: the body is checked, the answer is JSON, and so is every refusal."""

    async def endpoint(request: Request) -> Response:
        begun = time.perf_counter()
        response = await _respond(services, call, request)
        services.counters.requests.labels(call.path, response.status_code).inc()
        services.counters.seconds.labels(call.path).observe(time.perf_counter() - begun)
        return response

    return endpoint


async def _respond(services: Services, call: Call, request: Request) -> Response:
    try:
        if call.method == "GET":
            value = await call.handler(services, request)
        else:
            data = await read_body(request, call.most)
            body = () if call.body is None else (decode(data or b"{}", call.body),)
            value = await call.handler(services, request, *body)
    except Exception as error:
        refusal = _refusal_for(error, services, call.path)
        services.counters.refusals.labels(refusal.status).inc()
        return refuse(refusal)
    return value if isinstance(value, Response) else answer(value, call.status)


def _socket_endpoint(services: Services, route: Socket) -> Callable[[WebSocket], Awaitable[None]]:
    """What Starlette calls for a socket: it is accepted, and closed with a reason if it has to be."""

    async def endpoint(socket: WebSocket) -> None:
        await socket.accept()
        try:
            await route.handler(services, socket)
        except WebSocketDisconnect:
            return
        except Exception as error:
            await _close(socket, _refusal_for(error, services, route.path))

    return endpoint


def _refusal_for(error: Exception, services: Services, path: str) -> Refusal:
    """What is said of an error; one that is nobody's but ours is logged and counted."""
    refusal = as_refusal(error)
    if refusal is None:
        LOG.exception("a fault in %s", path, exc_info=error)
        services.counters.faults.inc()
    return refusal or FAULT


async def _close(socket: WebSocket, refusal: Refusal) -> None:
    reason = refusal.text.encode()[:LONGEST_REASON].decode("utf-8", "ignore")
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(CLOSE_BASE + refusal.status, reason)


async def _on_http_error(request: Request, error: Any) -> Response:
    """What Starlette itself refuses: a path that there is not, a method that it does not have."""
    texts = {404: "there is nothing here", 405: "this can't be done here"}
    return refuse(Refusal(error.status_code, texts.get(error.status_code, str(error.detail))))
