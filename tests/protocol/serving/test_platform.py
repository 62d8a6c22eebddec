"""What platforms ask besides: games in single moves, placing, moves not accepted, nothing said aside.

The dialect is made up; a fake engine is at the other end.
"""

import shutil
from pathlib import Path

import pytest

from boyi.engines.limits import Limits
from boyi.engines.report import Best
from boyi.protocol import messages as msg
from boyi.protocol.dialect import Dialect
from boyi.protocol.serving.session import Session
from boyi.protocol.serving.settings import StartSettings
from tests.support.engines.strange_files import make_pipe
from tests.support.protocol.conversation import Conversation
from tests.support.protocol.fake_engine import GAME

FIXED: dict[str, msg.Command] = {
    "new": msg.Several((msg.NewGame(), msg.Position(None))),
    "end": msg.NewGame(abandon=True),
    "again": msg.NewGame(),
    "no": msg.Reject(),
    "go": msg.Go(Limits(), own=True),
    "place": msg.Several((msg.NewGame(), msg.Place(1))),
    "version": msg.Version(),
    "isready": msg.IsReady(),
}


def parse(line: str) -> msg.Command:
    match line.split():
        case ["move", move]:
            return msg.Several((msg.Advance((move,)), msg.Go(Limits(), own=True)))
        case ["set", name, value]:
            return msg.SetOption(name.replace("_", " "), value)
    return FIXED.get(line, msg.Unknown(line, f"unknown {line}"))


def render(event: msg.Event) -> list[str]:
    match event:
        case Best(move):
            return [f"move {move}"]
        case msg.Ready():
            return ["readyok"]
        case msg.Placement(squares):
            return [" ".join(squares)]
        case msg.EngineVersion(version):
            return [version]
    return []


PLATFORM = Dialect("platform", lambda line: False, "", parse, render, lambda command: "", lambda line: None)


class Platform(Conversation):
    """A conversation in the made-up dialect; what is said aside is kept apart."""

    def __init__(self, dialect: Dialect = PLATFORM) -> None:
        super().__init__()
        self.aside: list[str] = []
        self.session = Session(GAME, [dialect], self._write, self._find, self.aside.append)
        self.session.prepare(StartSettings((("Move Time", "20"),)))


def test_a_game_is_played_in_single_moves() -> None:
    with Platform() as talk:
        talk.say("new", "move a7a5")
        assert talk.settle() == ["move e2e4"]
        talk.say("move b7b5")
        assert talk.settle() == ["move e2e4"]
        assert talk.engine.moves == ["a7a5", "e2e4", "b7b5", "e2e4"]


def test_a_move_not_accepted_is_replaced_by_another() -> None:
    with Platform() as talk:
        talk.say("new", "go")
        assert talk.settle() == ["move e2e4"]
        talk.say("no")
        assert talk.settle() == ["move d2d4"]
        talk.say("no")
        assert talk.settle() == ["move c2c4"]
        assert talk.engine.moves == ["c2c4"]


def test_without_a_move_of_ours_there_is_nothing_to_reject() -> None:
    with Platform() as talk:
        talk.say("no")
        assert talk.settle() == []
        assert talk.aside == ["nothing to take back"]


@pytest.mark.parametrize(("line", "told"), {"again": ["move e2e4"], "end": []}.items())
def test_a_game_that_is_over_may_leave_a_search_without_its_answer(line: str, told: list[str]) -> None:
    with Platform() as talk:
        talk.say("set Move_Time 60000", "go", line)
        assert talk.settle() == told
        talk.say("set Move_Time 20", "go")
        assert talk.settle() == ["move e2e4"]


def test_silence_about_time_means_the_option() -> None:
    with Platform() as talk:
        talk.say("go")
        talk.settle()
        assert talk.engine.limits == Limits(movetime=20)


def test_placing_and_version() -> None:
    with Platform() as talk:
        talk.say("version", "place")
        version, placed = talk.settle()
        assert version[0].isdigit()
        assert placed == "h1 h2"


def test_remarks_without_words_go_aside_and_never_to_the_client() -> None:
    with Platform() as talk:
        talk.say("rubbish", "move x")
        assert talk.settle() == [], "an illegal move is not answered by one"
        assert talk.aside == ["unknown rubbish", "illegal move 'x'"]


def test_where_stderr_is_for_answers_remarks_are_dropped() -> None:
    with Platform(PLATFORM._replace(channel="stderr")) as talk:
        talk.say("rubbish", "version", "move a7a5", "isready")
        while "readyok" not in talk.aside:
            pass
        assert talk.lines == []
        assert "unknown rubbish" not in talk.aside


def test_a_log_takes_all_lines_and_remarks(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with Platform() as talk:
        talk.say(f"set Log_File {path}", "rubbish", "move a7a5")
        talk.settle()
    marks = [line.split(" ", 1)[1] for line in path.read_text().splitlines()]
    assert [m for m in marks if "isready" not in m and "readyok" not in m] == [
        "> rubbish",
        "# unknown rubbish",
        "> move a7a5",
        "< move e2e4",
    ]


@pytest.mark.parametrize("path", ["/", "~nosuchuser/log", "a\0b", "/dev/zero"])
def test_a_log_that_cannot_be_written_costs_one_line(path: str) -> None:
    with Platform() as talk:
        talk.say(f"set Log_File {path}", "move a7a5", "set Hash 5", "move b7b5")
        assert talk.settle() == ["move e2e4", "move e2e4"]
    assert [line[:6] for line in talk.aside] == ["no log"]


def test_a_log_is_never_a_pipe_that_nobody_reads(tmp_path: Path) -> None:
    make_pipe(tmp_path / "pipe")
    with Platform() as talk:
        talk.say(f"set Log_File {tmp_path / 'pipe'}", "move a7a5")
        assert talk.settle() == ["move e2e4"]
    assert talk.aside == [f"no log at {tmp_path / 'pipe'}: this is a pipe, not a file"]


def test_a_log_that_goes_away_is_given_up_with_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder").mkdir()
    with Platform() as talk:
        talk.say(f"set Log_File {tmp_path / 'folder' / 'log'}")
        shutil.rmtree(tmp_path / "folder")
        talk.say("move a7a5", "move b7b5")
        assert talk.settle() == ["move e2e4", "move e2e4"]
    assert capfd.readouterr().err.count("no log") == 1


def test_uci_has_words_for_remarks_and_placing() -> None:
    from boyi.protocol import uci  # noqa: PLC0415

    assert uci.render_event(msg.Note("a")) == ["info string a"]
    assert uci.render_event(msg.Placement(("1", "2"))) == ["info string placed on 1 2"]
