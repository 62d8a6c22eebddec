"""Pools for tests: few engines, small hash tables, and processes that can be told from all others."""

import asyncio
import itertools
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from boyi.server.pool.pool import EnginePool
from boyi.server.pool.served import find_engines
from boyi.server.settings import Quotas, ServerSettings
from tests.support.arena.processes import survivors

FAKE = Path(__file__).parents[1] / "protocol" / "fake_engine.py"
NUMBERS = itertools.count(1_000_000 + os.getpid() * 100)
"""Ceilings of an option that are above all that it can be, so that they change nothing but a command line."""


def settings_of(
    folder: Path, quotas: Quotas | None = None, habits: Mapping[str, str] | None = None
) -> tuple[ServerSettings, str]:
    """Settings, and a word that is in the command of every engine that they start.

    `fake` is an engine of the owner's; further ones have habits, as `fake_engine.Habits`.
    """
    number = next(NUMBERS)
    listed = {"fake": "find=0", **(habits or {})}
    file = folder / "engines.toml"
    file.write_text(
        "".join(
            f'[[engines]]\nname = "{name}"\n'
            f'command = ["{sys.executable}", "-X", "mark{number}", "{FAKE}", "{habit}"]\n'
            for name, habit in listed.items()
        )
    )
    caps = {"Hash": 1, "Threads": 1, "Move Overhead": number}
    return ServerSettings(engines=file, data=folder, quotas=quotas or Quotas(), caps=caps), str(number)


def pool_of(
    settings: ServerSettings,
    *names: str,
    log: Callable[[str], None] = print,
    clock: Callable[[], float] | None = None,
) -> EnginePool:
    """A pool of a few engines."""
    engines = {name: engine for name, engine in find_engines(settings).items() if name in names}
    return EnginePool(settings, engines, log, clock) if clock else EnginePool(settings, engines, log)


@asynccontextmanager
async def pool_in(
    folder: Path,
    *names: str,
    quotas: Quotas | None = None,
    log: Callable[[str], None] = print,
    clock: Callable[[], float] | None = None,
) -> AsyncIterator[tuple[EnginePool, str]]:
    """A pool of a few engines and the word in their commands; after the block no process is left."""
    settings, word = settings_of(folder, quotas)
    pool = pool_of(settings, *names, log=log, clock=clock)
    try:
        yield pool, word
    finally:
        await pool.close()
    assert survivors(word) == [] and pool.processes == 0


async def until(found: Callable[[], object], patience: float = 20.0) -> None:
    """Wait for something to be so."""
    for _ in range(int(patience / 0.01)):
        if found():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never was")
