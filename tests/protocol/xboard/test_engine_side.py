"""XBoard's protocol as an engine speaks it: what lines mean in the course of a game, and what is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boyi.engines.limits import Clock, Limits
from boyi.engines.options import Option
from boyi.engines.report import Best, Ended, Info, Memory, Score
from boyi.engines.xiangqi import GAME as XIANGQI
from boyi.protocol import messages as msg
from boyi.protocol import xboard
from boyi.protocol.xboard import events
from boyi.protocol.xboard.client_features import Features
from boyi.protocol.xboard.game import NOTHING, XBoardGame
from boyi.protocol.xboard.parsing import parse_thought

FEN = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"
FIVE_MINUTES = Clock(300_000)
USUAL = Limits(clocks=(FIVE_MINUTES, FIVE_MINUTES), moves_to_go=40)


def game_after(*lines: str) -> XBoardGame:
    """A game that has heard some lines."""
    made = XBoardGame("xiangqi", XIANGQI.start)
    for line in lines:
        made.parse_command(line)
    return made


def go(limits: Limits = USUAL) -> msg.Go:
    return msg.Go(limits, relative=True, own=True)


COMMANDS: dict[str, msg.Command] = {
    "protover 2": msg.Hello(),
    "ping 7": msg.IsReady(),
    "new": msg.Several((msg.NewGame(), msg.Position(None))),
    "variant xiangqi": NOTHING,
    f"setboard {FEN}": msg.Position(FEN),
    "usermove h2e2": msg.Several((msg.Advance(("h2e2",)), go())),
    "h2e2": msg.Several((msg.Advance(("h2e2",)), go())),
    "go": msg.Several((go(),)),
    "memory 128": msg.SetOption("Hash", "128"),
    "cores 2": msg.SetOption("Threads", "2"),
    "option Move Overhead=50": msg.SetOption("Move Overhead", "50"),
    "option Clear Hash": msg.SetOption("Clear Hash"),
    "hint": msg.Probe(None, ()),
    "quit": msg.Quit(),
    "?": NOTHING,
    "accepted ping": NOTHING,
    "": msg.Unknown("", "unknown command ''"),
    "joho 1": msg.Unknown("joho 1", "unknown command 'joho'"),
    "variant crazyhouse": msg.Unknown("variant crazyhouse", "only xiangqi is played"),
    "edit": NOTHING,
    "level 40": msg.Unknown("level 40", "that is no time"),
    "st x": msg.Unknown("st x", "that is no time"),
    "undo": msg.Unknown("undo", "there is no move to take back"),
}


@pytest.mark.parametrize(("line", "command"), COMMANDS.items())
def test_a_first_line(line: str, command: msg.Command):
    assert game_after().parse_command(line) == command


TIMES = {
    ("level 0 2:30 1.5",): Limits(clocks=(Clock(150_000, 1500), Clock(150_000, 1500))),
    ("level 0 5 0", "time 1234", "otim 99"): Limits(clocks=(Clock(12_340), Clock(990))),
    ("level 3 5 0", "force", "a0a1", "a9a8", "a1a2", "a8a7"): Limits(
        clocks=(FIVE_MINUTES, FIVE_MINUTES), moves_to_go=1
    ),
    ("force", "a0a1", "a9a8", "level 3 5 0"): Limits(clocks=(FIVE_MINUTES, FIVE_MINUTES), moves_to_go=3),
    ("force", "a0a1", "a9a8", "level 3 5 0", "a1a2", "a8a7"): Limits(
        clocks=(FIVE_MINUTES, FIVE_MINUTES), moves_to_go=2
    ),
    ("force", "a0a1", "a9a8", "level 3 5 0", "remove", "a0a1", "a9a8"): Limits(
        clocks=(FIVE_MINUTES, FIVE_MINUTES), moves_to_go=2
    ),
    ("force", "a0a1", "a9a8", "level 3 5 0", "new"): Limits(
        clocks=(FIVE_MINUTES, FIVE_MINUTES), moves_to_go=3
    ),
    ("st 2", "sd 7"): Limits(movetime=2000, depth=7),
    ("st 2", "level 0 5 0"): Limits(clocks=(FIVE_MINUTES, FIVE_MINUTES)),
    ("time -50",): Limits(clocks=(Clock(0), FIVE_MINUTES), moves_to_go=40),
    ("draw",): Limits(clocks=(FIVE_MINUTES, FIVE_MINUTES), moves_to_go=40, draw=True),
    ("sd 3", "time 1", "new"): USUAL,
    ("draw", "force"): Limits(clocks=(FIVE_MINUTES, FIVE_MINUTES), moves_to_go=40, draw=True),
    ("draw", "new"): USUAL,
    ("draw", "result 1/2-1/2 {agreed}"): USUAL,
    ("draw", f"setboard {FEN}"): USUAL,
}


@pytest.mark.parametrize(("lines", "limits"), TIMES.items())
def test_time(lines: tuple[str, ...], limits: Limits):
    assert game_after(*lines).parse_command("go") == msg.Several((go(limits),))


def test_no_move_is_answered_in_force_mode():
    assert game_after("new", "force").parse_command("usermove h2e2") == msg.Advance(("h2e2",))


def test_our_move_belongs_to_the_game():
    game = game_after("new", "go")
    assert game.render_event(Best("h2e2", "h9g7")) == ["move h2e2"]
    game.parse_command("force")
    game.parse_command("usermove h9g7")
    assert game.parse_command("hint") == msg.Probe(None, ("h2e2", "h9g7"))
    assert game.parse_command("undo") == msg.Position(None, ("h2e2",))
    game.parse_command("usermove b9c7")
    assert game.parse_command("remove") == msg.Position(None, ())


@pytest.mark.parametrize("line", ["force", "result * {over}"])
def test_a_search_that_is_overtaken_tells_no_move(line: str):
    game = game_after("new", "usermove h2e2")
    assert game.parse_command(line) == msg.Several((msg.Stop(), msg.Position(None, ("h2e2",))))
    assert game.render_event(Best("h9g7")) == []
    assert game.parse_command("undo") == msg.Position(None, ())


def test_a_ping_waits_for_the_move_that_is_owed():
    game = game_after("new", "go")
    assert game.parse_command("ping 3") == NOTHING
    assert game.parse_command("?") == msg.Stop()
    assert game.render_event(Best("h2e2")) == ["move h2e2", "pong 3"]
    assert game.parse_command("ping 4") == msg.IsReady()
    assert game.render_event(msg.Ready()) == ["pong 4"]


def test_analysis_goes_on_with_each_move_and_plays_none():
    game, endless = game_after("new", "nopost"), msg.Go(Limits(infinite=True), relative=True)
    assert game.parse_command("analyze") == msg.Several((endless,))
    assert game.render_event(Info(3, 5, 1, Score(12), 1000, 2000, 0, 0, 70, ("h2e2",))) == [
        "3 12 7 1000 5 2 0\th2e2"
    ]
    assert game.parse_command("usermove h2e2") == msg.Several((msg.Position(None, ("h2e2",)), endless))
    assert game.render_event(Best("h2e2")) == []
    assert game.parse_command("undo") == msg.Several((msg.Position(None), endless))
    assert game.parse_command("exit") == msg.Several((msg.Stop(), msg.Position(None)))
    assert game.parse_command("usermove b2e2") == msg.Several(
        (msg.Stop(), msg.Position(None), msg.Advance(("b2e2",)))
    )


def test_a_new_game_is_analysed_if_the_old_one_was():
    game, endless = (
        game_after("new", "analyze", "usermove h2e2"),
        msg.Go(Limits(infinite=True), relative=True),
    )
    assert game.parse_command("new") == msg.Several((msg.NewGame(), msg.Position(None), endless))
    assert game.parse_command("exit") == msg.Several((msg.Stop(), msg.Position(None)))


def test_a_refused_move_is_no_part_of_the_game():
    game = game_after("new")
    command = game.parse_command("usermove h2h9")
    assert game.parse_command("ping 1") == NOTHING
    refusal = msg.Refused(command, "h2h9 is not legal")
    assert game.render_event(refusal) == ["Illegal move (h2h9 is not legal): h2h9", "pong 1"]
    assert game.parse_command("hint") == msg.Probe(None, ())


@pytest.mark.parametrize("mode", [("analyze",), ("analyze", "exit"), ("go",)])
def test_a_move_refused_while_a_search_runs_leaves_the_position(mode: tuple[str, ...]):
    game = game_after(f"setboard {FEN}", *mode)
    command = game.parse_command("usermove d0d9")
    assert game.render_event(msg.Refused(command, "no")) == ["Illegal move (no): d0d9"]
    assert game.parse_command("hint") == msg.Probe(FEN, ())


def test_a_refused_position_leaves_the_old_one():
    game = game_after(f"setboard {FEN}", "force", "usermove d0d1")
    command = game.parse_command("setboard 9/9 w")
    assert game.render_event(msg.Refused(command, "two ranks")) == [
        "tellusererror Illegal position: two ranks"
    ]
    assert game.parse_command("hint") == msg.Probe(FEN, ("d0d1",))


def test_a_refused_position_leaves_the_moves_to_go():
    game = game_after("force", "h2e2", "h9g7", "level 3 5 0")
    game.render_event(msg.Refused(game.parse_command("setboard 9/9 w"), "two ranks"))
    assert game.parse_command("go") == msg.Several((go(Limits((FIVE_MINUTES, FIVE_MINUTES), moves_to_go=3)),))


EVENTS = {
    Best("h2e2", answer="resign"): ["resign"],
    Best("h2e2", answer="draw"): ["move h2e2", "offer draw"],
    Best("h2e2", ended=Ended(1.0, "mate")): ["move h2e2", "1-0 {mate}"],
    Best(None, ended=Ended(0.5, "stalemate")): ["1/2-1/2 {stalemate}"],
}


@pytest.mark.parametrize(("event", "lines"), EVENTS.items())
def test_the_end_of_a_search(event: Best, lines: list[str]):
    assert game_after("new", "go").render_event(event) == lines


def test_other_events():
    game = game_after("new")
    assert game.render_event(Memory("h2e2")) == ["Hint: h2e2"]
    assert game.render_event(Memory()) == []
    assert game.render_event(msg.Note("a\nb")) == ["# a", "# b"]
    assert game.render_event(msg.Refused(msg.Unknown("joho", "unknown"), "unknown")) == [
        "Error (unknown): joho"
    ]
    assert game.render_event(msg.Refused(msg.SetOption("Hash", "x"), "no number")) == ["Error (no number)"]
    assert game.render_event(msg.Welcome()) == ["feature done=1"]


@pytest.mark.parametrize("mate", [3, -3])
def test_thinking_is_read_back(mate: int):
    game = game_after("post")
    (line,) = game.render_event(
        Info(9, 12, 1, Score(29_990, mate), 12_345, 1_000_000, 0, 0, 120, ("h2e2", "h9g7"))
    )
    told = parse_thought(line)
    assert told is not None
    assert (told.depth, told.score.mate, told.nodes, told.time) == (9, mate, 12_345, 120)
    assert told.pv == ("h2e2", "h9g7")


@pytest.mark.parametrize(
    "option",
    [
        Option("Move Overhead", "spin", 30, 0, 5000),
        Option("OwnBook", "check", True),
        Option("Rules", "combo", "b", choices=("a", "b")),
        Option("BookFile", "string", "x.book"),
        Option("Clear", "button"),
    ],
)
def test_a_client_reads_our_features(option: Option):
    features = Features()
    for line in [
        line
        for event in (msg.EngineName("Boyi"), msg.OptionOffer(option), msg.Welcome())
        for line in game_after().render_event(event)
    ]:
        features.take(line, ())
    assert features["myname"] == "Boyi"
    assert features["variants"] == "xiangqi"
    assert all(
        features.has(name) for name in ("ping", "setboard", "usermove", "time", "memory", "smp", "done")
    )
    assert features.options == {option.name.lower(): option}


@given(st.lists(st.text() | st.sampled_from([*COMMANDS, "force", "analyze", "exit", "remove"]), max_size=8))
def test_no_lines_whatever_break_it(lines: list[str]):
    for line in lines:
        game = game_after(*lines)
        game.render_event(Best("h2e2"))
        assert game.parse_command(line) is not None


ROUND = [
    msg.Hello(),
    msg.NewGame(),
    msg.Position(FEN),
    msg.SetOption("Hash", "3"),
    msg.Stop(),
    msg.Quit(),
    msg.Go(Limits()),
    msg.Unknown("x", ""),
]


@pytest.mark.parametrize("command", ROUND, ids=lambda command: type(command).__name__)
def test_a_command_in_words(command: msg.Command):
    line = xboard.render_command(command)
    heard = game_after("go").parse_command(line)
    parts = heard.commands if isinstance(heard, msg.Several) else (heard,)
    assert any(type(part) is type(command) for part in parts)


@pytest.mark.parametrize(
    ("line", "event"),
    {
        "move h2e2": Best("h2e2"),
        "resign": Best(None, answer="resign"),
        "pong 4": msg.Ready(),
        "feature done=1": msg.Welcome(),
        "# hello": msg.Note("hello"),
        "joho": None,
    }.items(),
)
def test_an_event_in_words(line: str, event: object):
    assert events.parse_event(line) == event
