"""EinStein's dialects: what their lines mean, and that both directions agree."""

import pytest

from boyi.engines.limits import Limits
from boyi.engines.report import Best
from boyi.protocol import messages as msg
from boyi.protocol.einstein import course, ecui, nanjing, ntu

ASKED = msg.Several((msg.Position("23 0 15 13 24 20 1 2 9 6 0 11 b 2"), msg.Go(Limits())))
DIALECTS = (ecui, course, ntu, nanjing)
LINES = {
    ecui: "get B 2 23 0 15 13 24 20 1 2 9 6 0 11",
    course: "get B 2 C5 0 E3 C3 D5 E4 A1 B1 D2 A2 0 A3",
    ntu: "0 1 0 0 1 8 5 -1 10 22 -1 14 12 23 19 1",
    nanjing: "[[1, 2, 0, 0, 0], [4, 0, 0, 3, 0], [6, 0, 10, 0, 9], [0, 0, 0, 0, 12], [0, 0, 7, 11, 0]]|8",
}
"""The same question in each dialect."""


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda d: d.DIALECT.name)
def test_a_question_for_a_move(dialect):
    assert dialect.parse_command(LINES[dialect]) == ASKED
    assert dialect.render_command(ASKED) == LINES[dialect]
    assert dialect.greets(LINES[dialect])
    assert dialect.parse_command(f"  {LINES[dialect]}\r") == ASKED


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda d: d.DIALECT.name)
def test_remarks_have_no_words(dialect):
    assert dialect.render_event(msg.Note("anything")) == []
    assert dialect.render_event(Best(None)) == []


ANSWERS = {ecui: "23 18", course: "C5 C4", ntu: "====>0 17", nanjing: "7|up"}


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda d: d.DIALECT.name)
def test_an_answer(dialect):
    assert dialect.render_event(Best("1:23-18", "3:7-13")) == [ANSWERS[dialect]]


def test_answers_read_by_the_other_side():
    assert ecui.parse_event("23 18\r") == Best("23-18")
    assert course.parse_event("C5 C4") == Best("23-18")
    assert ntu.parse_event("noise ====>0 17") == Best("1:-18")
    assert nanjing.parse_event("7|up\0") == Best("1:up")


@pytest.mark.parametrize("line", ["23  18", "23\t18", "hello", "23 18 ", "info 23 18", "23 -18", "", "1 2 3"])
def test_the_platform_takes_only_numbers_between_single_spaces(line):
    wanted = Best("23-18") if line == "23 18 " else None
    assert ecui.parse_event(line) == wanted


def test_placing():
    asked = msg.Several((msg.NewGame(), msg.Place(1)))
    assert ecui.parse_command("ini R") == course.parse_command("ini R") == asked
    assert ecui.render_command(asked) == course.render_command(asked) == "ini R"
    placed = msg.Placement(("6", "2", "1", "3", "11", "7"))
    assert ecui.render_event(placed) == ["6 2 1 3 11 7"]
    assert course.render_event(placed) == ["A2 B1 A1 C1 A3 B2"]
    assert ecui.parse_event("6 2 1 3 11 7") == course.parse_event("A2 B1 A1 C1 A3 B2") == placed


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("name", msg.Hello()),
        ("version", msg.Version()),
        ("time_setting 240", msg.Several((msg.SetOption("Game Time", "240"), msg.IsReady()))),
        ("board_setting 5 6", msg.IsReady()),
        ("exit", msg.Quit()),
    ],
)
def test_what_the_courses_ask_besides(line, command):
    assert course.parse_command(line) == command
    assert course.render_command(command) == line
    assert course.greets(line)


def test_what_the_courses_are_answered():
    assert course.render_event(msg.EngineName("Boyi EinStein")) == ["BoyiEinStein"]
    assert course.render_event(msg.EngineVersion("1.2")) == ["1.2"]
    assert course.render_event(msg.Ready()) == ["1"]
    assert course.parse_event("BoyiEinStein") == msg.EngineName("BoyiEinStein")


FAULTS = {
    "": "unknown",
    "ini": "unknown",
    "ini X": "side",
    "get": "unknown",
    "get B 2": "12 pieces",
    "get X 2 23 0 15 13 24 20 1 2 9 6 0 11": "side",
    "get B 0 23 0 15 13 24 20 1 2 9 6 0 11": "die",
    "get B 7 23 0 15 13 24 20 1 2 9 6 0 11": "die",
    "get B x 23 0 15 13 24 20 1 2 9 6 0 11": "die",
    "get B 2 23 0 15 13 24 20 1 2 9 6 0": "12 pieces",
    "get B 2 23 0 15 13 24 20 1 2 9 6 0 11 12": "12 pieces",
    "get B 2 23 0 15 13 24 26 1 2 9 6 0 11": "26",
    "get B 2 23 0 15 13 24 -1 1 2 9 6 0 11": "-1",
    "get B 2 23 0 15 13 24 23 1 2 9 6 0 11": "one square",
    "get B 2 0 0 0 0 0 0 0 0 0 0 0 0": "empty",
    "\0\x01": "unknown",
}


@pytest.mark.parametrize(("line", "word"), FAULTS.items())
def test_a_faulty_line_is_named(line, word):
    command = ecui.parse_command(line)
    assert isinstance(command, msg.Unknown)
    assert word in command.reason


@pytest.mark.parametrize(
    "line",
    [
        "0 2 0 0 1 8 5 -1 10 22 -1 14 12 23 19 1",
        "0 1 0 0 1 8 5 -1 10 22 -1 14 12 23 19 6",
        "0 1 0 0 1 8 5 -2 10 22 -1 14 12 23 19 1",
        "0 1 0 0 1 8 5 -1 10 22 -1 14 12 23 19",
        "2",
        "",
        "[[1, 2, 0, 0, 0], [4, 0, 0, 3, 0]]|3",
        "[[1, 1, 0, 0, 0], [4, 0, 0, 3, 0], [6, 0, 10, 0, 9], [0, 0, 0, 0, 12], [0, 0, 7, 11, 0]]|8",
        "[[1, 13, 0, 0, 0], [4, 0, 0, 3, 0], [6, 0, 10, 0, 9], [0, 0, 0, 0, 12], [0, 0, 7, 11, 0]]|8",
        "[[1, 2, 0, 0, 0], [4, 0, 0, 3, 0], [6, 0, 10, 0, 9], [0, 0, 0, 0, 12], [0, 0, 7, 11, 0]]|13",
        "[[[[",
    ],
)
def test_no_dialect_is_upset(line):
    for dialect in DIALECTS:
        assert isinstance(dialect.parse_command(line), msg.Unknown)
        dialect.parse_event(line)


def test_dialects_are_told_apart_by_the_first_line():
    greeted = {line: [d.DIALECT.name for d in DIALECTS if d.greets(line)] for line in LINES.values()}
    assert list(greeted.values()) == [["ecui"], ["course"], ["ntu"], ["nanjing"]]
    assert [d.DIALECT.name for d in DIALECTS if d.greets("name")] == ["course"]
