"""Suites solved in time: best moves, moves to avoid, mates; bad input."""

import pytest

from boyi.arena.suites import Puzzle
from boyi.arena.tools import suite as solve
from boyi.engines import load_game

BACK_RANK = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
PUZZLES = [
    Puzzle("seen", BACK_RANK, best=("a1a8",)),
    Puzzle("told wrong", BACK_RANK, best=("g1f1",)),
    Puzzle("avoided", BACK_RANK, avoided=("g1f1",)),
    Puzzle("played all the same", BACK_RANK, avoided=("a1a8",)),
    Puzzle("one", BACK_RANK, mate=1),
    Puzzle("one, told as two", BACK_RANK, mate=2),
]


def test_each_puzzle_gets_its_verdict():
    found = [verdict for _, verdict in solve.solve(load_game("chess"), PUZZLES, 0.05)]
    assert found == ["solved", "missed", "solved", "missed", "solved", "shorter"]


def test_what_was_missed_is_named_and_the_rest_counted():
    verdicts = ("solved", "missed", "solved", "missed", "solved", "shorter")
    assert list(solve.table(zip(PUZZLES, verdicts, strict=True))) == [
        "missed: told wrong",
        "missed: played all the same",
        "best moves: 2 solved, 0 shorter, 2 missed",
        "mate in 1: 1 solved, 0 shorter, 0 missed",
        "mate in 2: 0 solved, 1 shorter, 0 missed",
    ]


def test_bad_input_is_one_line(monkeypatch, capsys, tmp_path):
    suite = tmp_path / "suite.epd"
    for text in (None, "nonsense"):
        if text is not None:
            suite.write_text(text)
        monkeypatch.setattr("sys.argv", ["solve", "chess", str(suite)])
        with pytest.raises(SystemExit) as ended:
            solve.main()
        assert ended.value.code == 2
        assert capsys.readouterr().err.count("\n") == 1
