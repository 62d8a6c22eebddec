"""XBoard's protocol as a client speaks it, from a game's beginning to its end."""

import pytest

from boyi.protocol.engines import EngineDied, EngineLied, EngineSilent
from tests.support.protocol.playing import PATIENCE, begun, features, run, scripted, started, turn

FEN = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
NEW = ["new", "force", "easy", "post"]
pytestmark = pytest.mark.usefixtures("patient")


def test_what_is_said():
    async def test():
        async with started(scripted("xboard", usermove="say move g1f3")) as one:
            answers = ["ping", "setboard", "usermove", "colors", "variants", "done"]
            assert one.sent() == ["xboard", "protover 2", *(f"accepted {name}" for name in answers), "ping 1"]
            await one.engine.new_game(None)
            assert one.sent() == [*NEW, "ping 2"]
            assert (await one.engine.play(turn(), PATIENCE)).move == "e2e4"
            assert one.sent() == ["level 0 0:10 0.1", "time 1000", "otim 900", "go"]
            assert (await one.engine.play(turn("e2e4", "e7e5"), PATIENCE)).move == "g1f3"
            assert one.sent() == ["time 1000", "otim 900", "usermove e7e5"]
            await one.engine.quit()
            assert one.sent() == ["quit"]

    run(test())


def test_the_second_player_and_a_position():
    async def test():
        async with started(scripted("xboard", go="say move e8e7")) as one:
            await one.engine.new_game(FEN)
            assert one.sent()[-2:] == [f"setboard {FEN}", "ping 2"]
            reply = await one.engine.play(turn("a1a7", start=FEN), PATIENCE)
            assert reply.move == "e8e7"
            assert one.sent() == ["usermove a1a7", "level 0 0:09 0.1", "time 900", "otim 1000", "go"]

    run(test())


def test_a_board_out_of_step_is_set_up_again():
    async def test():
        async with started(scripted("xboard")) as one:
            await begun(one)
            await one.engine.play(turn(), PATIENCE)
            one.sent()
            await one.engine.play(turn("d2d4", "d7d5"), PATIENCE)
            clocks = ["level 0 0:10 0.1", "time 1000", "otim 900", "go"]
            assert one.sent() == [*NEW, "usermove d2d4", "usermove d7d5", *clocks]
            await one.engine.play(turn("d2d4", "d7d5", "e2e4", "e7e5", "g1f3", "g8f6"), PATIENCE)
            moves = ["usermove e7e5", "usermove g1f3", "usermove g8f6"]
            assert one.sent() == ["force", *moves, "time 1000", "otim 900", "go"]

    run(test())


def test_an_engine_that_is_told_plain_moves_and_colours():
    async def test():
        rules = {
            "protover": features("colors=1 time=0 ping=0"),
            "go": "say move e7e5",
            "g1f3": "say move a7a6",
        }
        async with started(scripted("xboard", **rules)) as one:
            await begun(one)
            assert (await one.engine.play(turn("e2e4"), PATIENCE)).move == "e7e5"
            assert one.sent() == ["e2e4", "level 0 0:09 0.1", "black", "go"]
            assert (await one.engine.play(turn("e2e4", "e7e5", "g1f3"), PATIENCE)).move == "a7a6"
            assert one.sent() == ["g1f3"]

    run(test())


def test_short_notation():
    async def test():
        rules = {"protover": features("san=1 setboard=1 usermove=1 colors=0"), "go": "say move O-O"}
        async with started(scripted("xboard", **rules)) as one:
            await begun(one, FEN)
            reply = await one.engine.play(turn("a1a7", "e8d8", start=FEN), PATIENCE)
            assert reply.move == "e1g1"
            assert one.sent()[:2] == ["usermove Ra7", "usermove Kd8"]

    run(test())


@pytest.mark.parametrize(
    ("told", "resigns", "claims"),
    [
        ("say resign", True, ""),
        ("say 0-1 {White resigns}", True, "0-1 {White resigns}"),
        ("say 1/2-1/2 {Draw by repetition}", False, "1/2-1/2 {Draw by repetition}"),
        ("say 1-0", False, "1-0"),
    ],
)
def test_the_end_of_a_game(told: str, resigns: bool, claims: str):
    async def test():
        async with started(scripted("xboard", go=told)) as one:
            await begun(one)
            reply = await one.engine.play(turn(), PATIENCE)
            assert (reply.move, reply.resigns, reply.claims) == (None, resigns, claims)
        async with started(scripted("xboard", go=f"say move e2e4; {told} | say move e2e4")) as one:
            await begun(one)
            assert (await one.engine.play(turn(), PATIENCE)).move == "e2e4"
            await one.engine.new_game(None)
            assert (await one.engine.play(turn(), PATIENCE)).move == "e2e4"

    run(test())


def test_a_claim_after_the_move_answers_the_next_turn():
    async def test():
        async with started(scripted("xboard", go="say move e2e4; say 1-0 {White mates}")) as one:
            await begun(one)
            await one.engine.play(turn(), PATIENCE)
            reply = await one.engine.play(turn("e2e4", "e7e5"), PATIENCE)
            assert (reply.move, reply.claims) == (None, "1-0 {White mates}")

    run(test())


@pytest.mark.parametrize(
    "complaint",
    ["Illegal move: e7e5", "Illegal move (in check): e7e5", "Error (unknown command): usermove e7e5"],
)
def test_a_legal_move_refused(complaint: str):
    async def test():
        async with started(scripted("xboard", usermove=f"say {complaint}")) as one:
            await begun(one)
            await one.engine.play(turn(), PATIENCE)
            with pytest.raises(EngineLied, match="it refuses what it is told: "):
                await one.engine.play(turn("e2e4", "e7e5"), PATIENCE)

    run(test())


def test_a_position_refused():
    async def test():
        async with started(scripted("xboard", setboard="say tellusererror Illegal position")) as one:
            with pytest.raises(EngineLied, match="tellusererror Illegal position"):
                await one.engine.new_game(FEN)

    run(test())


def test_the_answer_to_an_earlier_search_is_never_taken():
    async def test():
        rules = {"go": "| say move b2b3", "?": "say move a2a3"}
        async with started(scripted("xboard", **rules)) as one:
            await begun(one)
            with pytest.raises(EngineSilent):
                await one.engine.play(turn(), 0.1)
            one.sent()
            assert (await one.engine.play(turn(), PATIENCE)).move == "b2b3"
            assert one.sent()[:5] == ["?", *NEW]

    run(test())


def test_a_death_in_search():
    async def test():
        async with started(scripted("xboard", go="exit 3")) as one:
            await begun(one)
            with pytest.raises(EngineDied, match="exit code 3"):
                await one.engine.play(turn(), PATIENCE)

    run(test())


def test_an_engine_for_one_game():
    async def test():
        once = features("reuse=0 colors=0")
        async with started(scripted("xboard", protover=once)) as one:
            await one.engine.new_game(None)
            await one.engine.new_game(None)
            assert sum(line.startswith("# process") for line in one.lines) == 2
            assert (await one.engine.play(turn(), PATIENCE)).move == "e2e4"

    run(test())
