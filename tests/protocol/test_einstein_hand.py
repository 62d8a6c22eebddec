"""Matches by hand: what an operator types, and what is kept of it."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from boyi.protocol.einstein_hand import Hand
from boyi.protocol.einstein_match import CLOCK, Match
from boyi.protocol.wtn import read_wtn

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
def hand(tmp_path: Path) -> Hand:
    return Hand(think, lambda side: (25, 24, 23, 20, 19, 15), tmp_path, clock=Watch())


def say(hand: Hand, *lines: str) -> list[str]:
    return [shown for line in lines for shown in hand.handle(line)]


def test_a_game_from_its_layouts_to_its_record(hand, tmp_path):
    shown = say(hand, "new", *LAYOUTS, "5", "1 25 19", "5", "1 24 18", "5 19 25")
    assert shown[0] == "game 1: A moves first, we are A with R"
    assert shown[3] == "1: 5 7 13   (R5,C3)   237 s left"
    assert shown[-1].startswith("A wins game 1: A 1 : 0 B")
    heading, game = read_wtn((tmp_path / "einstein-game-1.wtn").read_text())
    assert (heading.red, heading.blue, game.winner, len(game.plies)) == ("A we", "B they", 1, 5)


def test_squares_may_be_written_as_the_championships_do(hand):
    shown = say(hand, "new R", "layout R A5 B5 C5 A4 B4 A3", "layout B E1 D1 E2 C1 D2 E3", "5", "5 D2 C3")
    assert shown[-1].startswith("2: 5 19 13   (B5,C3)")


def test_our_layout_is_chosen_by_the_engine(hand):
    assert "25 24 23 20 19 15" in say(hand, "new B", "layout B")[-1]


def test_a_move_is_taken_back(hand):
    say(hand, "new", *LAYOUTS, "5")
    assert say(hand, "undo") == ["taken back; R is to move"]
    assert say(hand, "undo") == ["? there is no move to take back"]
    assert say(hand, "5")[0].startswith("1: 5 7 13")


def test_the_clock_runs_for_us_alone_and_begins_anew(hand):
    say(hand, "new", *LAYOUTS, "5", "1 25 19", "5")
    assert hand.match.left == CLOCK - 6
    say(hand, "won B", "new")
    assert hand.match.left == CLOCK


def test_first_movers_of_a_match_and_its_end(hand):
    firsts = []
    for winner in "RBRBRBR":
        firsts.append(say(hand, "new R")[0].split()[2])
        say(hand, f"won {winner}")
    assert firsts == list("ABBAABB")
    assert say(hand, "score", "new") == ["A 4 : 3 B", "? the match is over: A 4 : 3 B"]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("5", "no game"),
        ("7", "1 to 6"),
        ("layout X", "R or B"),
        ("what is this", "1 to 6"),
        ("a b c d", "not understood"),
        ("undo", "no game"),
        ("won", "1 to 6"),
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
    again = Hand(think, lambda side: (), tmp_path)
    assert "A 1 : 0 B" in again.resume()
    assert again.match == hand.match
    assert say(again, "show") == say(hand, "show")


def test_what_can_not_be_saved_is_shown_all_the_same(hand, tmp_path):
    say(hand, "new", *LAYOUTS)
    hand.folder = tmp_path / "gone"
    move, complaint = say(hand, "5")
    assert move.startswith("1: 5 7 13")
    assert complaint.startswith("? the match is not saved: ")
    won, complaint = say(hand, "won R")
    assert won.startswith("A wins game 1: A 1 : 0 B   not saved: ")
    assert complaint.startswith("? the match is not saved: ")


HAND = """
import signal, sys
from pathlib import Path
from boyi.protocol import einstein_terminal
from boyi.protocol.settings import Settings
from tests.protocol.fake_engine import GAME, Habits, find
einstein_terminal.find_engine = lambda: find(Habits())
signal.signal(signal.SIGINT, signal.default_int_handler)
einstein_terminal.operate(GAME, Settings(), "A", Path(sys.argv[1]))
"""


def test_an_interrupt_at_the_terminal_ends_it_quietly(tmp_path):
    command, pipe = [sys.executable, "-c", HAND, str(tmp_path)], subprocess.PIPE
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=root, text=True) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write("help\n")
        process.stdin.flush()
        while not process.stdout.readline().startswith("show, score"):
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert process.stderr.read().strip() == "loading …"


def test_a_spoilt_file_is_told_and_replaced(hand, tmp_path):
    assert hand.resume() == ""
    for text in ("{", "[]", json.dumps({"ours": "A", "nonsense": 1})):
        (tmp_path / "einstein-match.json").write_text(text)
        assert "can't be read" in hand.resume()
    assert hand.match == Match()
