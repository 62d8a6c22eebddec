"""A server from its start to its end: the web and the gate over one pool, in one event loop."""

import asyncio
import contextlib
import importlib
import os
import socket
import ssl
import sys
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boyi.engines import platforms
from boyi.protocol.driving.loops import hear_termination
from boyi.server.errors import ServerError
from boyi.server.gate.gate import Gate
from boyi.server.pool.admission import Admission
from boyi.server.pool.pool import EnginePool
from boyi.server.pool.served import find_engines
from boyi.server.settings import Address, ServerSettings
from boyi.server.web.protocol import uvicorn_settings

BACKLOG = 1024
DESCRIPTORS = 16
"""Files that a process of an engine takes of ours, and as many again of our own."""
FAREWELL = 3
"""Seconds for requests that are being answered when the server is to end."""


class WebServer(uvicorn.Server):
    """uvicorn's, which leaves signals to us."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Hear none."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End streams first, which would not end by themselves."""
        if isinstance(self.config.app, Starlette) and hasattr(self.config.app.state, "close"):
            self.config.app.state.close()
        await super().shutdown(sockets)


async def run(settings: ServerSettings, tell: Callable[[str], None]) -> int:
    """Serve until a signal comes, whose number is returned. `tell` hears one line after the other.

    ServerError if it can't begin. No process is left and no port is held afterwards.
    """
    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    hear_termination(lambda number: None if ended.done() else ended.set_result(number))
    quotas = settings.quotas
    platforms.allow_descriptors(2 * quotas.sockets + DESCRIPTORS * (quotas.processes + 1))
    pool = EnginePool(settings, find_engines(settings), tell)
    admission = Admission(quotas.searches, quotas.waiting, quotas.waiting_per_client)
    gate = Gate(settings, pool, admission)
    context = _context(settings)
    door = _listen(settings.web)
    web = _web(settings, pool, admission)
    try:
        place = await _open_gate(gate, settings, context)
        serving = asyncio.create_task(web.serve([door]))
        warming = asyncio.create_task(pool.start())
        for line in _addresses(settings, Address(settings.web.host, door.getsockname()[1]), place):
            tell(line)
        both: set[asyncio.Future[Any]] = {ended, serving}
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        web.should_exit = True
        await asyncio.gather(gate.close(), serving)
        warming.cancel()
    finally:
        await pool.close()
        door.close()
    return ended.result() if ended.done() else 1


def _listen(address: Address) -> socket.socket:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        return socket.create_server((address.host, address.port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise ServerError(f"web: {address}: {_reason(error)}") from None


def _reason(error: OSError) -> str:
    """Why a place can't be listened at, without the address, which loops repeat."""
    return os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)


async def _open_gate(gate: Gate, settings: ServerSettings, context: ssl.SSLContext | None) -> Address:
    try:
        return await gate.open(context)
    except OSError as error:
        raise ServerError(f"gate: {settings.gate}: {_reason(error)}") from None


def _context(settings: ServerSettings) -> ssl.SSLContext | None:
    """What TLS is spoken with; None without."""
    if settings.certificate is None or settings.key is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(settings.certificate, settings.key)
    except (OSError, ssl.SSLError) as error:
        reason = "they are no pair" if isinstance(error, ssl.SSLError) else error.strerror
        raise ServerError(f"{settings.certificate}, {settings.key}: {reason}") from None
    return context


def _web(settings: ServerSettings, pool: EnginePool, admission: Admission) -> WebServer:
    config = uvicorn.Config(
        _app(settings, pool, admission),
        log_level="warning",
        **uvicorn_settings(settings.quotas.line),
        proxy_headers=settings.proxied,
        timeout_graceful_shutdown=FAREWELL,
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.key,
        backlog=BACKLOG,
    )
    return WebServer(config)


def _app(settings: ServerSettings, pool: EnginePool, admission: Admission) -> Any:
    """The pages and the API, where they are installed; else only the word that the server is there."""
    try:
        module = importlib.import_module("boyi.server.web.app")
    except ModuleNotFoundError as error:
        if error.name not in ("boyi.server.web", "boyi.server.web.app"):
            raise
        return Starlette(routes=[Route("/healthz", _tell_health)])
    return module.make_app(settings, pool, admission)


async def _tell_health(request: Request) -> Response:
    return JSONResponse({"status": "ok"})


def _addresses(settings: ServerSettings, web: Address, gate: Address) -> Iterator[str]:
    tls = settings.secure
    yield f"web: {'https' if tls else 'http'}://{web}/"
    yield f"gate: {'tls' if tls else 'tcp'}://{gate} (bin/remote {gate} chess{' --tls' * tls})"


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True, file=sys.stdout)
