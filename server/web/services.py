"""What the handlers of the web share."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import Scope

from boyi.server.games.hall import Hall
from boyi.server.runs.catalogue import Catalogue
from boyi.server.searching import EngineRoom
from boyi.server.settings import ServerSettings
from boyi.server.web.counting import Counters


def address_of(scope: Scope, proxied: bool) -> str:
    """Who asks: behind a proxy, whom the proxy names."""
    client = scope.get("client")
    if proxied and (named := Headers(scope=scope).get("x-forwarded-for")):
        return named.rpartition(",")[2].strip()
    return client[0] if client else ""


async def nothing() -> None:
    """Have nothing to do."""


@dataclass(frozen=True)
class Services:
    """The parts of a server."""

    settings: ServerSettings
    hall: Hall
    room: EngineRoom
    catalogue: Catalogue
    counters: Counters
    begin: Callable[[], Awaitable[None]] = nothing
    """Goes on in the background from the beginning."""


def client_of(services: Services, connection: HTTPConnection) -> str:
    """By what a client is told from others."""
    return address_of(connection.scope, services.settings.proxied)
