"""The dialects of Connect6 as a client speaks them."""

import pytest

from boyi.engines.connect6 import GAME, START
from boyi.engines.limits import Limits
from boyi.protocol.engines import EngineLied, EngineSilent, ProtocolError, Turn
from tests.support.protocol.playing import PATIENCE, run, scripted, started


def turn(*moves: str) -> Turn:
    return Turn(None, moves, (len(moves) + 1) // 2 % 2, Limits(), lambda: START)


@pytest.mark.parametrize(
    ("dialect", "hello", "answer", "farewell"),
    [("sau", "name?", "move JJ@@", "quit"), ("cloudict", "name", "move JJ", "exit")],
)
def test_what_is_said(dialect: str, hello: str, answer: str, farewell: str):
    """The second stone of a turn is not asked for again."""

    async def test():
        async with started(scripted(dialect, new=""), GAME) as one:
            assert one.engine.identity == "Scripted"
            assert one.sent() == [hello]
            await one.engine.new_game(None)
            moves = ["JJ"]
            for stones in (("II", "HH"), ("GG", "FF")):
                for stone in stones:
                    assert (await one.engine.play(turn(*moves), PATIENCE)).move == stone
                    moves.append(stone)
                moves += ["AA", "AB"]
            assert one.sent() == ["new white", answer, "move AAAB"]
            await one.engine.new_game(None)
            await one.engine.quit()
            assert one.sent() == [farewell]

    run(test())


@pytest.mark.parametrize("dialect", ["sau", "cloudict"])
def test_the_first_stone(dialect: str):
    async def test():
        async with started(scripted(dialect), GAME) as one:
            await one.engine.new_game(None)
            one.sent()
            assert (await one.engine.play(turn(), PATIENCE)).move == "JJ"
            assert (await one.engine.play(turn("JJ", "AA", "AB"), PATIENCE)).move == "II"
            assert one.sent() == ["new black", "move AAAB"]

    run(test())


def test_an_opening():
    async def test():
        opening = turn("JJ", "AA", "AB", "KK", "LL")
        async with started(scripted("cloudict", new=""), GAME) as one:
            await one.engine.new_game(None)
            one.sent()
            assert (await one.engine.play(opening, PATIENCE)).move == "II"
            assert one.sent() == ["new white", "black JJJJ", "white AAAB", "black KKLL", "next"]
        async with started(scripted("sau"), GAME) as one:
            await one.engine.new_game(None)
            with pytest.raises(ProtocolError, match="sau has no words for an opening"):
                await one.engine.play(opening, PATIENCE)
            with pytest.raises(ProtocolError, match="always starts from the empty board"):
                await one.engine.new_game(START)

    run(test())


def test_turns_of_a_wrong_length():
    async def test():
        async with started(scripted("sau", new="say move JJKK |", move="say move II"), GAME) as one:
            await one.engine.new_game(None)
            with pytest.raises(EngineLied, match="2 stones in the first turn"):
                await one.engine.play(turn(), PATIENCE)
            await one.engine.new_game(None)
            with pytest.raises(ProtocolError, match="half a turn"):
                await one.engine.play(turn("JJ", "AA"), PATIENCE)
            assert (await one.engine.play(turn("JJ"), PATIENCE)).move == "II"
            with pytest.raises(EngineLied, match="one stone where two are due"):
                await one.engine.play(turn("JJ", "II"), PATIENCE)

    run(test())


def test_an_answer_that_is_owed_is_never_taken_for_another():
    async def test():
        async with started(scripted("sau", new="later 0.3 move AA@@"), GAME) as one:
            await one.engine.new_game(None)
            with pytest.raises(EngineSilent):
                await one.engine.play(turn(), 0.1)
            with pytest.raises(ProtocolError, match="before its last answer"):
                await one.engine.play(turn(), 0.1)
            first = one.pid
            one.lines.clear()
            await one.engine.new_game(None)
            assert one.pid != first

    run(test())
