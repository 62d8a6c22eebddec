"""Engines that will not go, and ends that come too early: no process is left."""

import asyncio
import dataclasses
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boyi.engines import platforms
from boyi.protocol.engines import EngineDied
from tests.support.protocol.playing import (
    PATIENCE,
    SHORT,
    Loops,
    both_loops,
    group_is_gone,
    player,
    run,
    scripted,
    started,
    turn,
)
from tests.support.pulse import stretched

resource = pytest.importorskip("resource")


@both_loops
@pytest.mark.parametrize("actions", ["", "hang", "deaf SIGTERM; hang", "child 60", "child 60; exit 0"])
def test_nothing_is_left_of_an_engine_that_will_not_quit(actions: str, loops: Loops):
    async def test():
        async with started(scripted(quit=actions)) as one:
            await one.engine.new_game(None)
            begun = time.monotonic()
            await one.engine.quit(0.2)
            assert time.monotonic() - begun < stretched(3.0)
            assert not one.engine.alive

    run(test(), loops)


@both_loops
@pytest.mark.parametrize("seconds", [0, 0.001, SHORT])
def test_a_start_that_is_broken_off_leaves_nothing(seconds: float, loops: Loops):
    before = _children()

    async def test():
        one = player(scripted(uci=""))
        task = asyncio.create_task(one.engine.start())
        await asyncio.sleep(seconds)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not one.engine.alive

    run(test(), loops)
    assert _children() <= before


def _children() -> set[str]:
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


def test_a_key_at_the_terminal_does_not_reach_it():
    async def test():
        async with started(scripted()) as one:
            if sys.platform != "win32":
                assert os.getsid(one.pid) == os.getpgid(one.pid) == one.pid != os.getsid(0)

    run(test())


ORPHANING = """
import asyncio, sys
from tests.support.protocol.playing import player, scripted

async def main():
    one = player(scripted(isready="say readyok; deaf SIGTERM; hang"))
    await one.engine.start()
    print(one.pid, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.parametrize("wrapped", [True, False])
def test_it_dies_with_us(wrapped: bool):
    """Even one that is deaf to its input; without the wrapper, too."""
    hide = "" if wrapped else "import shutil\nshutil.which = lambda name: None\n"
    root = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-c", hide + ORPHANING], stdout=subprocess.PIPE, text=True, cwd=root
    ) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        parent.kill()
    assert group_is_gone(pid)


def test_limits():
    async def test():
        spec = dataclasses.replace(
            scripted(go="eat 50; eat 5000; say bestmove e2e4"), memory=1000, largest_file=3, descriptors=77
        )
        async with started(spec) as one:
            soft = {
                kind: resource.prlimit(one.pid, getattr(resource, f"RLIMIT_{kind}"))[0]
                for kind in ("AS", "FSIZE", "NOFILE", "CORE")
            }
            assert soft == {"AS": 1000 << 20, "FSIZE": 3 << 20, "NOFILE": 77, "CORE": 0}
            with pytest.raises(EngineDied, match=r"exit code 1; its last words: .*MemoryError"):
                await one.engine.play(turn(), PATIENCE)
            assert f"< ate {50 << 20}" in one.lines

    run(test())


def test_without_the_wrapper_the_fork_sets_the_signal(monkeypatch: pytest.MonkeyPatch):
    assert platforms.launch(["engine"]).arguments["preexec_fn"] is None
    monkeypatch.setattr(shutil, "which", lambda name: None)
    launch = platforms.launch(["engine"])
    assert launch.command == ["engine"]
    assert launch.arguments["preexec_fn"]
