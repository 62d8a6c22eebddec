"""UCCI as a client speaks it, and UCI to engines of xiangqi."""

import dataclasses

import pytest

from boyi.engines.limits import Clock, Limits
from boyi.engines.report import Score
from boyi.engines.xiangqi import GAME, START
from boyi.protocol.engines import EngineLied, EngineSilent, EngineSpec, ProtocolError, Turn
from tests.support.protocol.playing import PATIENCE, run, scripted, start_fails, started

CLOCKS = Limits(clocks=(Clock(10_900, 100), Clock(9_900, 1100)))
NO_MILLISECONDS = "say option Hash type spin min 1 max 64 default 16; say ucciok"


def turn(*moves: str, start: str | None = None, limits: Limits = CLOCKS) -> Turn:
    return Turn(start, moves, len(moves) % 2, limits, lambda: START)


def with_options(spec: EngineSpec, **options: str) -> EngineSpec:
    return dataclasses.replace(spec, options=options)


def test_what_is_said():
    async def test():
        async with started(scripted("ucci"), GAME) as one:
            assert one.engine.identity == "Scripted 1"
            assert one.sent() == ["ucci", "setoption usemillisec true", "isready"]
            await one.engine.new_game(None)
            assert one.sent() == ["setoption newgame", "isready"]
            reply = await one.engine.play(turn("h2e2"), PATIENCE)
            assert (reply.move, reply.info and reply.info.score) == ("h2e2", Score(25))
            clocks = "go time 9900 increment 1100 opptime 10900 oppincrement 100"
            assert one.sent() == ["position startpos moves h2e2", clocks]
            await one.engine.play(turn(start=START, limits=Limits(nodes=7)), PATIENCE)
            assert one.sent() == [f"position fen {START}", "go nodes 7"]
            await one.engine.quit()
            assert one.sent() == ["quit"]

    run(test())


@pytest.mark.parametrize(
    ("options", "go"),
    [
        ({}, "go time 10 opptime 9 oppincrement 1"),
        ({"usemillisec": "true"}, "go time 10900 increment 100 opptime 9900 oppincrement 1100"),
    ],
)
def test_an_engine_that_offers_neither_milliseconds_nor_new_games(options: dict[str, str], go: str):
    async def test():
        spec = with_options(scripted("ucci", ucci=NO_MILLISECONDS), Hash="32", **options)
        async with started(spec, GAME) as one:
            assert one.sent() == ["ucci", "setoption Hash 32", "isready"]
            await one.engine.new_game(None)
            assert one.sent() == ["isready"]
            await one.engine.play(turn(), PATIENCE)
            assert one.sent() == ["position startpos", go]

    run(test())


def test_options_are_found_by_our_names_too():
    async def test():
        async with started(with_options(scripted("ucci"), Hash="32", usemillisec="false"), GAME) as one:
            assert one.sent() == ["ucci", "setoption hashsize 32", "setoption usemillisec false", "isready"]
            await one.engine.play(turn(), PATIENCE)
            assert one.sent()[-1] == "go time 10 opptime 9 oppincrement 1"
        await start_fails(with_options(scripted("ucci"), Hahs="1"), ProtocolError, "offers no option 'Hahs'")

    run(test())


@pytest.mark.parametrize(
    ("told", "move", "resigns"),
    [
        ("say nobestmove", None, False),
        ("say bestmove h2e2 draw", "h2e2", False),
        ("say bestmove h2e2 resign", "h2e2", True),
        ("say info message the score is fine; say bestmove h2e2 ponder h9g7", "h2e2", False),
    ],
)
def test_what_is_heard(told: str, move: str | None, resigns: bool):
    async def test():
        async with started(scripted("ucci", go=told), GAME) as one:
            reply = await one.engine.play(turn(), PATIENCE)
            assert (reply.move, reply.resigns, reply.info) == (move, resigns, None)

    run(test())


def test_another_dialect():
    async def test():
        await start_fails(scripted("ucci", ucci="say Error (no such command)"), EngineLied, "not speak UCCI")

    run(test())


def test_a_stop_that_came_too_late_is_no_move():
    """Its answer, `nobestmove`, comes after that of the search."""

    async def test():
        rules = {"go": "| say bestmove h2e2", "stop": "say bestmove a0a1; say nobestmove"}
        async with started(scripted("ucci", **rules), GAME) as one:
            with pytest.raises(EngineSilent):
                await one.engine.play(turn(), 0.1)
            assert (await one.engine.play(turn(), PATIENCE)).move == "h2e2"

    run(test())


VARIANTS = "say option name UCI_Variant type combo default chess var chess var xiangqi; say uciok"


@pytest.mark.parametrize(
    ("offers", "options", "said", "heard"),
    [
        (VARIANTS, {}, "h3e3 h10g8", "a1a2"),
        (VARIANTS, {"uci_variant": "chess"}, "h2e2 h9g7", "a1a2"),
        ("say uciok", {}, "h2e2 h9g7", "a1a2"),
    ],
)
def test_ranks_in_uci(offers: str, options: dict[str, str], said: str, heard: str):
    """From 1 to 10 where the engine was asked for this of many games, else from 0 to 9."""
    wanted = "a0a1" if said == "h3e3 h10g8" else heard

    async def test():
        spec = with_options(scripted(uci=offers, go=f"say bestmove {heard}"), **options)
        async with started(spec, GAME) as one:
            one.sent()
            reply = await one.engine.play(turn("h2e2", "h9g7"), PATIENCE)
            assert one.sent()[0] == f"position startpos moves {said}"
            assert reply.move == wanted

    run(test())
