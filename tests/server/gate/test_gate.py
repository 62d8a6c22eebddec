"""The gate: who is let in, whose search comes when, and how a conversation ends."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from boyi.engines import platforms
from boyi.server.settings import Quotas
from tests.support.arena.processes import running, survivors
from tests.support.server.pools import until
from tests.support.server.talks import OpenGate, Visitor, opened

KILL = signal.Signals["SIGKILL"]  # a name that Windows does not have
TOKEN = "0123456789abcdef"


async def thinking(door: OpenGate) -> Visitor:
    """A visitor whose search runs."""
    visitor = await door.play()
    visitor.say("go infinite")
    await visitor.hear("info depth")
    return visitor


def test_an_engine_speaks_over_a_socket(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as door:
            visitor = await door.visit("engine fake uci", "uci", "isready")
            assert await visitor.line() == "ok fake chess uci"
            assert "id name Fake 1" in await visitor.hear("uciok")
            assert await visitor.line() == "readyok"
            visitor.say("position startpos", "go depth 1")
            assert (await visitor.hear("bestmove"))[-1] == "bestmove e2e4 ponder e7e5"
            visitor.say("quit")
            assert await visitor.rest() == ["\x04"]
            await until(lambda: door.gate.connections == 0)
        assert survivors(door.word) == []

    asyncio.run(run())


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["engine fake uci"], "error this server wants a token first: auth TOKEN"),
        (["auth wrong"], "error this is not the token of this server"),
        (["auth wrong", "engine fake"], "error this is not the token of this server"),
        (["auth 0123456789abcdeF"], "error this is not the token of this server"),
        ([f"auth {TOKEN}", "engine nobody"], "error there is no engine 'nobody' here, but fake"),
        ([f"auth {TOKEN}", "engine fake ecui"], "error fake does not speak 'ecui' here, but uci"),
        ([f"auth {TOKEN}", "engine"], "error expected engine NAME [DIALECT]"),
        (["GET / HTTP/1.1"], "error expected auth TOKEN, then engine NAME [DIALECT]"),
        (["engine ../../etc/passwd"], "error this server wants a token first: auth TOKEN"),
        ([f"auth {TOKEN}", "engine ../../x"], "error there is no engine '../../x' here, but fake"),
        (["auth " + "x" * 5000], "error expected auth TOKEN, then engine NAME [DIALECT]"),
        (["\xff\x00\x01"], "error expected auth TOKEN, then engine NAME [DIALECT]"),
    ],
)
def test_refusals_are_one_line(tmp_path: Path, lines: list[str], answer: str):
    async def run() -> None:
        async with opened(tmp_path, token=TOKEN) as door:
            visitor = await door.visit(*lines)
            assert await visitor.rest() == [answer]

    asyncio.run(run())


def test_a_token_opens(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path, token=TOKEN) as door:
            visitor = await door.visit(f"auth {TOKEN}", "engine fake")
            assert await visitor.line() == "ok fake chess any"

    asyncio.run(run())


def test_sockets_are_counted_all_together_and_by_address(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path, quotas=Quotas(sockets=30, sockets_per_address=20)) as door:
            visitors = [await door.visit() for _ in range(25)]
            answers = [await visitor.rest() for visitor in visitors[20:]]
            assert answers == [["error busy: 20 clients of your address are here already"]] * 5
            await until(lambda: door.gate.connections == 20)
            for visitor in visitors:
                await visitor.close()
            await until(lambda: door.gate.connections == 0)
            assert not door.gate._addresses
            assert (await (await door.visit("engine fake")).line()).startswith("ok")

    asyncio.run(run())


def test_of_1100_clients_100_are_refused(tmp_path: Path):
    platforms.allow_descriptors(4096)

    async def run() -> None:
        async with opened(tmp_path, quotas=Quotas(sockets_per_address=5000)) as door:
            visitors = [await door.visit() for _ in range(1100)]
            answers = await asyncio.gather(*(visitor.rest() for visitor in visitors[1000:]))
            assert answers == [["error busy: 1000 clients are here already"]] * 100
            await until(lambda: door.gate.connections == 1000)
            assert door.gate.refused == 100

    asyncio.run(run())


def test_more_clients_than_processes_are_told(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path, quotas=Quotas(processes=2)) as door:
            visitors = [await door.play() for _ in range(2)]
            third = await door.visit("engine fake")
            assert await third.rest() == ["error busy: all 2 processes of engines are in use"]
            await visitors[0].close()
            await until(lambda: door.gate.connections == 1)
            await door.play()

    asyncio.run(run())


def test_a_search_waits_for_its_turn_and_its_clock_is_told_less(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path, quotas=Quotas(searches=1)) as door:
            first, second = await thinking(door), await door.play()
            second.say("position startpos", "go movetime 1000")
            assert await second.line() == "info string waiting: no searches come first"
            second.say("isready", "joho")
            assert await second.line() == "readyok"
            await asyncio.sleep(0.5)
            first.say("stop")
            await first.hear("bestmove")
            began = asyncio.get_running_loop().time()
            await second.hear("bestmove")
            assert asyncio.get_running_loop().time() - began < 0.9  # what is left of its second
            await until(lambda: door.admission.running == 0)

    asyncio.run(run())


def test_a_search_that_waits_can_be_stopped(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path, quotas=Quotas(searches=1)) as door:
            first, second = await thinking(door), await door.play()
            second.say("go infinite", "stop")
            await second.hear("bestmove")
            assert (door.admission.running, door.admission.waiting) == (1, 0)
            second.say("go infinite", "quit")
            assert (await second.rest())[-1] == "\x04"
            await first.close()
            await until(lambda: door.admission.running == 0)

    asyncio.run(run())


def test_a_full_queue_is_told_and_tried_again(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path, quotas=Quotas(searches=1, waiting=1)) as door:
            first, second, third = await thinking(door), await door.play(), await door.play()
            second.say("go movetime 50")
            await second.line()
            third.say("go depth 1")
            assert await third.line() == "info string busy: 1 searches wait already; trying again"
            first.say("stop")
            await asyncio.gather(*(visitor.hear("bestmove") for visitor in (first, second, third)))

    asyncio.run(run())


def test_a_search_that_takes_too_long_is_ended(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path, quotas=Quotas(longest_search=0.3)) as door:
            visitor = await door.play()
            visitor.say("go infinite")
            heard = await visitor.hear("bestmove")
            assert "info string the search is ended: it took 0.3 s" in heard
            await until(lambda: door.admission.running == 0)
            visitor.say("go depth 1")
            await visitor.hear("bestmove")

    asyncio.run(run())


def test_refused_searches_of_a_silent_dialect_hold_no_right(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path, "connect6", quotas=Quotas(searches=1)) as door:
            visitor = await door.play("connect6", "sau")
            visitor.say("name?", "new white", "move JJ@@")
            assert (await visitor.hear("move"))[-1].startswith("move ")
            visitor.say("move JJ@@")  # taken already: nothing answers
            await asyncio.sleep(0.2)
            await until(lambda: door.admission.running == 0)

    asyncio.run(run())


def test_a_killed_engine_is_told(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as door:
            visitor = await thinking(door)
            for process in running(door.word):
                os.kill(process, KILL)
            assert await visitor.rest() == ["\x04the engine is gone: it was ended by SIGKILL"]
            await until(lambda: door.admission.running == 0)
            await door.play()

    asyncio.run(run())


def test_a_client_who_goes_takes_its_engine_along(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path, quotas=Quotas(searches=1)) as door:
            visitor = await thinking(door)
            visitor.writer.transport.abort()
            await until(lambda: door.gate.connections == 0 and door.admission.running == 0)
            await until(lambda: len(running(door.word)) == 1)  # the spare one

    asyncio.run(run())


def test_the_end_of_input_is_the_engines(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as door:
            for end in ("eof", "\x04"):
                visitor = await door.play()
                visitor.say("go movetime 100")
                visitor.writer.write_eof() if end == "eof" else visitor.say(end)
                heard = await visitor.rest()
                assert heard[-2:] == ["bestmove e2e4 ponder e7e5", "\x04"]

    asyncio.run(run())


def test_long_lines_are_dropped_and_the_talk_goes_on(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as door:
            visitor = await door.play()
            visitor.say("x" * 70_000, "isready")
            assert await visitor.line() == "info string a line of more than 65536 bytes was dropped"
            assert await visitor.line() == "readyok"
            visitor.writer.write(b"y" * 10_000_000)
            visitor.say("", "isready")
            assert (await visitor.hear("readyok"))[0].endswith("was dropped")

    asyncio.run(run())


def test_silence_ends_a_talk_but_not_while_an_answer_is_owed(tmp_path: Path):
    async def run() -> None:
        clock = [0.0]
        async with opened(tmp_path, quotas=Quotas(searches=2, longest_search=1e6), clock=clock) as door:
            mute, quiet, busy = await door.visit(), await door.play(), await thinking(door)
            clock[0] = 11.0
            door.gate.sweep()
            assert await mute.rest() == ["error nothing was said for 10 s"]
            clock[0] = 599.0
            door.gate.sweep()
            clock[0] = 601.0
            door.gate.sweep()
            assert await quiet.rest() == ["\x04nothing was said for 600 s"]
            for _ in range(24 * 60):
                clock[0] += 60
                door.gate.sweep()
            busy.say("stop")
            await busy.hear("bestmove")
            assert door.gate.connections == 1

    asyncio.run(run())


def test_a_foreign_engine_is_kept_below_the_ceilings(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as door:
            visitor = await door.play()
            visitor.say(
                "uci", "setoption name Hash value 500", "setoption name Log File value /tmp/x", "isready"
            )
            heard = await visitor.hear("readyok")
            assert "option name Hash type spin default 1 min 1 max 1" in heard
            assert not [line for line in heard if "File" in line and "option name" in line]
            visitor.say("setoption name Hash value 500", "setoption name Log File value /tmp/x", "isready")
            heard = await visitor.hear("readyok")
            assert "info string option Hash takes 1 to 1; set to 1" in heard
            assert "info string no option 'Log File'" in heard

    asyncio.run(run())


def test_noise_breaks_nothing(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path, "chess", "xiangqi", "connect6", "einstein") as door:
            for engine, dialect in (("chess", "xboard"), ("xiangqi", "ucci"), ("connect6", "cloudict")):
                visitor = await door.play(engine, dialect)
                visitor.writer.write(
                    b"\xff\x00\x01\n" + b"[[[{{{\n" + b'{"a": [1]}\n' + bytes(range(256)) * 20 + b"\n"
                )
                visitor.say("quit")
                assert (await visitor.rest())[-1] == "\x04"

    asyncio.run(run())
