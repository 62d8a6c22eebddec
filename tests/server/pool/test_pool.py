"""Processes of engines: ready before they are asked for, one client's each, replaced, and never left over."""

import asyncio
import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from boyi.engines.limits import Limits
from boyi.protocol.engines import EngineDied, ProtocolError, Turn
from boyi.server.errors import Busy, NotServed
from boyi.server.pool.process import LentProcess, do_nothing, pass_over
from boyi.server.settings import Quotas
from tests.support.arena.processes import running
from tests.support.server.pools import pool_in, until

KILL = signal.Signals["SIGKILL"]  # a name that Windows does not have
TURN = Turn(None, (), 0, Limits(movetime=20), lambda: "")


async def ask(process: LentProcess, line: str, until: bytes, patience: float = 20.0) -> bytes:
    """What a process writes after a line, up to some word."""
    heard, done = bytearray(), asyncio.Event()

    def take(data: bytes) -> None:
        heard.extend(data)
        if until in heard:
            done.set()

    process.open_pipe(take, pass_over, pass_over, done.set)
    process.send(f"{line}\n".encode())
    await asyncio.wait_for(done.wait(), patience)
    return bytes(heard)


def kill(word: str) -> None:
    for process in running(word):
        os.kill(process, KILL)


def test_a_spare_process_answers_at_once_and_is_replaced(tmp_path: Path):
    async def run() -> None:
        async with pool_in(tmp_path, "chess") as (pool, _):
            await pool.start()
            assert pool.spares == ["chess"] and pool.processes == 1
            began = time.monotonic()
            async with pool.pipe("chess", "uci") as process:
                heard = await ask(process, "position startpos\ngo depth 1", b"bestmove")
                assert time.monotonic() - began < 0.2 * 3
                assert b"\x01" not in heard
                await until(lambda: pool.spares == ["chess"])
                assert (pool.processes, pool.lent) == (2, 1)
            assert (pool.processes, pool.lent) == (1, 0)

    asyncio.run(run())


def niceness(task: Path) -> int:
    """How far a thread gives way, as Linux tells it."""
    return int((task / "stat").read_text().rpartition(")")[2].split()[16])


@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux tells of threads")
def test_engines_give_way_with_all_their_threads(tmp_path: Path):
    async def run() -> None:
        async with pool_in(tmp_path, "chess") as (pool, word), pool.engine("chess") as engine:
            await engine.play(TURN, 20)
            threads = [each for pid in running(word) for each in Path(f"/proc/{pid}/task").iterdir()]
            assert len(threads) > 1
            assert {niceness(each) for each in threads} == {min(19, niceness(Path("/proc/self")) + 10)}

    asyncio.run(run())


def test_ceilings_hold_in_what_is_lent(tmp_path: Path):
    async def run() -> None:
        async with pool_in(tmp_path, "chess") as (pool, _), pool.pipe("chess") as process:
            heard = await ask(process, "uci\nsetoption name Log File value x\nisready", b"readyok")
            assert b"option name Hash type spin default 1 min 1 max 1\n" in heard
            assert b"File" not in heard.partition(b"uciok")[0]
            assert b"info string no option 'Log File'" in heard

    asyncio.run(run())


def test_idle_is_told_when_all_is_acted_on_in_dialects_that_do_not_say_so(tmp_path: Path):
    async def run() -> None:
        async with pool_in(tmp_path, "connect6") as (pool, _), pool.pipe("connect6", "sau") as process:
            heard, idle = bytearray(), list[int]()
            process.open_pipe(heard.extend, pass_over, idle.append, do_nothing)
            process.send(b"name?\nmove JJ@@\nmove JJKK\n")  # the second move is illegal: nothing answers it
            await until(lambda: idle and idle[-1] == 3)
            assert heard.startswith(b"name Boyi")

    asyncio.run(run())


def test_a_crashed_spare_is_replaced(tmp_path: Path):
    async def run() -> None:
        log = list[str]()
        async with pool_in(tmp_path, "chess", log=log.append) as (pool, word):
            await pool.start()
            kill(word)
            await until(lambda: pool.counts.crashed == 1)
            await until(lambda: pool.spares == ["chess"])
            assert log == ["chess: it was ended by SIGKILL; next try in 1 s"]

    asyncio.run(run())


def test_a_driven_engine_is_kept_for_who_wants_the_same_options(tmp_path: Path):
    async def run() -> None:
        async with pool_in(tmp_path, "fake") as (pool, _):
            for style, started in (("Calm", 1), ("Calm", 1), ("Very Wild", 2), ("Calm", 2)):
                async with pool.engine("fake", {"Style": style}) as engine:
                    await engine.new_game(None)
                    assert (await engine.play(TURN, 5)).move == "e2e4"
                await until(lambda: pool.spares == ["fake"])
                assert pool.counts.started == started + 1  # and the spare one
            with pytest.raises(ProtocolError, match="offers no option"):
                async with pool.engine("fake", {"Shoe Size": "44"}):
                    pass

    asyncio.run(run())


def test_one_that_is_left_in_mid_search_is_ended(tmp_path: Path):
    async def run() -> None:
        async with pool_in(tmp_path, "fake") as (pool, word):

            async def think() -> None:
                async with pool.engine("fake") as engine:
                    await engine.play(replace(TURN, limits=Limits(infinite=True)), 60)

            task = asyncio.create_task(think())
            await until(lambda: pool.lent == 1 and pool.spares)
            await asyncio.sleep(0.05)
            task.cancel()
            await until(lambda: pool.processes == 1)
            assert (pool.lent, len(running(word))) == (0, 1)

    asyncio.run(run())


def test_the_client_of_a_crashed_engine_is_told(tmp_path: Path):
    async def run() -> None:
        async with pool_in(tmp_path, "fake") as (pool, word):
            with pytest.raises(EngineDied, match="SIGKILL"):
                async with pool.engine("fake") as engine:
                    asyncio.get_running_loop().call_later(0.1, kill, word)
                    await engine.play(replace(TURN, limits=Limits(infinite=True)), 60)
            assert (pool.lent, pool.counts.crashed >= 1) == (0, True)
            async with pool.engine("fake") as engine:
                assert (await engine.play(TURN, 5)).move == "e2e4"

    asyncio.run(run())


def test_a_full_pool_is_busy(tmp_path: Path):
    async def run() -> None:
        async with pool_in(tmp_path, "fake", quotas=Quotas(processes=1)) as (pool, _):
            async with pool.engine("fake"):
                with pytest.raises(Busy, match="all 1 processes"):
                    async with pool.pipe("fake"):
                        pass
            async with pool.pipe("fake"):  # what is kept makes room
                assert pool.lent == 1

    asyncio.run(run())


def test_what_is_not_served_is_said(tmp_path: Path):
    async def run() -> None:
        async with pool_in(tmp_path, "fake", "chess") as (pool, _):
            with pytest.raises(NotServed, match="no engine 'go' here, but chess, fake"):
                async with pool.pipe("go"):
                    pass
            with pytest.raises(NotServed, match="chess does not speak 'ecui' here, but uci, xboard"):
                async with pool.pipe("chess", "ecui"):
                    pass

    asyncio.run(run())


def test_a_day_of_idling_leaves_nothing_behind(tmp_path: Path):
    async def run() -> None:
        now = [0.0]
        async with pool_in(tmp_path, "fake", clock=lambda: now[0]) as (pool, word):
            async with pool.engine("fake"):
                pass
            async with pool.engine("fake", {"Style": "Very Wild"}):
                pass
            await until(lambda: pool.processes == 3)
            for _ in range(24 * 60):
                now[0] += 60
                pool.sweep()
            await until(lambda: pool.processes == 1)
            assert len(running(word)) == 1 and not pool._shelf and not pool._ends

    asyncio.run(run())
