"""UCI as a client speaks it."""

import dataclasses
import re
import time

import pytest

from boyi.engines.limits import Limits
from boyi.engines.report import Score
from boyi.protocol.driving import driver
from boyi.protocol.engines import EngineLied, EngineSilent, ProtocolError
from tests.support.protocol.playing import (
    PATIENCE,
    SHORT,
    UCI_RULES,
    run,
    scripted,
    start_fails,
    started,
    turn,
)
from tests.support.pulse import stretched

FEN = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
OFFERS = """
    say option name Hash type spin default 16 min 1 max 64;
    say option name Clear Hash type button;
    say option name Free type spin default 3;
    say option name Style type combo default Calm var Calm var Very Wild;
    say option name Log File type string default <empty>;
    say option name UCI_Variant type combo default giveaway var giveaway var chess;
    say uciok
"""


def test_what_is_said():
    async def test():
        async with started(scripted()) as one:
            assert one.sent() == ["uci", "isready"]
            await one.engine.new_game(None)
            assert one.sent() == ["ucinewgame", "isready"]
            await one.engine.play(turn("e2e4", "e7e5"), PATIENCE)
            clocks = "go wtime 10000 btime 9000 winc 100 binc 100"
            assert one.sent() == ["position startpos moves e2e4 e7e5", clocks]
            await one.engine.play(turn(start=FEN, limits=Limits(nodes=7)), PATIENCE)
            assert one.sent() == [f"position fen {FEN}", "go nodes 7"]
            await one.engine.quit()
            assert one.sent() == ["quit"]

    run(test())


def test_options_are_sent_in_order_under_the_names_that_were_offered():
    async def test():
        options = {"style": "Very Wild", "CLEAR HASH": "", "Hash": "32", "free": "900", "Log File": "/a  b"}
        async with started(dataclasses.replace(scripted(uci=OFFERS), options=options)) as one:
            assert one.sent() == [
                "uci",
                "setoption name UCI_Variant value chess",
                "setoption name Style value Very Wild",
                "setoption name Clear Hash",
                "setoption name Hash value 32",
                "setoption name Free value 900",
                "setoption name Log File value /a  b",
                "isready",
            ]

    run(test())


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("Hahs", "32", "fake: it offers no option 'Hahs'; it offers Hash, Clear Hash, Free, Style"),
        ("Hash", "999", "fake: option Hash takes 1 to 64, not '999'"),
        ("Hash", "much", "fake: option Hash takes a whole number, not 'much'"),
        ("Style", "Mild", "fake: option Style takes one of Calm, Very Wild, not 'Mild'"),
    ],
)
def test_options_that_can_t_be_set(name: str, value: str, complaint: str):
    async def test():
        spec = dataclasses.replace(scripted(uci=OFFERS), options={name: value})
        await start_fails(spec, ProtocolError, re.escape(complaint))

    run(test())


def test_an_engine_without_a_name_or_options():
    async def test():
        async with started(scripted(uci="say uciok")) as one:
            assert one.engine.identity == "fake"
        spec = dataclasses.replace(scripted(uci="say uciok"), options={"Hash": "1"})
        await start_fails(spec, ProtocolError, "it offers none at all")

    run(test())


@pytest.mark.parametrize(
    "answer", ["feature ping=1 done=1", "Error (unknown command): uci", "Illegal move: uci"]
)
def test_another_dialect(answer: str):
    async def test():
        await start_fails(scripted(uci=f"say {answer}"), EngineLied, "it does not speak UCI; it says")

    run(test())


@pytest.mark.parametrize(
    ("told", "move", "score"),
    [
        ("say bestmove e2e4", "e2e4", None),
        ("say bestmove (none)", None, None),
        ("say bestmove", None, None),
        ("say info depth 1 score cp 7; say info nodes 9; say bestmove a2a3", "a2a3", Score(7)),
        ("say info depth 1 score cp 7; say info depth 2 score cp 9; say bestmove a2a3", "a2a3", Score(9)),
        (
            "say info multipv 1 score cp 7 ; say info multipv 2 score cp 5; say bestmove a2a3",
            "a2a3",
            Score(7),
        ),
        (
            "say info depth 1 score cp 7; say info string the score is fine; say bestmove a2a3",
            "a2a3",
            Score(7),
        ),
        ("say info depth 1 score mate -3; say bestmove a2a3 ponder a7a6", "a2a3", Score(-29997, -3)),
    ],
)
def test_what_is_heard(told: str, move: str | None, score: Score | None):
    async def test():
        async with started(scripted(go=told)) as one:
            reply = await one.engine.play(turn(), PATIENCE)
            assert reply.move == move
            assert (reply.info.score if reply.info else None) == score
            assert not reply.resigns
            assert not reply.claims

    run(test())


def test_seconds_are_the_engine_s():
    async def test():
        async with started(scripted(go="sleep 0.2; say bestmove e2e4")) as one:
            reply = await one.engine.play(turn(), PATIENCE)
            assert 0.19 < reply.seconds < stretched(1)

    run(test())


LATE = "later 0.4 bestmove a2a3 | say bestmove b2b3"


@pytest.mark.parametrize("stop", ["", "say bestmove c2c3"], ids=["deaf to stop", "stops"])
def test_the_answer_to_an_earlier_search_is_never_taken(stop: str):
    """Whether it is late by itself or comes when asked for: it must be there before the next search."""
    go = LATE if not stop else "| say bestmove b2b3"

    async def test():
        async with started(scripted(go=go, stop=stop)) as one:
            with pytest.raises(EngineSilent):
                await one.engine.play(turn(), 0.1)
            reply = await one.engine.play(turn("e2e4", "e7e5"), PATIENCE)
            assert reply.move == "b2b3"
            assert one.sent()[4] == "stop"

    run(test())


def test_an_earlier_search_that_ends_unasked():
    async def test():
        async with started(scripted(go=LATE)) as one:
            with pytest.raises(EngineSilent):
                await one.engine.play(turn(), 0.1)
            begun = time.monotonic()
            while "< bestmove a2a3" not in one.lines and time.monotonic() < begun + PATIENCE:
                await one.engine.new_game(None)
            assert (await one.engine.play(turn(), PATIENCE)).move == "b2b3"

    run(test())


def test_an_earlier_search_that_never_ends():
    async def test():
        async with started(scripted(go="")) as one:
            with pytest.raises(EngineSilent, match="searching"):
                await one.engine.play(turn(), 0.1)
            with pytest.raises(EngineSilent, match="ending an earlier search, last line sent 'stop'"):
                await one.engine.play(turn(), 0.1)

    run(test())


def test_a_move_told_twice_is_taken_once():
    async def test():
        go = "say bestmove a2a3\nbestmove b2b3 | say bestmove c2c3"  # in one piece
        async with started(scripted(go=go)) as one:
            assert (await one.engine.play(turn(), PATIENCE)).move == "a2a3"
            await one.engine.new_game(None)
            assert (await one.engine.play(turn(), PATIENCE)).move == "c2c3"

    run(test())


def test_a_game_that_does_not_begin(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(driver, "NEW_GAME_PATIENCE", SHORT)

    async def test():
        async with started(scripted(isready=f"{UCI_RULES['isready']}|")) as one:
            with pytest.raises(EngineSilent, match="beginning a game, last line sent 'isready'"):
                await one.engine.new_game(None)

    run(test())
