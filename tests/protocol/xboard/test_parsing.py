"""What XBoard engines are told of time, and what they tell of moves, thoughts and features."""

import pytest

from boyi.engines.limits import Clock, Limits
from boyi.engines.options import Option
from boyi.engines.report import Score
from boyi.protocol.engines import ProtocolError
from boyi.protocol.xboard.client_features import Features, read_option
from boyi.protocol.xboard.parsing import (
    parse_answer,
    parse_thought,
    read_move,
    spell,
    time_control,
    time_left,
)
from tests.support.protocol.playing import turn


@pytest.mark.parametrize(
    ("limits", "control", "left"),
    [
        (Limits(clocks=(Clock(300_000), Clock(1))), ("level 0 5 0",), ("time 30000", "otim 0")),
        (Limits(clocks=(Clock(90_500, 2000), None), moves_to_go=40), ("level 40 1:31 2",), ("time 9050",)),
        (Limits(clocks=(Clock(-7), Clock(1000))), ("level 0 0 0",), ("time 0", "otim 100")),
        (Limits(movetime=250), ("level 1 0:01 0",), ("time 25", "otim 25")),
        (Limits(movetime=3000, depth=5), ("sd 5", "st 3"), ("time 300", "otim 300")),
        (Limits(depth=4), ("sd 4", "level 0 60 0"), ()),
    ],
)
def test_time(limits: Limits, control: tuple[str, ...], left: tuple[str, ...]):
    assert time_control(limits, 0) == control
    assert time_left(limits, 0) == left


@pytest.mark.parametrize(
    "limits",
    [Limits(), Limits(nodes=5), Limits(mate=2), Limits(infinite=True), Limits(depth=1, moves=("a2a3",))],
)
def test_limits_without_words(limits: Limits):
    with pytest.raises(ProtocolError, match="XBoard has no words for"):
        time_control(limits, 0)


@pytest.mark.parametrize(
    ("line", "depth", "score", "milliseconds", "pv"),
    [
        ("9 156 1084 48000 Nf3 Nc6 Nc3", 9, Score(156), 10840, ("Nf3", "Nc6", "Nc3")),
        ("1 +26 0 2 Na3", 1, Score(26), 0, ("Na3",)),
        ("4 -60 5 15304 (+) 2. Ch2-g2 Cb7-c7 3. Cb2-b7", 4, Score(-60), 50, ("Ch2-g2", "Cb7-c7", "Cb2-b7")),
        ("12& 3 4 5", 12, Score(3), 40, ()),
        ("7 100003 4 5 e4", 7, Score(29_997, 3), 40, ("e4",)),
        ("7 -100002 4 5 e4", 7, Score(-29_998, -2), 40, ("e4",)),
        ("8 12 3 400 9 100000 0\te2e4 e7e5", 8, Score(12), 30, ("e2e4", "e7e5")),
    ],
)
def test_thoughts(line: str, depth: int, score: Score, milliseconds: int, pv: tuple[str, ...]):
    info = parse_thought(line)
    assert info
    assert (info.depth, info.score, info.time, info.pv) == (depth, score, milliseconds, pv)


@pytest.mark.parametrize("line", ["", "1. ... e2e4", "1-0 {mate}", "# 1 2 3 4", "move e2e4", "1 2 3"])
def test_what_is_no_thought(line: str):
    assert parse_thought(line) is None


@pytest.mark.parametrize("line", ["moved e2e4", "1. e2e4", "feature done=1", "# move e2e4", "1-0-0", ""])
def test_what_is_no_answer(line: str):
    assert parse_answer(line) is None


def test_moves_in_every_notation():
    now = turn("e2e4", "e7e5").now
    for told, meant in (
        ("g1f3", "g1f3"),
        ("Nf3", "g1f3"),
        ("E7E8Q", "e7e8q"),
        ("h9g7", "h9g7"),
        ("Ke2", "e1e2"),
        ("e2-e4", "e2-e4"),
        ("rubbish", "rubbish"),
    ):
        assert read_move(told, now, is_chess=True) == meant
    assert read_move("Nf3", now, is_chess=False) == "Nf3"
    assert spell(None, ("e2e4", "e7e5", "g1f3")) == ["e4", "e5", "Nf3"]
    assert spell("4k3/1P6/8/8/8/8/8/4K2R w K - 0 1", ("b7b8q", "e8e7", "e1g1")) == ["b8=Q+", "Ke7", "O-O"]


def test_features():
    told = Features()
    line = 'feature ping=1 variants="normal, nocastle" ics=1 myname="A B" san=1'
    assert told.take(line, refused=("san",)) == [
        "accepted ping",
        "accepted variants",
        "rejected ics",
        "accepted myname",
        "rejected san",
    ]
    assert (told["variants"], told["myname"], told["san"]) == ("normal, nocastle", "A B", "0")
    assert (told.has("ping"), told.has("colors"), told["done"]) == (True, True, "")
    assert Features().take("features are few", refused=()) == []


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("Depth -spin 5 1 60", Option("Depth", "spin", 5, 1, 60)),
        ("Odd One -slider 5", Option("Odd One", "spin", 5)),
        ("Book -check 1", Option("Book", "check", True)),
        ("Style -combo a /// *b b /// c", Option("Style", "combo", "b b", choices=("a", "b b", "c"))),
        ("Path -path /tmp/a b", Option("Path", "string", "/tmp/a b")),
        ("Go -button", Option("Go", "button")),
        ("Strange -thing x", Option("Strange", "string", "x")),
        ("", Option("", "string", "")),
    ],
)
def test_offered_options(text: str, option: Option):
    assert read_option(text) == option
