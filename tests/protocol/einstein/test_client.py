"""ECUI as a client speaks it, and UCI in a game with dice."""

import pytest

from boyi.engines.einstein import GAME, START
from boyi.engines.limits import Limits
from boyi.protocol.engines import EngineLied, EngineSilent, ProtocolError, Turn
from tests.support.protocol.playing import PATIENCE, play_fails, run, scripted, start_fails, started

NOW = START[:-1] + "3"
TURN = Turn(START, ("1:25-24",), 1, Limits(nodes=5), lambda: NOW)


def test_what_is_said():
    async def test():
        async with started(scripted("ecui"), GAME) as one:
            assert one.engine.identity == "fake"
            await one.engine.new_game(START)
            assert one.sent() == ["ini B", "ini B"]
            reply = await one.engine.play(TURN, PATIENCE)
            assert (reply.move, reply.info) == ("25-19", None)
            assert one.sent() == ["get B 3 25 24 23 20 19 15 1 2 3 6 7 11"]
            await one.engine.quit()
            assert one.sent() == ["exit"]

    run(test())


@pytest.mark.parametrize(("answer", "complaint"), [("25 19", "found a move"), ("hello", "found 'hello'")])
def test_a_wrong_greeting(answer: str, complaint: str):
    async def test():
        await start_fails(scripted("ecui", ini=f"say {answer}"), EngineLied, complaint)

    run(test())


@pytest.mark.parametrize(
    ("answer", "complaint"), [("25 24 23 20 19 15", "found six"), ("thinking", "found 'thinking'")]
)
def test_a_wrong_answer(answer: str, complaint: str):
    async def test():
        await play_fails(scripted("ecui", get=f"say {answer}"), EngineLied, complaint, game=GAME, asked=TURN)

    run(test())


def test_an_answer_that_is_owed_is_never_taken_for_another():
    async def test():
        async with started(scripted("ecui", get="later 0.3 1 7"), GAME) as one:
            with pytest.raises(EngineSilent):
                await one.engine.play(TURN, 0.1)
            with pytest.raises(ProtocolError, match="before its last answer"):
                await one.engine.play(TURN, 0.1)

    run(test())


def test_uci_tells_the_present_position_with_its_die():
    async def test():
        async with started(scripted(go="say bestmove 1:25-19"), GAME) as one:
            one.sent()
            assert (await one.engine.play(TURN, PATIENCE)).move == "1:25-19"
            assert one.sent() == [f"position fen {NOW}", "go nodes 5"]

    run(test())
