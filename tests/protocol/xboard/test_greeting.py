"""How XBoard engines and their client get to know each other."""

import dataclasses
import time

import pytest

from boyi.protocol.engines import EngineLied, EngineSilent, ProtocolError
from boyi.protocol.xboard import client
from tests.support.protocol.playing import (
    PATIENCE,
    TIME_TO_START,
    begun,
    features,
    run,
    scripted,
    start_fails,
    started,
    turn,
)

FEN = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"


@pytest.mark.usefixtures("patient")
def test_features_in_several_lines_and_late():
    async def test():
        later = 'later 0.5 feature setboard=1 myname="Slow 2" done=1'
        slow = f"say feature myname=Slow; say feature done=0; {later}"
        async with started(scripted("xboard", protover=slow)) as one:
            assert one.engine.identity == "Slow 2"
            assert "" not in one.sent()
        never = dataclasses.replace(scripted("xboard", protover="say feature done=0"), patience=TIME_TO_START)
        await start_fails(never, EngineSilent, "telling its features")

    run(test())


def test_an_engine_of_the_first_version(monkeypatch: pytest.MonkeyPatch):
    """It knows no features, tells each move twice, and its answers must not be mixed up."""
    monkeypatch.setattr(client, "FEATURE_PATIENCE", 0.3)
    monkeypatch.setattr(client, "NUDGE", 0.1)
    go = "say 1. ... e2e4; later 0.1 My move is : e2e4"

    async def test():
        rules = {"protover": "say Illegal move: protover", "go": go, "e7e5": "sleep 0.3; say 2. ... g1f3"}
        async with started(scripted("xboard", **rules)) as one:
            assert one.engine.identity == "fake"
            first, second, *nudges, last = one.sent()
            assert (first, second, {*nudges}, last) == ("xboard", "protover 2", {""}, "uci")
            await begun(one)
            assert (await one.engine.play(turn(), PATIENCE)).move == "e2e4"
            assert (await one.engine.play(turn("e2e4", "e7e5"), PATIENCE)).move == "g1f3"
            with pytest.raises(ProtocolError, match="fake: it can't be given a position"):
                await one.engine.new_game(FEN)

    run(test())


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("answer", ["Unknown command: 'xboard'. Type help", "Unknown command: xboard"])
def test_another_dialect(answer: str):
    async def test():
        spec = scripted("xboard", xboard=f"say {answer}")
        await start_fails(spec, EngineLied, "it does not speak XBoard; it says")

    run(test())


def test_another_dialect_that_is_silent(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(client, "SLEEP", 0.1)
    monkeypatch.setattr(client, "FEATURE_PATIENCE", PATIENCE)

    async def test():
        spec = dataclasses.replace(scripted(), dialect="xboard")
        await start_fails(spec, EngineLied, "it does not speak XBoard; it says 'id name Scripted 1'")

    run(test())


def test_an_engine_that_sleeps_over_its_greeting():
    """Features that come after the time for them are learned all the same."""

    async def test():
        rules = {"protover": "", "uci": features("setboard=1 colors=0")}
        async with started(scripted("xboard", **rules)) as one:
            await begun(one, FEN)
            assert (await one.engine.play(turn(start=FEN), PATIENCE)).move == "e2e4"

    run(test())


@pytest.mark.usefixtures("patient")
def test_another_game():
    async def test():
        spec = scripted("xboard", protover=features('variants="xiangqi,shogi"'))
        await start_fails(spec, ProtocolError, "fake: it plays xiangqi, shogi, but not normal")

    run(test())


@pytest.mark.usefixtures("patient")
def test_options():
    async def test():
        offers = 'memory=1 option="Style -combo Calm /// *Wild" option="Book -check 0" option="Clear -button"'
        options = {"Hash": "32", "style": "Calm", "Book": "true", "Clear": ""}
        spec = scripted("xboard", protover=features(offers))
        async with started(dataclasses.replace(spec, options=options)) as one:
            assert one.sent()[-4:] == ["memory 32", "option Style=Calm", "option Book=1", "option Clear"]
        for name, value in (("Threads", "2"), ("Style", "Mild")):
            await start_fails(dataclasses.replace(spec, options={name: value}), ProtocolError, name)

    run(test())


def test_how_long_features_are_waited_for():
    async def test():
        start = time.monotonic()
        async with started(scripted("xboard", protover="say what?")):
            assert client.FEATURE_PATIENCE < time.monotonic() - start < PATIENCE

    run(test())
