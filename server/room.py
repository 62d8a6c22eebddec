"""The engines of a server as its games and analyses know them: the pool behind its queue."""

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from boyi.engines.options import PATHS, Ceilings, Option
from boyi.protocol.engines import EngineError, EngineProcess, ProtocolError
from boyi.server.errors import Busy, NotServed
from boyi.server.pool.admission import Admission
from boyi.server.pool.pool import EnginePool
from boyi.server.pool.served import ServedEngine
from boyi.server.refusal import Refusal
from boyi.server.searching import Place
from boyi.server.settings import ServerSettings


@dataclass(frozen=True)
class KnownEngine:
    """An engine, and what is known of its options."""

    name: str
    game: str
    title: str
    evaluators: tuple[str, ...]
    options: tuple[Option, ...]


class PooledEngines:
    """All engines of a pool; a search begins when it is its client's turn."""

    def __init__(self, pool: EnginePool, admission: Admission, settings: ServerSettings) -> None:
        """What engines of others offer is not known before `learn`."""
        self._pool, self._admission, self._settings = pool, admission, settings
        self._learned: dict[str, tuple[Option, ...]] = {}

    async def learn(self) -> None:
        """Ask the engines that are not ours for their options, one after the other."""
        for name, served in self._pool.engines.items():
            if not served.own:
                with contextlib.suppress(Busy, NotServed, EngineError, ProtocolError):
                    async with self._pool.engine(name) as engine:
                        self._learned[name] = engine.offered

    def offered(self) -> Sequence[KnownEngine]:
        """Every engine."""
        return [self._known(served) for served in self._pool.engines.values()]

    def find(self, name: str, game: str) -> KnownEngine:
        """The engine of a name; Refusal if there is none for the game."""
        served = self._pool.engines.get(name)
        if served is None or served.game != game:
            names = ", ".join(each.name for each in self._pool.engines.values() if each.game == game)
            raise Refusal(404, f"there is no engine {name[:40]!r} for {game} here, but {names or 'none'}")
        return self._known(served)

    @asynccontextmanager
    async def search(
        self, name: str, options: Mapping[str, str], client: str, on_wait: Place
    ) -> AsyncIterator[EngineProcess]:
        """An engine with these options for one search, when it is the client's turn."""
        async with self._admission.search(client, on_wait), self._pool.engine(name, options) as engine:
            self._learned.setdefault(name, engine.offered)
            yield engine

    def _known(self, served: ServedEngine) -> KnownEngine:
        game = served.rules
        if not served.own:
            options = tuple(each for each in self._learned.get(served.name, ()) if self._may_set(each))
            return KnownEngine(served.name, served.game, served.name, (), options)
        ceilings = Ceilings(tuple(self._settings.caps.items()), self._settings.forbidden)
        options = tuple(option for option in ceilings.over(game.options) if option.offered)
        return KnownEngine(served.name, served.game, game.title, tuple(game.evaluators), options)

    def _may_set(self, option: Option) -> bool:
        """Whether a client may set an option of an engine that is not ours: none that could name a file."""
        forbidden = {name.lower() for name in self._settings.forbidden}
        named = PATHS in forbidden and option.kind == "string"
        return not named and option.name.lower() not in forbidden
