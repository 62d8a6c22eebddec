"""Matches by hand: what an operator types, and what is kept of it."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from boyi.protocol.einstein.manual import ManualSession
from boyi.protocol.einstein.manual_clock import ManualClock
from boyi.protocol.einstein.manual_match import CLOCK, ManualMatch
from boyi.protocol.records.wtn import read_wtn

LAYOUTS = ["layout R 1 2 3 6 7 11", "layout B 25 24 20 23 19 15"]


class Watch:
    """A clock that every look moves on by three seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 3.0
        return self.now


def think(text: str, left: float) -> tuple[int, int]:
    """Always the diagonal move of the die's own piece."""
    *squares, side, die = text.split()
    at = int(squares[int(die) - 1 + (6 if side == "r" else 0)])
    return at, at + (6 if side == "r" else -6)


@pytest.fixture
def hand(tmp_path: Path) -> ManualSession:
    return session(tmp_path)


def session(folder: Path, ours: str = "A") -> ManualSession:
    return ManualSession(
        think,
        lambda side: (25, 24, 23, 20, 19, 15),
        folder,
        ManualMatch(ours),
        ManualClock(Watch()),
        lambda: "2026.03.05 14:00",
    )


def say(hand: ManualSession, *lines: str) -> list[str]:
    return [shown for line in lines for shown in hand.handle(line)]


GAME = ["new", *LAYOUTS, "5", "1 25 19", "5", "1 24 18", "5 19 25"]
"""A wins, with red."""


def test_a_game_from_its_layouts_to_its_record(hand, tmp_path):
    shown = say(hand, "team A Alpha Team", "team B Beta", "place Nanjing", "event 2026 CCGC", *GAME)
    assert shown[4] == "game 1: A moves first, we are A with R"
    assert shown[7] == "1: 5 7 13   (R5,C3)   234 s left to R"
    assert shown[-1].startswith("A wins game 1: A 1 : 0 B")
    text = (tmp_path / "einstein-game-1.wtn").read_text(encoding="utf-8")
    assert text.startswith(
        "#[WTN][Alpha Team R][Beta B][先手胜][2026.03.05 14:00 Nanjing][2026 CCGC];\nR:A5-1"
    )
    heading, game = read_wtn(text)
    assert (heading.red, heading.blue, game.winner, len(game.plies)) == ("Alpha Team", "Beta", 1, 5)


def test_the_board_is_shown_after_each_move(hand):
    shown = say(hand, "new", *LAYOUTS, "5")
    assert shown[4:9] == [
        "r1 r2 r3  .  .",
        "r4  .  .  .  .",
        "r6  . r5  . b6",
        " .  .  . b5 b3",
        " .  . b4 b2 b1",
    ]
    assert shown[9].startswith("they move (B), R ")


def test_squares_may_be_written_as_the_championships_do(hand):
    shown = say(hand, "new R", "layout R A5 B5 C5 A4 B4 A3", "layout B E1 D1 E2 C1 D2 E3", "5", "5 D2 C3")
    assert any(line.startswith("2: 5 19 13   (B5,C3)") for line in shown)


def test_our_layout_is_chosen_by_the_engine(hand):
    assert "25 24 23 20 19 15" in say(hand, "new B", "layout B")[-1]


def test_a_mistyped_move_is_taken_back(hand):
    say(hand, "new", *LAYOUTS, "5")
    before = hand.match
    say(hand, "1 25 20")
    assert say(hand, "undo")[0] == "taken back: the last move; B is to move"
    assert hand.match == before
    assert any(line.startswith("2: 1 25 19") for line in say(hand, "1 25 19"))


def test_a_mistyped_layout_is_taken_back_or_typed_again(hand):
    say(hand, "new", *LAYOUTS, "layout R 2 1 3 6 7 11")
    assert hand.match.game.layouts[1] == (2, 1, 3, 6, 7, 11)
    assert say(hand, "undo")[0].startswith("taken back: the layouts")
    assert "layout is missing" in say(hand, "5")[0]


def test_a_wrong_new_is_taken_back(hand):
    before = hand.match
    say(hand, "new B")
    assert say(hand, "undo") == ["taken back: the beginning of game 1; A 0 : 0 B"]
    assert hand.match.game is None and hand.match.done == before.done
    assert say(hand, "undo") == ["? there is nothing to take back"]
    assert say(hand, "new R") == ["game 1: A moves first, we are A with R"]


def test_a_wrong_won_is_taken_back(hand):
    say(hand, "new", *LAYOUTS, "5", "1 25 19")
    before = hand.match.game
    assert say(hand, "won B")[-1].startswith("B wins game 1: A 0 : 1 B")
    assert say(hand, "undo")[0] == "taken back: the end of game 1; R is to move"
    assert (hand.match.game, hand.match.score, hand.match.colour) == (before, "A 0 : 0 B", 1)
    assert say(hand, "won R")[-1].startswith("A wins game 1: A 1 : 0 B")


def test_a_mistyped_last_move_of_a_game_is_taken_back(hand):
    say(hand, *GAME, "new B")
    assert say(hand, "undo")[0] == "taken back: the beginning of game 2; A 1 : 0 B"
    assert say(hand, "undo")[0] == "taken back: the last move of game 1; R is to move"
    assert (hand.match.score, hand.match.colour, len(hand.match.game.plies)) == ("A 0 : 0 B", 1, 4)
    assert any(line.startswith("5: 2 2 8") for line in say(hand, "2 2 8"))


def test_all_of_a_match_can_be_taken_back_also_after_a_restart(hand, tmp_path):
    say(hand, *GAME, "new B", *LAYOUTS, "1 25 19")
    again = session(tmp_path)
    again.resume()
    while not (shown := say(again, "undo"))[0].startswith("?"):
        assert shown[0].startswith("taken back")
    assert (again.match.done, again.match.game, again.match.winners) == ((), None, ())


def test_clocks_run_for_both_sides_and_begin_anew(hand):
    say(hand, "new", *LAYOUTS, "5", "1 25 19", "5")
    blue, red = hand.match.clocks
    assert blue < CLOCK and red < CLOCK
    say(hand, "won B", "new")
    assert hand.match.clocks == (CLOCK, CLOCK)


def test_a_clock_can_be_set_and_stopped(hand):
    say(hand, "new", *LAYOUTS, "5", "clock R 100", "clock B 50")
    assert hand.match.clocks == (50, 100)
    stopped = say(hand, "clock stop")[0]
    assert stopped.endswith("left, standing")
    assert say(hand, "clock") == [stopped]
    assert "standing" not in say(hand, "clock run")[0]
    say(hand, "won B", "clock R 300", "new")
    assert hand.match.clocks == (300, 300)
    for wrong in ("clock X 3", "clock R -3", "clock R", "clock R 9999999"):
        assert say(hand, wrong)[0].startswith("? ")


@pytest.mark.parametrize(
    "line", ["team", "team C x", "team A", "place a]b", "event a;b", "place " + "x" * 99]
)
def test_a_name_that_would_break_a_record_is_refused(hand, line):
    assert say(hand, line)[0].startswith("? ")


def test_first_movers_of_a_match_and_its_end(hand):
    firsts = []
    for winner in "RBRBRBR":
        firsts.append(say(hand, "new R")[0].split()[2])
        say(hand, f"won {winner}")
    assert firsts == list("ABBAABB")
    assert say(hand, "score", "new") == ["A 4 : 3 B, we are A", "? the match is over: A 4 : 3 B"]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("5", "no game"),
        ("7", "1 to 6"),
        ("layout X", "R or B"),
        ("what is this", "1 to 6"),
        ("a b c d", "not understood"),
        ("undo", "nothing to take back"),
        ("won", "1 to 6"),
        ("new R B", "1 to 6"),
    ],
)
def test_what_makes_no_sense_is_said(hand, line, word):
    (shown,) = say(hand, line)
    assert shown.startswith("? ")
    assert word in shown


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("layout R 1 2 3 6 7 12", "starts on"),
        ("layout R 1 2 3", "starts on"),
        ("5", "layout is missing"),
        ("5 7 13", "layout is missing"),
        ("new", "being played"),
        ("5 x 13", "square"),
    ],
)
def test_what_is_too_early_is_said(hand, line, word):
    say(hand, "new")
    assert word in say(hand, line)[0]


def test_an_illegal_move_is_refused_with_the_legal_ones(hand):
    shown = say(hand, "new", *LAYOUTS, "5", "1 25 18")[-1]
    assert shown == "? B may not move 25 18 with 1, but 25 19, 25 20, 25 24"
    assert "opponent's turn" in say(hand, "3")[0]


def test_a_match_goes_on_where_it_was_broken_off(hand, tmp_path):
    say(hand, "new", *LAYOUTS, "5", "won R", "new", *LAYOUTS, "1 25 19")
    again = session(tmp_path)
    told = again.resume()
    assert "A 1 : 0 B" in told[0]
    assert told[1] == "a match of seven, we are A"
    assert again.match == hand.match
    assert say(again, "show")[:5] == say(hand, "show")[:5]


@pytest.mark.parametrize(("answer", "ours"), [("A", "A"), ("b", "B")])
def test_a_match_saved_as_the_other_player_is_asked_about(hand, tmp_path, answer, ours):
    say(hand, "new", *LAYOUTS, "won R")
    again = session(tmp_path, "B")
    assert again.resume()[0] == "the match saved here (A 1 : 0 B) has us as A, and you say B:"
    assert say(again, "new")[1].startswith("type A to go on with it as A, or B to begin another as B")
    saved = (tmp_path / "einstein-match.json").read_text()
    assert "a match of seven, we are " + ours in say(again, answer)
    assert again.match.ours == ours
    kept = tmp_path / "einstein-match-1.json"
    assert kept.read_text() == saved if ours == "B" else not kept.exists()
    assert say(again, "new")[0].endswith(f"we are {ours} with B")


def test_what_can_not_be_saved_is_shown_all_the_same(hand, tmp_path):
    say(hand, "new", *LAYOUTS)
    hand.folder = tmp_path / "gone"
    move, *_, complaint = say(hand, "5")
    assert move.startswith("1: 5 7 13")
    assert complaint.startswith("? the match is not saved: ")
    won, complaint = say(hand, "won R")
    assert won.startswith("A wins game 1: A 1 : 0 B   not saved: ")
    assert complaint.startswith("? the match is not saved: ")


HAND = """
import signal, sys
from pathlib import Path
from boyi.protocol.einstein import manual_terminal
from boyi.protocol.serving.settings import StartSettings
from tests.support.protocol.fake_engine import GAME, Habits, find
manual_terminal.find_engine = lambda: find(Habits())
signal.signal(signal.SIGINT, signal.default_int_handler)
manual_terminal.operate(GAME, StartSettings(), "A", Path(sys.argv[1]))
"""


def test_an_interrupt_at_the_terminal_ends_it_quietly(tmp_path):
    command, pipe = [sys.executable, "-c", HAND, str(tmp_path)], subprocess.PIPE
    root = Path(__file__).parents[3]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=root, text=True) as process:
        assert process.stdin and process.stdout and process.stderr
        while not process.stdout.readline().startswith("a match of seven"):
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert process.stderr.read().strip() == "loading …"


def test_a_spoilt_file_is_told_and_kept(hand, tmp_path):
    assert hand.resume() == ["a match of seven, we are A"]
    faulty = ("{", "[]", json.dumps({"ours": "A", "nonsense": 1}), json.dumps({"clocks": "x"}), '{"game": 7}')
    for number, text in enumerate(faulty, 1):
        (tmp_path / "einstein-match.json").write_text(text)
        assert f"can't be read, and is kept as einstein-match-{number}.json" in hand.resume()[0]
        assert (tmp_path / f"einstein-match-{number}.json").read_text() == text
    assert hand.match == ManualMatch()
