"""Engines as processes: whatever they do, we hear of it in time."""

import asyncio
import dataclasses
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boyi.engines.chess import GAME
from boyi.protocol.engines import EngineDied, EngineProcess, EngineSilent, EngineSpec, ProtocolError
from tests.support.protocol.playing import (
    PATIENCE,
    SHORT,
    TIME_TO_START,
    Loops,
    both_loops,
    play_fails,
    player,
    run,
    scripted,
    start_fails,
    started,
    turn,
)


@both_loops
def test_a_game(loops: Loops):
    async def test():
        async with started(scripted()) as one:
            assert one.engine.alive
            assert one.engine.identity == "Scripted 1"
            await one.engine.new_game(None)
            reply = await one.engine.play(turn(), PATIENCE)
            assert reply.move == "e2e4"
            assert 0 < reply.seconds < PATIENCE
            assert reply.info
            assert (reply.info.score.value, reply.info.pv) == (25, ("e2e4", "e7e5"))

    run(test(), loops)


def test_an_unknown_dialect():
    with pytest.raises(ProtocolError, match=r"fake: no dialect 'klingon'; there are uci, xboard"):
        EngineProcess(dataclasses.replace(scripted(), dialect="klingon"), GAME, print)


@pytest.mark.parametrize(
    ("dialect", "complaint"), [("sau", "options can't be set in sau"), ("ecui", "ECUI sets no options")]
)
def test_dialects_in_which_options_have_no_words(dialect: str, complaint: str):
    async def test():
        spec = dataclasses.replace(scripted(dialect), options={"Depth": "2"})
        await start_fails(spec, ProtocolError, complaint)

    run(test())


@both_loops
def test_programs_that_can_t_be_started(loops: Loops, tmp_path: Path):
    plain, strange = tmp_path / "plain", tmp_path / "strange"
    plain.write_text("no program")
    strange.write_bytes(b"\x7fELF but not really")
    strange.chmod(0o755)

    async def test():
        for command, reason in (
            ((), "its command is empty"),
            (("no-such-program",), "there is no program no-such-program in PATH"),
            (("./missing",), f"there is no file {tmp_path}/missing"),
            ((str(plain),), f"{plain} is not executable"),
            ((str(strange),), "it ended with exit code 12[67]; its last words: "),
        ):
            error = await start_fails(EngineSpec("lost", command, directory=tmp_path), EngineDied, reason)
            assert str(error).startswith("lost: it ")
            assert "\n" not in str(error)
        nowhere = EngineSpec("lost", ("cat",), directory=tmp_path / "nowhere")
        await start_fails(nowhere, EngineDied, "it can't be started: there is no directory .*nowhere")

    run(test(), loops)


def test_a_path_counts_from_the_directory(tmp_path: Path):
    spec = scripted()
    (tmp_path / "engine").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (tmp_path / "engine").chmod(0o755)
    moved = dataclasses.replace(spec, command=("./engine", *spec.command[1:]), directory=tmp_path)

    async def test():
        async with started(moved):
            pass

    run(test())


@both_loops
@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        ("exit 3", "it ended with exit code 3"),
        ("exit 0", "it ended with exit code 0"),
        ("kill SIGSEGV", "it was ended by SIGSEGV"),
        ("complain oh; complain my\x07 book; exit 1", "exit code 1; its last words: oh | my\ufffd book"),
    ],
)
def test_a_death(actions: str, reason: str, loops: Loops):
    async def test():
        await start_fails(scripted(start=actions), EngineDied, re.escape(reason))
        error = await start_fails(scripted(uci=actions), EngineDied, "^fake: it ")
        assert error.engine == "fake"
        assert (error.reason.endswith(reason), error.last, error.state) == (True, "uci", "greeting in UCI")
        later = await play_fails(scripted(go=actions), EngineDied, "^fake: it ")
        assert (later.reason.endswith(reason), later.state) == (True, "searching")
        assert later.last.startswith("go wtime 10000")

    run(test(), loops)


def test_an_output_that_is_closed():
    """With uvloop it is a silence, for it tells of a closed pipe only when the process has ended."""

    async def test():
        await start_fails(scripted(start="close 1; hang"), EngineDied, "it closed its output")
        await play_fails(scripted(go="close 1; hang"), EngineDied, "it closed its output")

    run(test(), asyncio.new_event_loop)


def test_a_death_is_told_at_once_and_again():
    async def test():
        async with started(scripted(go="say bestmove e2e4; exit 7")) as one:
            assert (await one.engine.play(turn(), PATIENCE)).move == "e2e4"
            begun = time.monotonic()
            for _ in range(2):
                with pytest.raises(EngineDied, match="exit code 7"):
                    await one.engine.play(turn("e2e4", "e7e5"), PATIENCE)
            assert time.monotonic() - begun < PATIENCE / 2
            assert not one.engine.alive
            await one.engine.start()
            assert (await one.engine.play(turn(), PATIENCE)).move == "e2e4"

    run(test())


def test_an_answer_before_death_counts():
    async def test():
        async with started(scripted(go="part bestmove d2d4; exit 1")) as one:
            assert (await one.engine.play(turn(), PATIENCE)).move == "d2d4"

    run(test())


@both_loops
def test_silence(loops: Loops):
    async def test():
        silent = dataclasses.replace(scripted(uci=""), patience=SHORT)
        error = await start_fails(silent, EngineSilent, "no answer within 0.3 s, though it lives")
        assert (error.state, error.last) == ("greeting in UCI", "uci")
        not_ready = dataclasses.replace(scripted(isready="hang"), patience=TIME_TO_START)
        await start_fails(not_ready, EngineSilent, "getting ready, last line sent 'isready'")
        unmoved = await play_fails(scripted(go=""), EngineSilent, "within 0.3 s", SHORT)
        assert unmoved.state == "searching"

    run(test(), loops)


def test_one_question_at_a_time():
    async def test():
        async with started(scripted(go="")) as one:
            first = asyncio.create_task(one.engine.play(turn(), SHORT))
            await asyncio.sleep(0)
            with pytest.raises(ProtocolError, match="fake: asked while it is searching"):
                await one.engine.play(turn(), SHORT)
            with pytest.raises(EngineSilent):
                await first
        with pytest.raises(ProtocolError, match="fake: it has not been started"):
            await player(scripted()).engine.play(turn(), SHORT)

    run(test())


def test_quit_in_a_search_and_twice_and_before_the_start():
    async def test():
        async with started(scripted(go="")) as one:
            with pytest.raises(EngineSilent):
                await one.engine.play(turn(), 0.01)
            await one.engine.quit()
            assert one.sent()[-2:] == ["stop", "quit"]
            await one.engine.quit()
        await player(scripted()).engine.quit()

    run(test())


def test_quit_ends_a_turn_that_is_awaited():
    async def test():
        async with started(scripted(go="", quit="hang")) as one:
            playing = asyncio.create_task(one.engine.play(turn(), PATIENCE))
            await asyncio.sleep(0)
            await one.engine.quit(0.1)
            with pytest.raises(EngineDied, match="it was ended by SIGTERM"):
                await playing

    run(test())


def test_nothing_heavy_is_imported():
    check = "import sys, boyi.protocol.engines; print({'numpy', 'numba'} & {*sys.modules})"
    assert subprocess.check_output([sys.executable, "-P", "-c", check], text=True) == "set()\n"
