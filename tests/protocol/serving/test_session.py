"""A session keeps its order and its temper, whatever is said and whenever."""

import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boyi.engines.limits import Clock, Limits
from boyi.protocol import uci
from boyi.protocol.messages import Command, Event, Go, Idle
from boyi.protocol.serving.engine_api import EngineMaker
from boyi.protocol.serving.session import Session
from tests.support.protocol.conversation import Conversation, eventually
from tests.support.protocol.fake_engine import GAME, Habits


def failing() -> EngineMaker:
    raise ImportError("no such kernel")


def test_the_greeting_does_not_wait_for_the_engine() -> None:
    with Conversation(Habits(load=0.3)) as talk:
        talk.say("isready", "uci")
        assert talk.lines[-1] == "uciok"
        assert "readyok" not in talk.lines
        talk.hear("readyok")


def test_what_comes_before_the_engine_is_done_in_order() -> None:
    with Conversation(Habits(load=0.1)) as talk:
        talk.say(
            "position startpos moves e2e4", "d", "position startpos moves a2a3", "d", "go infinite", "stop"
        )
        answers = talk.settle()
        assert [line for line in answers if line.startswith("  ")] == ["  e2e4", "  a2a3"]
        assert answers[-1] == "bestmove e2e4 ponder e7e5"


def test_an_option_set_early_is_there_when_the_engine_is_made() -> None:
    with Conversation(Habits(find=0.1)) as talk:
        talk.say("uci", "setoption name Hash value 7", "setoption name Hash value x")
        assert talk.lines[-1] == "info string option Hash takes a whole number, not 'x'"
        talk.settle()
        assert talk.engine.loaded_with["Hash"] == 7
        assert talk.engine.changes == []


def test_an_option_set_behind_a_waiting_command_keeps_its_place() -> None:
    with Conversation(Habits(find=0.1)) as talk:
        talk.say("go depth 1", "setoption name Hash value 7")
        talk.settle()
        assert talk.engine.loaded_with["Hash"] == 64
        assert talk.engine.changes == [("Hash", 7)]


def test_an_option_set_while_the_engine_loads_reaches_it_afterwards() -> None:
    with Conversation(Habits(load=0.1)) as talk:
        talk.say("uci")
        assert eventually(lambda: bool(talk.engines))
        talk.say("setoption name Hash value 7")
        assert talk.engine.changes == []
        talk.settle()
        assert talk.engine.changes == [("Hash", 7)]


def test_an_engine_that_cannot_be_loaded_says_so_once_and_no_readyok() -> None:
    with Conversation(find_engine=failing) as talk:
        talk.say("isready", "setoption name Hash value 0", "go")
        talk.hear("info string option Hash takes 1 to 65536; set to 1")
        refusal = "info string the engine could not be loaded; only setoption and quit are of use"
        talk.hear(refusal, 2)
        assert talk.lines[0] == "info string the engine cannot be loaded: ImportError: no such kernel"
        assert "readyok" not in talk.lines
        assert not talk.session.handle("quit")


def test_a_second_go_ends_the_first() -> None:
    with Conversation() as talk:
        talk.say("go infinite searchmoves a2a3", "go depth 1 searchmoves b2b3")
        best = [line for line in talk.settle() if line.startswith("bestmove")]
        assert best == ["bestmove a2a3 ponder e7e5", "bestmove b2b3 ponder e7e5"]


def test_a_new_game_ends_a_search_without_end() -> None:
    with Conversation() as talk:
        talk.say("go infinite", "ucinewgame")
        assert talk.settle()[-1] == "bestmove e2e4 ponder e7e5"


def test_isready_is_answered_in_search() -> None:
    with Conversation() as talk:
        talk.say("go infinite", "isready")
        talk.hear("readyok")
        assert talk.engine.searching


def test_stop_breaks_off_a_count() -> None:
    with Conversation() as talk:
        talk.say("go perft 20")
        talk.hear("a2a3: 20")
        talk.say("stop")
        assert not any(line.startswith("Nodes") for line in talk.settle())


def test_stop_is_heard_by_a_count_that_has_yet_to_begin() -> None:
    with Conversation(Habits(load=0.1)) as talk:
        talk.say("go perft 20", "stop", "go perft 1")
        told = talk.settle()
        assert not any(line.endswith(": 20") for line in told)
        assert any(line.startswith("Nodes") for line in told)


def test_noise_gets_one_complaint_until_sense_returns() -> None:
    with Conversation() as talk:
        talk.say("\ufffd\x1b\x07" * 9999, "abc", "\x01", "isready", "abc", "abd")
        answers = talk.settle()
        assert len(answers) == 3 + 1
        assert max(map(len, answers)) < 500


def test_an_error_of_ours_is_one_line_and_a_trace_only_on_demand(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with Conversation() as talk:
        talk.say("eval")
        assert talk.settle() == ["info string RuntimeError: nothing to explain"]
        assert capfd.readouterr() == ("", "")
        monkeypatch.setenv("BOYI_DEBUG", "1")
        talk.say("eval")
        talk.settle()
        assert "Traceback" in capfd.readouterr().err


def test_relative_clocks_are_given_to_the_players_they_belong_to() -> None:
    def parse(line: str) -> Command:
        ours, theirs = Clock(1), Clock(2)
        return Go(Limits((ours, theirs)), relative=True) if line == "go" else uci.parse_command(line)

    with Conversation() as talk:
        talk.session = Session(GAME, [uci.DIALECT._replace(parse_command=parse)], talk._write, talk._find)
        talk.say("go")
        talk.settle()
        assert talk.engine.limits.clocks == (Clock(1), Clock(2))
        talk.say("position startpos moves e2e4", "go")
        talk.settle()
        assert talk.engine.limits.clocks == (Clock(2), Clock(1))


def raising(line: str) -> Command:
    if line.startswith("bad"):
        raise KeyError(line)
    return uci.parse_command(line)


def speechless(event: Event) -> list[str]:
    if isinstance(event, Idle):
        raise IndexError("no word")
    return uci.render_event(event)


FAULTY = uci.DIALECT._replace(parse_command=raising, render_event=speechless)


def test_a_dialect_that_fails_at_a_line_refuses_it(tmp_path: Path) -> None:
    with Conversation(dialects=[FAULTY]) as talk:
        talk.say(f"setoption name Log File value {tmp_path / 'log'}", "bad line", "go depth 1")
        told = talk.settle()
    assert told[0] == "info string KeyError: 'bad line'"
    assert told[-1].startswith("bestmove")
    assert "< info string KeyError: 'bad line'" in (tmp_path / "log").read_text()


def test_a_dialect_that_fails_at_an_event_goes_on_without_it() -> None:
    with Conversation(dialects=[FAULTY]) as talk:
        talk.say("stop", "go depth 1")
        assert talk.settle()[-1].startswith("bestmove")


def test_a_dialect_that_fails_at_a_greeting_refuses_the_line() -> None:
    def greets(line: str) -> bool:
        raise OverflowError("too much")

    with Conversation(dialects=[uci.DIALECT._replace(greets=greets)]) as talk:
        talk.say("uci")
        assert talk.lines == ["info string OverflowError: too much"]
        talk.session = Session(GAME, [uci.DIALECT], talk._write, talk._find)


ASKED = ["go infinite", "go mate 3", "go ponder wtime 1", "go movetime 50", "bench", "isready"]


@pytest.mark.parametrize("line", ASKED)
@pytest.mark.parametrize("load", [0, 0.05])
def test_the_end_of_input_waits_for_what_was_asked(line: str, load: float) -> None:
    with Conversation(Habits(load=load)) as talk:
        done = threading.Event()
        talk.say(line)
        talk.session.finish(done.set)
        assert done.wait(5)
        last = {"bench": "position 2", "isready": "readyok"}
        assert talk.lines[-1] == last.get(line, "bestmove e2e4 ponder e7e5")


@pytest.mark.parametrize("lines", [[], ["uci"], ["uci", "setoption name Hash value 5"]])
def test_the_end_of_input_does_not_wait_for_an_engine_nobody_needs(lines: list[str]) -> None:
    with Conversation(Habits(find=5)) as talk:
        done = threading.Event()
        talk.say(*lines)
        talk.session.finish(done.set)
        assert done.is_set()


VALID = [
    "uci",
    "isready",
    "ucinewgame",
    "setoption name Hash value 16",
    "setoption name Clear Hash",
    "position startpos moves e2e4 e7e5",
    "position fen 8/8/8/8/8/8/8/8 b - - 0 1 moves a2a3",
    "go wtime 10 btime 10 winc 1 binc 1 movestogo 3",
    "go infinite",
    "go perft 1",
    "go depth 3 searchmoves a2a3",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "flip",
    "bench",
    "banmoves a2a3",
    "debug on",
    "help",
]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A valid line with a piece cut out and another put in."""
    line = draw(st.sampled_from(VALID))
    start = draw(st.integers(0, len(line)))
    end = draw(st.integers(start, min(len(line), start + 6)))
    return line[:start] + draw(st.text(max_size=4)) + line[end:]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(VALID) | mutated() | st.text(), max_size=8))
def test_whatever_is_said_the_session_goes_on(lines: list[str]) -> None:
    with Conversation() as talk:
        for line in lines:
            talk.session.handle(line)
        expected = talk.lines.count("readyok") + 1
        talk.say("isready", "go depth 1", "stop")
        talk.hear("readyok", expected)
        talk.hear("bestmove e2e4 ponder e7e5")
