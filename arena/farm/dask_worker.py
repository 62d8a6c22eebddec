"""A machine's part in a cluster: it joins, compiles, and keeps its processes at work until the end."""

import argparse
import asyncio
import contextlib
import logging
import signal
from collections.abc import Mapping

import dask
from distributed import Client, Nanny, Security

from boyi.arena.farm.address import ClusterAddress, security
from boyi.arena.farm.dask import MARK, SETTINGS, SPEEDS
from boyi.arena.farm.farm import FarmError
from boyi.arena.farm.identity import difference, identity
from boyi.arena.farm.speed import measured_together
from boyi.engines import load_game, warmup
from boyi.engines.evaluation import Evaluation

PATIENCE = 15.0
"""Seconds to reach the scheduler."""
STARTING = 120.0
"""Seconds for the processes to start, and to join; a scheduler that is gone for longer is given up."""
PAUSE = 1.0
"""Seconds until a process that was let go is replaced."""
FAREWELL = 10.0
"""Seconds to give back what the processes are busy with."""


def check(theirs: Mapping[str, str] | None) -> None:
    """FarmError unless a scheduler is of our kind."""
    if theirs is None:
        raise FarmError("this is no scheduler that bin/scheduler started")
    if differs := difference(identity(), theirs):
        raise FarmError(f"this cluster is another: {differs}")


async def ask_scheduler(address: ClusterAddress) -> Mapping[str, str] | None:
    """The identity of a scheduler; None if it has none."""
    try:
        async with Client(
            address.url,
            security=Security(**security(address.certificate)),
            asynchronous=True,
            timeout=PATIENCE,
            set_as_default=False,
        ) as client:
            found: Mapping[str, str] | None = await client.get_metadata([MARK], default=None)
            return found
    except (OSError, TimeoutError, ValueError) as error:
        raise FarmError(f"{address.url} can't be reached: {str(error).splitlines()[0]}") from None


def make_ready(games: list[str], count: int) -> dict[str, float]:
    """Compile, and measure: nodes per second in each game of each of so many processes. Blocks."""
    for name in games:
        game = load_game(name)
        warmup.ensure(game, Evaluation(game))
    return measured_together(games, count)


async def work(address: ClusterAddress, count: int) -> None:
    """Run so many processes until interrupted; FarmError if they can't join, or the scheduler is gone."""
    ended = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(name, ended.set)
    joined = asyncio.Semaphore(0)
    keeping = [asyncio.create_task(_keep(address, joined)) for _ in range(count)]
    line = f"{count} processes work for {address.url}"
    waiting = asyncio.create_task(_tell_and_wait(line, joined, count, ended))
    try:
        await asyncio.wait([waiting, *keeping], return_when=asyncio.FIRST_COMPLETED)
        for task in keeping:
            if task.done():
                task.result()
    finally:
        for task in (waiting, *keeping):
            task.cancel()
        await asyncio.wait([waiting, *keeping], timeout=FAREWELL)


async def _tell_and_wait(line: str, joined: asyncio.Semaphore, count: int, ended: asyncio.Event) -> None:
    """Tell once all have joined, and wait for the end."""
    waiting = asyncio.create_task(ended.wait())
    for _ in range(count):
        joining = asyncio.create_task(joined.acquire())
        await asyncio.wait([waiting, joining], return_when=asyncio.FIRST_COMPLETED)
        if waiting.done():
            joining.cancel()
            return
    print(line, flush=True)
    await waiting


async def _keep(address: ClusterAddress, joined: asyncio.Semaphore) -> None:
    """Have one process work, and another when the cluster lets it go, not having heard of it for long."""
    while True:
        nanny = Nanny(
            address.url,
            nthreads=1,
            memory_limit=0,
            security=Security(**security(address.certificate)),
            dashboard=False,
            silence_logs=logging.ERROR,
            death_timeout=STARTING,
        )
        try:
            await nanny
            joined.release()
            await nanny.finished()
        except (OSError, TimeoutError, RuntimeError) as error:
            raise FarmError(f"{address.url}: a process can't join: {str(error).splitlines()[0]}") from None
        finally:
            await nanny.close(timeout=FAREWELL / 2, reason="it was ended")
        await asyncio.sleep(PAUSE)
        check(await ask_scheduler(address))


async def join(arguments: argparse.Namespace) -> None:
    """Work for a cluster if it is of our kind; FarmError says in one line why that can't be."""
    dask.config.set(SETTINGS)
    logging.getLogger("distributed").setLevel(logging.ERROR)
    address = ClusterAddress.read(arguments.address)
    if address.local or arguments.processes < 1:
        raise FarmError("it wants the address of a scheduler, and at least one process")
    check(await ask_scheduler(address))
    speeds = await asyncio.to_thread(make_ready, arguments.games, arguments.processes)
    for game, speed in speeds.items():
        print(f"{game}: {speed:.0f} nodes/s", flush=True)
    dask.config.set({SPEEDS: speeds})
    await work(address, arguments.processes)
