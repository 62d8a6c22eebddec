"""UCCI, both directions: what every line means, and what is said of every event."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boyi.engines import load_game
from boyi.engines.limits import Clock, Limits
from boyi.engines.options import BATCH, COMMON, MILLISECONDS, Option
from boyi.engines.report import Best, Info, Memory, Score
from boyi.protocol import messages as msg
from boyi.protocol.uci.ucci import parse_command, parse_event, render_command, render_event
from boyi.protocol.uci.ucci_options import to_theirs

FEN = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"


def go(**limits: object) -> msg.Go:
    return msg.Go(Limits(**limits), relative=True, coarse=True)  # type: ignore[arg-type]


COMMANDS = {
    "ucci": msg.Hello(),
    "isready": msg.IsReady(),
    "setoption usemillisec true": msg.SetOption(MILLISECONDS, "true"),
    "setoption batch on": msg.SetOption(BATCH, "on"),
    "setoption hashsize 16": msg.SetOption("Hash", "16"),
    "setoption hashsize 0": msg.SetOption("Hash", "64"),
    "setoption Threads 0": msg.SetOption("Threads", "1"),
    "setoption Hash 256": msg.SetOption("Hash", "256"),
    "setoption usebook false": msg.SetOption("OwnBook", "false"),
    "setoption bookfiles /my books/a.book;b.book": msg.SetOption("BookFile", "/my books/a.book;b.book"),
    "setoption randomness large": msg.SetOption("Randomness", "large"),
    "setoption newgame": msg.NewGame(),
    "setoption debug true": msg.Debug(True),
    "setoption name Hash value 8": msg.SetOption("Hash", "8"),
    "setoption promotion false": msg.Several(()),
    "setoption style risky": msg.Several(()),
    "setoption whatever": msg.SetOption("whatever"),
    "position startpos": msg.Position(None),
    f"position fen {FEN} moves d0d1 e9e8": msg.Position(FEN, ("d0d1", "e9e8")),
    f"fen {FEN}": msg.Position(FEN),
    "startpos moves h2e2": msg.Position(None, ("h2e2",)),
    "banmoves a0a1 b0c2": msg.Ban(("a0a1", "b0c2")),
    "go depth 7": go(depth=7),
    "go depth 0": msg.Appraise(),
    "go depth infinite": go(infinite=True),
    "go infinite": go(infinite=True),
    "go": go(infinite=True),
    "go nodes 1000": go(nodes=1000),
    "go movetime 500 depth 9": go(movetime=500, depth=9),
    "go time 60": go(clocks=(Clock(60), None)),
    "go draw time 60 movestogo 20": go(clocks=(Clock(60), None), moves_to_go=20, draw=True),
    "go ponder time 9 increment 1 opptime 8 oppincrement 2": go(
        clocks=(Clock(9, 1), Clock(8, 2)), ponder=True
    ),
    "ponderhit": msg.PonderHit(),
    "ponderhit draw": msg.PonderHit(draw=True),
    "stop": msg.Stop(),
    "probe startpos": msg.Probe(None),
    f"probe fen {FEN} moves d0d1": msg.Probe(FEN, ("d0d1",)),
    "perft 4": msg.Perft(4),
    "quit": msg.Quit(),
}


@pytest.mark.parametrize("line", COMMANDS)
def test_what_a_client_s_line_means(line):
    assert parse_command(line) == COMMANDS[line]
    assert parse_command(f"  {line}\t") == COMMANDS[line]


def test_clocks_in_uci_s_words_are_milliseconds():
    assert parse_command("go wtime 100 btime 200") == msg.Go(Limits(clocks=(Clock(100), Clock(200))))


def test_knowledge_switches_parts_of_the_evaluation():
    command = parse_command("setoption knowledge small")
    assert isinstance(command, msg.Several)
    assert msg.SetOption("Eval Position", "true") in command.commands
    assert msg.SetOption("Eval Threats", "false") in command.commands


@pytest.mark.parametrize("line", ["", "hello", "position", "position fen", "probe", "setoption", "perft x"])
def test_what_means_nothing_is_unknown(line):
    command = parse_command(line)
    assert isinstance(command, msg.Unknown)
    assert command.reason


@pytest.mark.parametrize("line", ["go depth abc", "go time x", "go nodes 99999999999999999999"])
def test_unreadable_limits_are_named_and_left_out(line):
    command = parse_command(line)
    assert isinstance(command, msg.Go)
    assert command.limits.movetime == 1000
    assert line.split()[1] in command.notes[0]


SAID = [
    "ucci", "isready", "setoption newgame", "setoption hashsize 16", "setoption debug true", "quit", "stop",
    "position startpos", f"position fen {FEN} moves d0d1", "banmoves a0a1", "go depth 7", "go depth 0",
    "go infinite", "go nodes 5", "go movetime 50", "go draw time 60 movestogo 20", "go mate 3", "perft 3",
    "go ponder time 9 increment 1 opptime 8 oppincrement 2", "probe startpos moves h2e2", "ponderhit",
]  # fmt: skip


@pytest.mark.parametrize("line", SAID)
def test_a_client_says_what_it_means(line):
    assert render_command(parse_command(line)) == line


EVENTS = [
    (msg.Welcome(), "ucciok"),
    (msg.Ready(), "readyok"),
    (Best("h2e2"), "bestmove h2e2"),
    (Best("h2e2", "h9g7"), "bestmove h2e2 ponder h9g7"),
    (Best("h2e2", "h9g7", answer="draw"), "bestmove h2e2 ponder h9g7 draw"),
    (Best("h2e2", None, answer="resign"), "bestmove h2e2 resign"),
    (Best(None), "nobestmove"),
    (msg.Note("hello"), "info message hello"),
    (Memory(), "pophash"),
    (Memory("h2e2", (12, 8), (30, 7)), "pophash bestmove h2e2 lowerbound 12 depth 8 upperbound 30 depth 7"),
    (msg.Bye(), "bye"),
    (
        msg.OptionOffer(Option("Depth", "spin", 64, 1, 1024)),
        "option Depth type spin default 64 min 1 max 1024",
    ),
    (msg.OptionOffer(Option("Calm", "check", False)), "option Calm type check default false"),
    (msg.OptionOffer(Option("Mood", "combo", "none", choices=("none", "large"))),
     "option Mood type combo default none var none var large"),
    (msg.OptionOffer(Option("Path", "string", "")), "option Path type string"),
    (msg.OptionOffer(Option("ClearHash", "button")), "option ClearHash type button"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "line"), EVENTS)
def test_what_is_said_of_an_event_and_how_it_is_heard(event, line):
    assert render_event(event)[-1] == line
    assert parse_event(line) == event


@pytest.mark.parametrize(
    ("name", "word"), [("Hash", "hashsize"), ("OwnBook", "usebook"), (MILLISECONDS, "usemillisec")]
)
def test_our_options_have_ucci_s_names(name, word):
    assert render_event(msg.OptionOffer(Option(name, "button"))) == [f"option {word} type button"]
    assert parse_command(f"setoption {word}") == msg.SetOption(name)


def test_nothing_to_stop_is_no_move():
    assert render_event(msg.Idle()) == ["nobestmove"]


def test_an_info_has_a_bare_score():
    info = Info(9, 12, 1, Score(-35), 1000, 5000, 0, 0, 200, ("h2e2", "h9g7"))
    (line,) = render_event(info)
    assert line == "info depth 9 score -35 time 200 nodes 1000 nps 5000 pv h2e2 h9g7"
    heard = parse_event(line)
    assert isinstance(heard, Info)
    assert (heard.depth, heard.score, heard.nodes, heard.pv) == (9, Score(-35), 1000, ("h2e2", "h9g7"))


@pytest.mark.parametrize("line", ["info depth 3 score cp 12 pv a0a1", "info depth 3 score 12 pv a0a1"])
def test_scores_of_other_engines(line):
    heard = parse_event(line)
    assert isinstance(heard, Info)
    assert heard.score == Score(12)


def test_hello_tells_the_options_that_are_commands():
    assert "option newgame type button" in render_event(msg.Welcome())


@given(st.text(max_size=80))
def test_no_line_is_too_strange(line):
    parse_command(line)
    parse_event(line)
    for word in ("go", "setoption", "position", "probe", "bestmove", "info", "pophash", "option"):
        parse_command(f"{word} {line}")
        parse_event(f"{word} {line}")


def read_by_place(line: str) -> tuple[str, str, str]:
    """Name, kind and default as VinXiangQi takes them: by their places among the words."""
    words = line.split()
    assert (words[0], words[2], words[4]) == ("option", "type", "default"), line
    return words[1], words[3], words[5]


def test_a_client_that_reads_options_by_place_finds_their_defaults():
    for option in load_game("xiangqi").options:
        (line,) = render_event(msg.OptionOffer(option))
        if option.kind not in ("button", "string"):
            name, kind, default = read_by_place(line)
            assert (name, kind) == (to_theirs(option.name), option.kind)
            assert default.lower() == str(option.default).lower()
    assert "option hashsize type spin default 64 min 0 max 65536" in {
        line for option in COMMON for line in render_event(msg.OptionOffer(option))
    }
