"""A server of the web in the test's own process, on a real socket."""

import asyncio
import contextlib
import json
from dataclasses import replace

import httpx
import uvicorn
import uvloop
import websockets

from boyi.engines import GAMES
from boyi.server.settings import Quotas, ServerSettings
from boyi.server.web.app import app_of, make_services
from boyi.server.web.protocol import uvicorn_settings
from tests.support.server.rooms import RandomEngine, Room

PATIENCE = 1200
"""Seconds for whatever has to come: what never comes is ended by the test's own time-out."""
BEARER = {"Authorization": "Bearer -"}
PERSON = {"kind": "person", "name": "Ann"}
OPEN = {"kind": "open"}


def run(coroutine):
    """Run a test on the loop that the server uses."""
    faults = []
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.get_loop().set_exception_handler(lambda loop, context: faults.append(context))
        runner.run(asyncio.wait_for(coroutine, PATIENCE))
    assert not faults


class Served:
    """A server, and clients of it."""

    def __init__(self, settings, services, port, connections=None):
        self.settings, self.services, self.port = settings, services, port
        self.host = f"127.0.0.1:{port}"
        self.base = f"http://{self.host}"
        self.origin = {"Origin": self.base}
        limits = httpx.Limits(max_connections=connections)
        self.http = httpx.AsyncClient(
            base_url=self.base, headers=self.origin, timeout=PATIENCE, limits=limits
        )

    @property
    def hall(self):
        return self.services.hall

    def socket(self, path, **arguments):
        arguments.setdefault("origin", self.base)
        arguments.setdefault("max_size", None)
        arguments.setdefault("open_timeout", PATIENCE)
        return websockets.connect(f"ws://{self.host}{path}", **arguments)

    async def call(self, method, path, body=None, token=None, status=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.request(method, path, json=body, headers=headers)
        wanted = status or (201 if path == "/api/games" and method == "POST" else 200)
        assert answer.status_code == wanted, answer.text
        return answer.json()

    async def get(self, path, status=200):
        return await self.call("GET", path, status=status)

    async def post(self, path, body=None, token=None, status=None):
        return await self.call("POST", path, {} if body is None else body, token, status)

    async def game(self, game="chess", players=(PERSON, PERSON), **more):
        return await self.post("/api/games", {"game": game, "players": list(players), **more})


@contextlib.asynccontextmanager
async def served(folder, *engines, room=None, quotas=None, connections=None, **settings):
    """A server with engines that need no process.

    `connections` is how many its client may hold for requests: each costs the client time with every request.
    """
    made = ServerSettings(data=folder / "data", quotas=quotas or Quotas(sockets_per_address=100), **settings)
    names = ("chess", "xiangqi", "connect6", "einstein")
    room = room or Room(*(engines or [RandomEngine(name, name) for name in names]))
    services = make_services(made, room)
    config = uvicorn.Config(
        app_of(services), host="127.0.0.1", port=0, log_level="warning", loop="none",
        **uvicorn_settings(made.quotas.line),
    )  # fmt: skip
    server = uvicorn.Server(config)
    setattr(server, "capture_signals", contextlib.nullcontext)  # noqa: B010  they are pytest's
    task = asyncio.create_task(server.serve())
    while not server.started:
        if task.done():
            task.result()
        await asyncio.sleep(0.005)
    for name in GAMES:  # before anything else of this process calls its kernels
        await services.hall.rulebooks.of(name)
    port = server.servers[0].sockets[0].getsockname()[1]
    one = Served(made, services, port, connections)
    try:
        yield one
    finally:
        await one.http.aclose()
        server.should_exit = True
        await task


async def heard(socket, wanted=lambda message: True, patience=PATIENCE):
    """The next message that is wanted."""
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), patience))
        if wanted(message):
            return message


async def say(socket, **message):
    await socket.send(json.dumps(message))


def with_quotas(**changes):
    return replace(Quotas(sockets_per_address=100), **changes)
