"""EnginePool: processes of engines, made ready before anybody asks, lent, and replaced.

Each engine that was asked for has a spare process, so that the first answer comes at once. A process that
was lent as a pipe serves one client and ends with it. One that was lent to be driven is kept for the next
who wants the same options, for a while.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from boyi.protocol.engines import EngineDied, EngineError, EngineProcess
from boyi.server.errors import Busy, NotServed
from boyi.server.pool.process import LentProcess, pass_over
from boyi.server.pool.served import GREETED, ServedEngine
from boyi.server.settings import ServerSettings

Log = Callable[[str], None]
Key = tuple[str, tuple[tuple[str, str], ...]]
"""An engine's name and the options that were set, in order."""
FAREWELL = 0.3
"""Seconds for an engine that is no longer needed."""
LONGEST_PAUSE = 60.0
"""Seconds between two tries to start an engine that can't be started."""


class Listener:
    """Hears every line of an engine for whoever has it now."""

    def __init__(self) -> None:
        """Nobody listens."""
        self.log: Log = pass_over

    def hear(self, line: str) -> None:
        """Pass a line on."""
        self.log(line)


@dataclass
class DrivenEngine:
    """A process that is driven."""

    key: Key
    engine: EngineProcess
    listener: Listener
    since: float
    """When it was last given back."""


@dataclass
class PoolCounts:
    """What the pool has done, for its owner's figures."""

    started: int = 0
    crashed: int = 0
    """Processes that ended while they were lent or spare."""
    lent: int = 0
    failures: dict[str, int] = field(default_factory=dict)
    """Tries in a row to start an engine that failed, by its name."""


class EnginePool:
    """The engines' processes of a server; none outlives `close`, nor the server itself."""

    def __init__(
        self,
        settings: ServerSettings,
        engines: Mapping[str, ServedEngine],
        log: Log = pass_over,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Nothing is started yet; `log` hears one line of whatever goes wrong."""
        self.engines = engines
        self.counts = PoolCounts()
        self._settings, self._log, self._clock = settings, log, clock
        self._spares: dict[str, LentProcess] = {}
        self._warming: dict[str, asyncio.Task[None]] = {}
        self._shelf: list[DrivenEngine] = []
        """Engines that wait for a client who wants them as they are, the longest waiting first."""
        self._alive: set[LentProcess] = set()
        self._ends: set[asyncio.Task[None]] = set()
        self._lent = 0
        self._closed = False

    # -- what its owner sees ---------------------------------------------------------------------

    @property
    def processes(self) -> int:
        """Processes that run."""
        return len(self._alive)

    @property
    def lent(self) -> int:
        """Processes that clients have."""
        return self._lent

    @property
    def spares(self) -> list[str]:
        """The engines that have a spare process, loaded and ready."""
        return sorted(
            name for name, process in self._spares.items() if process.prepared or not self.engines[name].own
        )

    async def start(self) -> None:
        """Make a spare process of each of our engines, one after the other; returns when they are ready."""
        for name, engine in self.engines.items():
            self._warm(name)
            if engine.own and name in self._warming:
                await asyncio.wait({self._warming[name]})

    def sweep(self) -> None:
        """Let go of what nobody has asked for in a while; to be called now and then."""
        late = self._clock() - self._settings.quotas.idle
        for driven in [driven for driven in self._shelf if driven.since <= late or not driven.engine.alive]:
            self._shelf.remove(driven)
            self._retire(driven)

    async def close(self) -> None:
        """End all processes, also those that are lent."""
        self._closed = True
        for task in [*self._warming.values()]:
            task.cancel()
        await asyncio.gather(*self._warming.values(), return_exceptions=True)
        await asyncio.gather(*(process.destroy() for process in [*self._alive]), return_exceptions=True)
        await asyncio.gather(*self._ends, return_exceptions=True)
        self._spares.clear()
        self._shelf.clear()
        self._alive.clear()

    # -- lending ---------------------------------------------------------------------------------

    def find(self, name: str) -> ServedEngine:
        """The engine of a name; NotServed if there is none."""
        if name not in self.engines:
            raise NotServed(f"there is no engine {name[:40]!r} here, but {', '.join(self.engines)}")
        return self.engines[name]

    @asynccontextmanager
    async def pipe(self, name: str, dialect: str = "") -> AsyncIterator[LentProcess]:
        """A fresh process for the length of the block, which speaks a dialect (empty: any it is greeted in).

        NotServed, Busy, or EngineError if none can be had. It is gone after the block.
        """
        engine = self.find(name)
        names = engine.spoken(dialect)
        process = await self._take(engine)
        try:
            if engine.own:
                process.choose_dialects(names)
            yield process
        finally:
            self._lent -= 1
            await self._end(process)

    @asynccontextmanager
    async def engine(
        self, name: str, options: Mapping[str, str] | None = None, log: Log = pass_over
    ) -> AsyncIterator[EngineProcess]:
        """An engine that is driven, with these options set, while the block lasts; say `new_game` first.

        NotServed, Busy, or EngineError if none can be had; ProtocolError for an option that it does not
        offer. `log` hears every line, as that of `EngineProcess`. Whoever leaves the block by an error, or is
        cancelled, need not care for the engine: it is ended, and replaced.
        """
        served = self.find(name)
        key = (name, tuple((options or {}).items()))
        driven = self._take_from_shelf(key) or await self._drive_living(served, key, options or {})
        driven.listener.log = log
        try:
            yield driven.engine
        except BaseException as error:  # it may still search
            self.counts.crashed += isinstance(error, EngineDied)
            self._retire(driven)
            raise
        else:
            self._give_back(driven)
        finally:
            self._lent -= 1

    def _take_from_shelf(self, key: Key) -> DrivenEngine | None:
        for driven in reversed(self._shelf):
            if driven.key == key and driven.engine.alive:
                self._shelf.remove(driven)
                self._lent += 1
                self.counts.lent += 1
                return driven
        return None

    async def _drive_living(self, served: ServedEngine, key: Key, options: Mapping[str, str]) -> DrivenEngine:
        """An engine to drive; another one if the spare had been killed, which is heard only as it is used."""
        spare = served.name in self._spares
        try:
            return await self._drive(served, key, options)
        except EngineDied:
            if not spare or self._closed:
                raise
            self.counts.crashed += 1
        return await self._drive(served, key, options)

    async def _drive(self, served: ServedEngine, key: Key, options: Mapping[str, str]) -> DrivenEngine:
        process = await self._take(served)
        listener = Listener()
        spec = replace(served.spec, options={**served.spec.options, **options})
        engine = EngineProcess(spec, served.rules, listener.hear)
        try:
            if served.own:
                process.choose_dialects(())
            await engine.start(process)
        except BaseException:
            self._lent -= 1
            await self._end(process)
            raise
        self._see_to(self._forget_later(process))
        return DrivenEngine(key, engine, listener, self._clock())

    def _give_back(self, driven: DrivenEngine) -> None:
        """Keep an engine for the next who wants it so, as far as there is room."""
        driven.listener.log = pass_over
        driven.since = self._clock()
        if self._closed or not driven.engine.alive:
            self._retire(driven)
            return
        self._shelf.append(driven)
        if len(self._shelf) > max(2, self._settings.quotas.searches):
            self._retire(self._shelf.pop(0))

    # -- processes -------------------------------------------------------------------------------

    async def _take(self, engine: ServedEngine) -> LentProcess:
        """A process that is ready; the spare one, if there is one."""
        if self._lent + len(self._shelf) >= self._settings.quotas.processes:
            if not self._shelf:
                raise Busy(f"busy: all {self._lent} processes of engines are in use")
            self._retire(self._shelf.pop(0))
        self._lent += 1
        self.counts.lent += 1
        try:
            return await self._spare_or_new(engine)
        except BaseException:
            self._lent -= 1
            raise
        finally:
            self._warm(engine.name)

    async def _spare_or_new(self, engine: ServedEngine) -> LentProcess:
        """A process; one of ours may still load its kernels, but answers a greeting at once."""
        spare = self._spares.pop(engine.name, None)
        if spare is not None and not spare.ended:
            return spare
        return await self._start(engine)

    def _warm(self, name: str) -> None:
        """Have a spare process made ready, unless there is one or one is under way."""
        if not (self._closed or name in self._spares or name in self._warming):
            self._warming[name] = task = asyncio.create_task(self._make_spare(self.engines[name]))
            task.add_done_callback(lambda _: self._warming.pop(name, None))

    async def _make_spare(self, engine: ServedEngine) -> None:
        """Make a spare process, and another one if it is lent before it has loaded its kernels."""
        name, taken = engine.name, True
        while taken:
            try:
                process = await self._start(engine)
            except EngineError as error:
                self._try_again_later(name, error)
                return
            self._spares[name] = process
            process.attach(pass_over, partial(self._lose_spare, name, process), pass_over)
            loaded = not engine.own or await process.wait_until_loaded(engine.spec.patience)
            taken = self._spares.get(name) is not process and name not in self.counts.failures
            if loaded:
                self.counts.failures.pop(name, None)
            elif self._spares.get(name) is process:
                self._lose_spare(name, process)

    def _lose_spare(self, name: str, process: LentProcess) -> None:
        """A process that nobody has used has ended, or does not get ready."""
        if self._spares.get(name) is process and not self._closed:
            del self._spares[name]
            self._see_to(self._end(process))
            self.counts.crashed += 1
            self._try_again_later(name, EngineDied(name, process.obituary()))

    def _try_again_later(self, name: str, error: EngineError) -> None:
        failures = self.counts.failures[name] = self.counts.failures.get(name, 0) + 1
        pause = min(LONGEST_PAUSE, 2.0 ** (failures - 1))
        self._log(f"{error}; next try in {pause:g} s")
        if not self._closed:
            asyncio.get_running_loop().call_later(pause, self._warm, name)

    async def _start(self, engine: ServedEngine) -> LentProcess:
        """A new process, which may still load its kernels; EngineError if there is none."""
        process = LentProcess(engine.spec, pass_over)
        self._alive.add(process)
        try:
            await self._prepare(engine, process)
        except OSError as error:
            raise EngineDied(engine.name, f"it can't be started: {error}") from None
        except BaseException:
            await self._end(process)
            raise
        self.counts.started += 1
        return process

    async def _prepare(self, engine: ServedEngine, process: LentProcess) -> None:
        if not engine.own and engine.spec.dialect in GREETED:
            await EngineProcess(engine.spec, engine.rules, pass_over).start(await _spawned(process))
            return
        await process.spawn()

    def _retire(self, driven: DrivenEngine) -> None:
        """End an engine that is no longer needed, in the background."""
        self._see_to(driven.engine.quit(FAREWELL))

    def _see_to(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done in the background, before `close` returns."""
        self._ends.add(task := asyncio.create_task(work))
        task.add_done_callback(self._ends.discard)

    async def _forget_later(self, process: LentProcess) -> None:
        """Count a driven process until it has ended, whoever ends it."""
        while not await process.wait(LONGEST_PAUSE):
            pass
        self._alive.discard(process)

    async def _end(self, process: LentProcess) -> None:
        with contextlib.suppress(OSError):
            await process.destroy()
        self._alive.discard(process)


async def _spawned(process: LentProcess) -> LentProcess:
    await process.spawn()
    return process
