"""The dialects of Connect6: what lines mean, how answers are written, and that both sides agree."""

import json

import pytest

from boyi.engines.connect6.shape import BOTZONE
from boyi.engines.limits import Limits
from boyi.engines.report import Best
from boyi.protocol import uci
from boyi.protocol.connect6 import botzone, cloudict, sau, turns
from boyi.protocol.messages import (
    Advance,
    Bye,
    EngineAuthor,
    EngineName,
    Go,
    Hello,
    Help,
    NewGame,
    Note,
    Position,
    Quit,
    Ready,
    Reject,
    SetOption,
    Several,
    Show,
    Text,
    Unknown,
    Welcome,
)

DIALECTS = (sau.DIALECT, cloudict.DIALECT, botzone.DIALECT)
PLAY = Go(Limits(), own=True)
PAIR = Several((Advance(("KJ", "JK"), whole=True), PLAY))
SINGLE = Several((Advance(("JJ",), whole=True), PLAY))
END = NewGame(abandon=True)
BLACK, WHITE = Several((END, Position(None), PLAY)), Several((END, Position(None)))

COMMANDS = {
    "sau": {
        "name?": Hello(),
        "new black": BLACK,
        "new white": WHITE,
        "move KJJK": PAIR,
        "move JJ@@": SINGLE,
        "move JJ": SINGLE,
        "move JJJJ": SINGLE,
        "error": Reject(),
        "end": END,
        "end white": END,
        "quit": Quit(),
        "  move\tKJJK  ": PAIR,
    },
    "cloudict": {
        "name": Hello(),
        "new black": BLACK,
        "new white": WHITE,
        "new xxx": WHITE,
        "move KJJK": PAIR,
        "move JJ": SINGLE,
        "black JJJJ": Advance(("JJ",), whole=True, side=0),
        "white KJJK": Advance(("KJ", "JK"), whole=True, side=1),
        "next": PLAY,
        "depth 5": SetOption("Depth", "5"),
        "vcf": SetOption("Threat Sequences", "true"),
        "unvcf": SetOption("Threat Sequences", "false"),
        "print": Show(),
        "help": Help(),
        "exit": Quit(),
        "quit": Quit(),
    },
}
BY_NAME = {dialect.name: dialect for dialect in DIALECTS}
CASES = [(name, line, command) for name, lines in COMMANDS.items() for line, command in lines.items()]


@pytest.mark.parametrize(("name", "line", "command"), CASES)
def test_what_a_line_asks_for(name, line, command):
    assert BY_NAME[name].parse_command(line) == command


@pytest.mark.parametrize(("name", "line", "command"), CASES)
def test_what_is_asked_for_is_written_so_that_it_is_understood(name, line, command):
    dialect = BY_NAME[name]
    assert dialect.parse_command(dialect.render_command(command)) == command


FAULTY = (
    "move", "move AA@", "move AT", "move aabb", "move AABBC", "move @@AA", "move AA BB", "move JJ@@ x",
    "MOVE JJ", "new", "newblack", "accept", "refuse", "take x", "\0\x01", "é", "x" * 5000, "move " + "A" * 99,
)  # fmt: skip


@pytest.mark.parametrize("line", FAULTY)
@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_what_means_nothing_is_known_as_such(dialect, line):
    found = dialect.parse_command(line)
    assert isinstance(found, Unknown)
    assert found.text == line
    assert 0 < len(found.reason) < 200


@pytest.mark.parametrize(
    ("dialect", "turn", "line"),
    [
        (sau, ("JJ",), "move JJ@@"),
        (sau, ("KJ", "JK"), "move KJJK"),
        (cloudict, ("JJ",), "move JJ"),
        (cloudict, ("KJ", "JK"), "move KJJK"),
    ],
)
def test_a_turn_is_answered_in_the_dialect_s_spelling(dialect, turn, line):
    best = Best(turn[0], None, turn[1:])
    assert dialect.render_event(best) == [line]
    assert dialect.DIALECT.parse_event(line) == best


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
@pytest.mark.parametrize(
    "event", [Note("move JJ"), Welcome(), Ready(), EngineAuthor("x"), Bye(), Best(None)], ids=str
)
def test_nothing_else_is_said(dialect, event):
    assert dialect.render_event(event) == []
    assert dialect.channel == "one pipe"


def test_the_board_may_be_shown_in_the_dialect_that_has_a_word_for_it():
    assert cloudict.render_event(Text("a\nb")) == ["a", "b"]
    assert sau.render_event(Text("a\nb")) == []


@pytest.mark.parametrize(
    "line",
    ["say move JJKK", "move JJKK now", "move jj", "moves JJ", "", "move JJ@@@@", "{", '{"response": 3}'],
)
@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_a_client_takes_no_other_line_for_a_move(dialect, line):
    assert dialect.parse_event(line) is None


def test_a_client_hears_the_name():
    assert (
        sau.DIALECT.parse_event("name Some Engine")
        == EngineName("Some Engine")
        == cloudict.DIALECT.parse_event("name Some Engine")
    )


@pytest.mark.parametrize(
    ("line", "greeted"),
    [
        ("name?", "sau"),
        ("name", "cloudict"),
        ("new xxx", "cloudict"),
        ("black JJJJ", "cloudict"),
        ('{"requests":[]}', "botzone"),
        ("uci", "uci"),
        ("new black", None),
        ("quit", None),
    ],
)
def test_the_first_line_tells_the_dialect(line, greeted):
    greeting = [dialect.name for dialect in (*DIALECTS, uci.DIALECT) if dialect.greets(line)]
    assert greeting == ([greeted] if greeted else [])


NOBODY = {"x0": -1, "y0": -1, "x1": -1, "y1": -1}
FIRST = {"x0": 7, "y0": 7, "x1": -1, "y1": -1}
PAIR_15 = {"x0": 6, "y0": 0, "x1": 14, "y1": 2}


@pytest.mark.parametrize(
    ("requests", "responses", "moves"),
    [
        ([NOBODY], [], ()),
        ([FIRST], [], ("HH",)),
        ([NOBODY, PAIR_15], [FIRST], ("HH", "GA", "OC")),
        ([FIRST, PAIR_15], [{"x0": 1, "y0": 1, "x1": 2, "y1": 2}], ("HH", "BB", "CC", "GA", "OC")),
    ],
)
def test_a_whole_game_of_botzone(requests, responses, moves):
    line = json.dumps({"requests": requests, "responses": responses, "data": "", "time_limit": 1})
    command = botzone.parse_command(line)
    assert command == Several((NewGame(), Position(BOTZONE.start, moves), botzone.PLAY))
    again = json.loads(botzone.render_command(command))
    assert again == {"requests": requests, "responses": responses}


def test_one_turn_of_botzone_for_a_bot_that_keeps_running():
    command = botzone.parse_command(json.dumps(PAIR_15))
    assert command == Several((Advance(("GA", "OC"), whole=True), botzone.PLAY))
    assert json.loads(botzone.render_command(command)) == PAIR_15
    assert botzone.parse_command(json.dumps(NOBODY)) == botzone.PLAY
    assert json.loads(botzone.render_command(botzone.PLAY)) == NOBODY


def test_a_bot_answers_in_json_and_asks_to_keep_running():
    response, wish = botzone.render_event(Best("GA", None, ("OC",)))
    assert json.loads(response) == {"response": PAIR_15}
    assert wish == ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
    assert botzone.parse_event(response) == Best("GA", None, ("OC",))
    assert json.loads(botzone.render_event(Best("HH"))[0]) == {"response": FIRST}


@pytest.mark.parametrize(
    "line",
    [
        "{}", "[]", "3", "null", '{"x0": 1}', '{"requests": 3}', '{"requests": [3]}', "{" * 5000,
        '{"x0": 15, "y0": 0, "x1": 0, "y1": 0}', '{"x0": "a", "y0": 0, "x1": 0, "y1": 0}', '{"x0": 1e999}',
        '{"x0": 1e999, "y0": 0, "x1": 0, "y1": 0}',
    ],
)  # fmt: skip
def test_what_is_no_request_of_botzone_is_known_as_such(line):
    assert isinstance(botzone.parse_command(line), Unknown)


def test_three_spellings_of_a_single_stone():
    assert turns.read_turn("JJ@@") == turns.read_turn("JJ") == turns.read_turn("JJJJ") == ("JJ",)
