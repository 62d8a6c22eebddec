"""Three dialects in one process: which is spoken when, and what differs between them."""

from dataclasses import replace

import pytest

from boyi.engines.game import Game
from boyi.engines.limits import Clock
from boyi.engines.options import BATCH, MILLISECONDS, Option
from boyi.engines.report import Best, Info, Score
from boyi.protocol.messages import Ban, Go, Note, PerftCount, Position, Refused, SetOption
from boyi.protocol.uci import cyclone, ucci
from tests.support.protocol.conversation import Conversation
from tests.support.protocol.fake_engine import GAME, Habits

DIALECTS = (ucci.DIALECT, cyclone.DIALECT, cyclone.VARIANT_DIALECT)
SETTINGS = (
    Option(MILLISECONDS, "check", False),
    Option(BATCH, "check", False),
    Option("UCI_Variant", "combo", "cyclone", choices=("cyclone", "xiangqi")),
)
XIANGQI: Game = replace(GAME, settings=SETTINGS)


def talk(habits: Habits | None = None) -> Conversation:
    return Conversation(habits, dialects=DIALECTS, game=XIANGQI)


def test_each_greeting_is_answered_in_its_dialect():
    with talk() as client:
        client.say("ucci")
        assert client.settle()[-1] == "ucciok"
        client.say("uci")
        assert client.settle()[-1] == "uciok"
        client.say("ucci")
        assert client.settle()[-1] == "ucciok"


def test_both_greetings_back_to_back():
    with talk() as client:
        client.say("uci", "ucci")
        answers = client.settle()
        assert answers.index("uciok") < answers.index("ucciok")


def test_stop_when_idle_is_no_move_in_ucci_and_nothing_in_uci():
    with talk() as client:
        client.say("stop")
        assert client.settle() == ["nobestmove"]
        client.say("uci", "stop")
        assert client.settle()[-1] == "uciok"


def test_a_static_value_and_a_memory():
    with talk() as client:
        client.say("go depth 0")
        assert client.settle() == ["info depth 0 score 7", "nobestmove"]
        client.say("probe startpos moves a1a2")
        assert client.settle() == ["pophash bestmove a1a2 lowerbound 1 depth 2"]


def test_clocks_are_seconds_unless_told_otherwise():
    with talk() as client:
        client.say("go time 3 increment 1 opptime 2 nodes 1")
        client.settle()
        assert client.engine.limits.clocks == (Clock(3000, 1000), Clock(2000))
        client.say("setoption usemillisec true", "go time 3 nodes 1")
        client.settle()
        clocks: object = client.engine.limits.clocks
        assert clocks == (Clock(3), None)


def test_uci_s_clocks_are_always_milliseconds():
    with talk() as client:
        client.say("go wtime 3 btime 2 nodes 1")
        client.settle()
        assert client.engine.limits.clocks == (Clock(3), Clock(2))


def test_options_of_either_dialect_are_taken():
    with talk() as client:
        client.say(
            "setoption Hash 8",
            "setoption name Threads value 2",
            "setoption ClearHash",
            "setoption style risky",
        )
        assert client.settle() == []
        assert client.session._interpreter.options["Hash"] == 8
        assert client.session._interpreter.options["Threads"] == 2


def test_an_unknown_option_is_one_remark():
    with talk() as client:
        client.say("setoption nonsense 7")
        (answer,) = client.settle()
        assert answer.startswith("info message no option")


def test_in_a_batch_the_next_line_waits_for_the_search():
    with talk() as client:
        client.say("setoption batch true", "go movetime 300", "isready")
        client.hear("readyok")
        moves = [line for line in client.lines if line.startswith("bestmove")]
        assert moves, "the search had ended before the next line was taken"


def test_a_batch_begins_with_the_very_next_line():
    with talk() as client:
        client.settle()
        client.say("setoption batch true", "go movetime 200", "isready")
        client.hear("readyok")
        assert [line for line in client.lines if line.startswith("bestmove")]


def test_in_a_batch_a_stop_ends_the_search():
    with talk() as client:
        client.settle()
        client.say("setoption batch true", "go movetime 60000", "isready", "stop")
        client.hear("readyok", 1)
        client.say("isready")
        client.hear("readyok", 2)
        told = [line.split()[0] for line in client.lines if not line.startswith("info")]
        assert told == ["bestmove", "readyok", "readyok"]


def test_in_a_batch_a_stop_is_heard_before_the_engine_is_ready():
    with talk(Habits(load=0.2)) as client:
        client.say("setoption batch true", "go movetime 60000", "stop", "isready")
        client.hear("readyok")
        assert client.lines[-2:] == ["bestmove e2e4 ponder e7e5", "readyok"]


def test_in_a_batch_a_stop_without_a_search_is_answered():
    with talk() as client:
        client.say("setoption batch true", "go movetime 1", "isready")
        client.hear("readyok")
        client.say("stop")
        client.hear("nobestmove")


def test_in_a_batch_no_line_holds_up_the_next():
    """Not even a greeting or noise overtakes a search."""
    with talk() as client:
        client.say("setoption batch true")
        client.settle()
        client.say("go movetime 60000", "ucci", "joho")
        assert client.session.handle("quit") is False
        assert "ucciok" not in client.lines


@pytest.mark.parametrize(
    ("line", "shown"), [("h3e3", "h2e2"), ("a10a9", "a9a8"), ("e1e10", "e0e9"), ("x", "x")]
)
def test_ranks_from_one_on(line, shown):
    assert cyclone.shift_ranks(line, -1) == shown
    assert cyclone.shift_ranks(shown, 1) == line


def test_variant_ranks_in_every_place():
    assert cyclone.parse_variant_command("position startpos moves h3e3") == Position(None, ("h2e2",))
    assert cyclone.parse_variant_command("banmoves h3e3") == Ban(("h2e2",))
    go = cyclone.parse_variant_command("go depth 3 searchmoves h3e3 a10a9")
    assert isinstance(go, Go)
    assert go.limits.moves == ("h2e2", "a9a8")
    assert cyclone.render_variant_event(Best("h2e2", "h9g7")) == ["bestmove h3e3 ponder h10g8"]
    info = Info(1, 1, 1, Score(5), 1, 1, 0, 0, 1, ("h9g7",))
    assert cyclone.render_variant_event(info)[0].endswith("pv h10g8")
    assert cyclone.render_variant_event(PerftCount("h9g7", 44)) == ["h10g8: 44"]
    assert cyclone.render_variant_command(Position(None, ("h2e2",))) == "position startpos moves h3e3"
    assert cyclone.parse_variant_event("bestmove h10g8") == Best("h9g7")


@pytest.mark.parametrize("move", ["a1a1", "a10a9", "a0a0", "a11b11"])
def test_a_remark_names_a_move_as_the_client_did(move):
    command = cyclone.parse_variant_command(f"position startpos moves {move}")
    assert isinstance(command, Position)
    refusal = Refused(command, f"illegal move {command.moves[0]}")
    assert cyclone.render_variant_event(refusal) == [f"info string illegal move {move}"]
    assert cyclone.render_variant_event(Note(f"illegal move {command.moves[0]}")) == [
        f"info string illegal move {move}"
    ]


def test_a_client_s_own_words_are_left_as_they_are():
    line = "joho a1a1 b1"
    refusal = Refused(cyclone.parse_variant_command(line), f"unknown {line}")
    assert cyclone.render_variant_event(refusal) == [f"info string unknown {line}"]
    assert cyclone.render_variant_event(Note("go: 'a1a1' ignored")) == ["info string go: 'a1a1' ignored"]
    assert cyclone.render_variant_event(Note("bad c3c4/9 w")) == ["info string bad c3c4/9 w"]


def test_a_perft_has_the_ranks_of_its_dialect():
    with talk() as client:
        client.say("uci", "setoption name UCI_Variant value xiangqi")
        client.settle()
        client.say("go perft 1")
        assert client.settle() == ["a3a4: 1", "b3b4: 1", "", "Nodes searched: 2"]


def test_naming_the_variant_changes_the_ranks():
    with talk() as client:
        client.say("uci", "setoption name UCI_Variant value xiangqi")
        client.settle()
        assert client.session._output.dialect is cyclone.VARIANT_DIALECT
        assert client.session._interpreter.options["UCI_Variant"] == "xiangqi"
        client.say("ucci")
        client.settle()
        assert client.session._output.dialect is ucci.DIALECT


def test_cyclone_takes_a_bare_position():
    assert cyclone.parse_command("startpos moves h2e2") == Position(None, ("h2e2",))
    assert cyclone.parse_command("setoption name Hash value 3") == SetOption("Hash", "3")


def test_a_second_greeting_leaves_the_ranks_as_they_were_asked_for():
    with talk() as client:
        client.say("uci", "setoption name UCI_Variant value xiangqi", "uci")
        assert client.session._output.dialect is cyclone.VARIANT_DIALECT
        client.say("setoption name UCI_Variant value cyclone")
        assert client.session._output.dialect is cyclone.DIALECT
