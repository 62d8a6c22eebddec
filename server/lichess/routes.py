"""All of lichess' protocols as one part of the server's web: the addresses, and what runs behind them."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from starlette.requests import Request
from starlette.routing import Route

from boyi.server.games.hall import Hall
from boyi.server.lichess.bots.accounts import Accounts
from boyi.server.lichess.bots.challenges import ChallengeDesk
from boyi.server.lichess.bots.events import EventHub
from boyi.server.lichess.bots.games import BotGames
from boyi.server.lichess.bots.live import HallGames
from boyi.server.lichess.bots.routes import BotDesk
from boyi.server.lichess.broker import Broker
from boyi.server.lichess.engine_routes import EngineDesk
from boyi.server.lichess.house_provider import NAME, HouseProvider
from boyi.server.lichess.registry import Registry
from boyi.server.lichess.streams import Streams
from boyi.server.searching import EngineRoom


class LichessHost:
    """What a client of lichess finds at this server."""

    def __init__(
        self,
        hall: Hall,
        room: EngineRoom,
        *,
        folder: Path | None = None,
        at_once: int = 1,
        threads: int = 1,
        megabytes: int = 64,
        may_open: Callable[[Request], bool] = lambda request: True,
    ) -> None:
        """`folder` is where accounts, registrations and games under way are kept; ValueError if they make no
        sense. The room's chess engine analyses for everybody who has an account:
        so many orders at once, each within so many threads and megabytes."""

        def kept(name: str) -> Path | None:
            return folder and folder / name

        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        registry, broker, events = Registry(NAME, kept("engines.json")), Broker(), EventHub()
        accounts = Accounts((NAME,), kept("accounts.json"))
        self._games = BotGames(HallGames(hall), events, kept("games.json"))
        self._provider = HouseProvider(broker, room, at_once)
        self._provider.register(registry, threads, megabytes)
        self._streams = Streams()
        self._engine_desk = EngineDesk(registry, broker, self._streams, lambda token: accounts.of(token).id)
        challenges = ChallengeDesk(accounts, self._games, events)
        self._bot_desk = BotDesk(accounts, self._games, events, challenges, self._streams, may_open)

    def routes(self) -> list[Route]:
        """The addresses. Each looks for its own token, so that the server's needs no look."""
        return [*self._engine_desk.routes(), *self._bot_desk.routes()]

    def close(self) -> None:
        """End every stream, before the server waits for its clients to leave."""
        self._streams.closing.set()

    async def run(self) -> None:
        """What runs behind them, until it is broken off; then no process is left."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._games.run())
            group.create_task(self._provider.run())
