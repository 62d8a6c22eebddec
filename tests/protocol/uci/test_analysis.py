"""A search whose lines of play are passed on while it runs."""

import asyncio

import pytest

from boyi.engines.limits import Limits
from boyi.engines.report import Info
from boyi.protocol.engines import EngineDied, EngineSilent
from tests.support.protocol.playing import PATIENCE, SHORT, run, scripted, started, turn

SEVERAL = """
    say info string hello;
    say info depth 1 multipv 1 score cp 25 nodes 10 nps 5 time 1 pv e2e4 e7e5;
    say info depth 1 multipv 2 score mate -3 nodes 12 nps 5 time 1 pv d2d4;
    say info depth 2 nodes 20;
    say bestmove e2e4 ponder e7e5
"""
ENDLESS = "say info depth 1 score cp 9 nodes 1 pv e2e4"


def test_every_line_of_play_is_heard():
    async def test():
        async with started(scripted(go=SEVERAL)) as one:
            heard: list[Info] = []
            reply = await one.engine.analyse(turn(), heard.append, PATIENCE)
            assert [(info.multipv, info.score.value, info.score.mate, info.pv) for info in heard] == [
                (1, 25, None, ("e2e4", "e7e5")),
                (2, heard[1].score.value, -3, ("d2d4",)),
            ]
            assert (reply.move, reply.info) == ("e2e4", heard[0])

    run(test())


def test_an_endless_search_is_stopped():
    async def test():
        async with started(scripted(go=ENDLESS, stop="say bestmove e2e4")) as one:
            heard = asyncio.Event()
            asking = asyncio.create_task(
                one.engine.analyse(turn(limits=Limits(infinite=True)), lambda info: heard.set(), None)
            )
            await heard.wait()
            one.sent()
            one.engine.stop()
            assert (await asking).move == "e2e4"
            assert one.sent() == ["stop"]
            one.engine.stop()  # nothing runs
            assert one.sent() == []

    run(test())


def test_a_search_that_was_given_up_lends_its_answer_to_no_other():
    async def test():
        async with started(scripted(go=ENDLESS, stop="say bestmove a2a3")) as one:
            with pytest.raises(EngineSilent):
                await one.engine.analyse(turn(), lambda info: None, SHORT)
            heard: list[Info] = []
            with pytest.raises(EngineSilent):
                await one.engine.analyse(turn(), heard.append, SHORT)
            assert len(heard) == 1

    run(test())


def test_an_engine_that_dies_is_told():
    async def test():
        async with started(scripted(go=f"{ENDLESS}; exit 3")) as one:
            with pytest.raises(EngineDied, match="exit code 3"):
                await one.engine.analyse(turn(), lambda info: None, None)

    run(test())
