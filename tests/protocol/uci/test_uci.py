"""UCI lines to messages and back: what is wrong in a line costs that field, never more."""

import pytest

from boyi.engines.limits import Clock, Limits
from boyi.engines.options import Option
from boyi.engines.report import Best, Info, Score
from boyi.protocol.messages import (
    Command,
    Debug,
    EngineName,
    Go,
    Note,
    OptionOffer,
    Perft,
    Position,
    SetOption,
    Text,
    Unknown,
)
from boyi.protocol.uci import parse_command, parse_event, render_event
from boyi.protocol.uci.commands import PLAIN
from boyi.protocol.uci.events import MATE_VALUE

GO = {
    "go": Limits(infinite=True),
    "go infinite": Limits(infinite=True),
    "go searchmoves e2e4 d2d4": Limits(infinite=True, moves=("e2e4", "d2d4")),
    "go depth 5 searchmoves e2e4": Limits(depth=5, moves=("e2e4",)),
    "go searchmoves e2e4 depth 5": Limits(depth=5, moves=("e2e4",)),
    "go wtime 100": Limits(clocks=(Clock(100), None)),
    "go wtime 100 btime 200 winc 1 binc 2 movestogo 9": Limits((Clock(100, 1), Clock(200, 2)), 9),
    "go ponder wtime 1 btime 1": Limits((Clock(1), Clock(1)), ponder=True),
    "go wtime -250 btime -1": Limits((Clock(0), Clock(0))),
    "go depth 0": Limits(depth=0),
    "go movetime 0": Limits(movetime=0),
    "go movetime -5": Limits(movetime=0),
    "go mate 3 nodes 7": Limits(nodes=7, mate=3),
    "GO\tdepth   5  ": Limits(depth=5),
}
"""Every word understood."""


@pytest.mark.parametrize("line", GO)
def test_go(line: str) -> None:
    assert parse_command(line) == Go(GO[line])


FAULTY_GO = {
    "go depth abc nodes 5": (Limits(nodes=5), "go: depth ignored, 'abc' is no number"),
    "go depth 12345678901234567890 nodes 5": (
        Limits(nodes=5),
        "go: depth ignored, '12345678901234567890' is no number",
    ),
    "go depth movetime 5": (Limits(movetime=5), "go: depth ignored, nothing is no number"),
    "go depth 5 fast": (Limits(depth=5), "go: 'fast' ignored"),
    "go wtime 5 binc 3": (Limits((Clock(5), None)), "go: binc ignored, there is no btime"),
    "go depth ٣ movetime 5": (Limits(movetime=5), "go: depth ignored, '٣' is no number"),
}


@pytest.mark.parametrize("line", FAULTY_GO)
def test_a_faulty_field_is_left_out_and_named(line: str) -> None:
    limits, note = FAULTY_GO[line]
    assert parse_command(line) == Go(limits, (note,))


@pytest.mark.parametrize("line", ["go depth abc", "go dpeth 5", "go depth 99999999999999999999", "go winc 5"])
def test_a_search_asked_to_end_ends_even_if_nobody_knows_when(line: str) -> None:
    command = parse_command(line)
    assert isinstance(command, Go)
    assert command.limits == Limits(movetime=1000)
    assert command.notes[-1] == "go: no limit left; searching for 1000 ms"


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("position startpos", Position(None)),
        ("position startpos moves", Position(None)),
        ("position  startpos\tmoves e2e4  e7e5", Position(None, ("e2e4", "e7e5"))),
        ("position fen 8/8 w  - -", Position("8/8 w - -")),
        ("position fen 8/8 w moves a1a2", Position("8/8 w", ("a1a2",))),
        ("setoption name Clear Hash", SetOption("Clear Hash")),
        ("setoption name Hash value 32", SetOption("Hash", "32")),
        ("setoption name  Move  Overhead  value 5", SetOption("Move Overhead", "5")),
        (
            "setoption name BookFile value /my  books/a value.bin",
            SetOption("BookFile", "/my  books/a value.bin"),
        ),
        ("setoption name BookFile value <empty>", SetOption("BookFile", "")),
        ("setoption name BookFile value", SetOption("BookFile", "")),
        ("setoption name value value 3", SetOption("value", "3")),
        ("go perft 5", Perft(5)),
        ("debug off", Debug(False)),
        ("uci extra words", PLAIN["uci"]),
        ("IsReady", PLAIN["isready"]),
    ],
)
def test_a_line_in_order(line: str, command: Command) -> None:
    assert parse_command(line) == command


SENSELESS = [
    "",
    "joho",
    "\x00",
    "x" * 70_000,
    "debug",
    "go perft",
    "go perft x",
    "position",
    "position here",
    "position fen",
    "position moves e2e4",
    "position startpos e2e4",
    "position startpos fen 8/8 w",
    "position startpos moves a1a2 moves a1a2",
    "setoption",
    "setoption name",
    "setoption Hash value 3",
]


@pytest.mark.parametrize("line", SENSELESS)
def test_a_line_without_sense_says_why(line: str) -> None:
    command = parse_command(line)
    assert isinstance(command, Unknown)
    assert command.text == line
    assert 10 < len(command.reason) < 200
    assert command.reason.isprintable()


@pytest.mark.parametrize("line", ["go " + "depth a " * 100_000, "go " + "a " * 400_000])
@pytest.mark.timeout(5)
def test_a_long_line_takes_no_long_time_and_no_long_answer(line: str) -> None:
    command = parse_command(line)
    assert isinstance(command, Go)
    assert len(" ".join(command.notes)) < 200


@pytest.mark.timeout(5)
def test_a_long_blank_in_an_option_takes_no_long_time() -> None:
    assert parse_command("setoption name a" + " " * 900_000 + "b") == SetOption("a b")


def test_notes_and_texts_keep_to_their_lines() -> None:
    assert render_event(Note("two\r\nlines\n")) == ["info string two lines"]
    assert render_event(Text("two\n  lines\n")) == ["two", "  lines"]


FOREIGN = {
    "info depth 1 seldepth 2 multipv 1 score cp -3 nodes 22 nps 44 hashfull 5 tbhits 6 time 7 pv c7c5": Info(
        1, 2, 1, Score(-3), 22, 44, 5, 6, 7, ("c7c5",)
    ),
    "info depth 0 score mate 0": Info(0, 0, 1, Score(-MATE_VALUE, 0), 0, 0, 0, 0, 0, ()),
    "info depth 2 score cp -58 time 7 nodes 83 nps 11857 pv b8c6 d2d4 ": Info(
        2, 0, 1, Score(-58), 83, 11857, 0, 0, 7, ("b8c6", "d2d4")
    ),
    "info multipv 2 depth 1 seldepth 8 score mate -3 time 0 nodes 115 pv g5h4 h8g8": Info(
        1, 8, 2, Score(3 - MATE_VALUE, -3), 115, 0, 0, 0, 0, ("g5h4", "h8g8")
    ),
    "info pv e2e4 e7e5 score cp 3 upperbound wdl 1 2 3 depth 4 nps 1.5 wonder 7": Info(
        4, 0, 1, Score(3, None, "upper", (1, 2, 3)), 0, 0, 0, 0, 0, ("e2e4", "e7e5")
    ),
    "info depth 3 score cp 1 pv a2a3 string well then": Info(3, 0, 1, Score(1), 0, 0, 0, 0, 0, ("a2a3",)),
    "info depth 4 string  all  the rest": Note("all  the rest"),
    "info depth 2": None,
    "info time 2 nodes 1720 nps 0 cpuload 103": None,
    "info currmove e2e4 currmovenumber 1": None,
    "info score cp high": None,
    "info": None,
    "bestmove g8f6 ponder b1c3": Best("g8f6", "b1c3"),
    "bestmove g8f6 ponder": Best("g8f6"),
    "bestmove (none)": Best(None),
    "bestmove": Best(None),
    "id name Toga II 3.0": EngineName("Toga II 3.0"),
    "option name Debug Log File type string default ": OptionOffer(Option("Debug Log File", "string")),
    "option name SyzygyPath type string default <empty>": OptionOffer(Option("SyzygyPath", "string")),
    "option name Contempt type spin default 24 min -100 max 100": OptionOffer(
        Option("Contempt", "spin", 24, -100, 100)
    ),
    "option name Odd type spin": OptionOffer(Option("Odd", "spin", 0)),
    "option name Pruning type combo default Fail High var Always var Fail High": OptionOffer(
        Option("Pruning", "combo", "Fail High", choices=("Always", "Fail High"))
    ),
    "option name Ponder type check default true": OptionOffer(Option("Ponder", "check", True)),
    "option name Clear Hash type button": OptionOffer(Option("Clear Hash", "button")),
    "option name Strange type slider default 3": None,
    "option name Stranger type": None,
    "Stockfish 15.1 by the Stockfish developers (see AUTHORS file)": None,
    "copyprotection ok": None,
    "": None,
}
"""Lines as Stockfish, Glaurung, Toga, GNU Chess and others write them, and some that nobody should."""


@pytest.mark.parametrize("line", FOREIGN)
def test_foreign_engines_are_understood(line: str) -> None:
    assert parse_event(line) == FOREIGN[line]
