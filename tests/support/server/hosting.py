"""A web server in a thread, for clients that block."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import uvicorn
from starlette.applications import Starlette
from starlette.routing import BaseRoute


class Host(Protocol):
    """Routes, and what runs behind them."""

    def routes(self) -> Sequence[BaseRoute]: ...
    def close(self) -> None: ...
    async def open(self) -> None: ...
    async def run(self) -> None: ...


@contextlib.contextmanager
def hosted(make: Callable[[], Host]) -> Iterator[str]:
    """Serve what a host has, made in the server's own loop, and what runs behind it; the address."""
    made = []

    @contextlib.asynccontextmanager
    async def life(app):
        host = make()
        await host.open()
        made.append((asyncio.get_running_loop(), host))
        app.router.routes.extend(host.routes())
        running = asyncio.ensure_future(host.run())
        yield
        running.cancel()
        await asyncio.wait((running,))

    with socket.create_server(("127.0.0.1", 0)) as listening:
        config = uvicorn.Config(
            Starlette(lifespan=life), log_level="warning", ws="none", timeout_graceful_shutdown=1
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            for loop, host in made:
                loop.call_soon_threadsafe(host.close)
            server.should_exit = True
            thread.join()
