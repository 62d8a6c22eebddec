"""Engines that write without measure, or don't read: neither memory nor anybody else suffers."""

import asyncio
import dataclasses
import re
import time
from pathlib import Path

import pytest

from boyi.protocol.engines import EngineSilent, EngineSpec
from tests.support.protocol.playing import (
    PATIENCE,
    SHORT,
    Loops,
    both_loops,
    play_fails,
    player,
    run,
    scripted,
    started,
    turn,
)
from tests.support.pulse import stretched

resource = pytest.importorskip("resource")


class Pulse:
    """Beats in the background; `longest` is the most work that was done between two beats, in seconds."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = time.process_time()
        self._beat()

    def _beat(self) -> None:
        now = time.process_time()
        self.longest = max(self.longest, now - self._last)
        self._last = now
        asyncio.get_running_loop().call_later(0.005, self._beat)


@both_loops
@pytest.mark.parametrize("descriptor", [1, 2])
def test_a_flood(descriptor: int, loops: Loops):
    async def test():
        spec = scripted(go=f"flood {descriptor} 4; say bestmove e2e4", uci=f"flood {descriptor} 1; say uciok")
        async with started(spec) as one:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            pulse = Pulse()
            assert (await one.engine.play(turn(), 6 * PATIENCE)).move == "e2e4"
            assert pulse.longest < 0.2
            assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8192
            assert "# a flood: its lines are heard, but not logged" in one.lines
            assert sum(map(len, one.lines)) < 4 << 20

    run(test(), loops)


@both_loops
@pytest.mark.parametrize("descriptor", [1, 2])
def test_a_flood_without_end(descriptor: int, loops: Loops):
    async def test():
        await play_fails(scripted(go=f"flood {descriptor} 100000"), EngineSilent, "searching", 1.0)

    run(test(), loops)


def test_a_flood_is_read_at_a_measured_pace():
    """Unchecked, it would be some hundred megabytes."""

    async def test():
        one = player(EngineSpec("flood", ("yes", "y" * 1000), patience=1.0))
        starting = asyncio.create_task(one.engine.start())
        await asyncio.sleep(0.9)
        written = int(re.findall(r"wchar: (\d+)", Path(f"/proc/{one.pid}/io").read_text())[0])
        with pytest.raises(EngineSilent):
            await starting
        assert written < 80 << 20

    run(test())


def test_a_line_too_long():
    async def test():
        async with started(scripted(go="long 10; say bestmove e2e4")) as one:
            assert (await one.engine.play(turn(), PATIENCE)).move == "e2e4"
            assert one.lines.count("# a line of more than 1048576 bytes was dropped") == 1
            assert max(map(len, one.lines)) < 1000

    run(test())


def test_noise():
    async def test():
        noise = "say ; say \ufffd; part \r\n; part \x01\n; say  info score cp; say bestmovee2e4"
        async with started(scripted(go=f"{noise}; say bestmove e2e4")) as one:
            assert (await one.engine.play(turn(), PATIENCE)).move == "e2e4"

    run(test())


def test_an_engine_that_does_not_read():
    """What it is sent is more than a pipe holds."""

    async def test():
        moves = ("g1f3", "g8f6", "f3g1", "f6g8") * 10_000
        async with started(scripted(isready="say readyok; hang")) as one:
            with pytest.raises(EngineSilent, match="searching"):
                await one.engine.play(dataclasses.replace(turn(), moves=moves), SHORT)
            begun = time.monotonic()
            await one.engine.quit(0.1)
            assert time.monotonic() - begun < stretched(3.0)

    run(test())
