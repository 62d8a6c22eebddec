"""Suites: puzzles read from files."""

import json

import pytest

from boyi.arena.suites import Puzzle, halves, read_suite

EPD = """
# of our own making
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "back rank";
6k1/5ppp/8/8/8/8/8/R5K1 w - - am Kf1 Kf2;
"""


def test_best_and_avoided_moves_are_read(tmp_path):
    path = tmp_path / "own.epd"
    path.write_text(EPD)
    first, second = read_suite(path)
    assert (first.name, first.best, first.avoided) == ("back rank", ("a1a8",), ())
    assert (second.name, second.best, second.avoided) == ("own 4", (), ("g1f1", "g1f2"))


def test_mates_are_read(tmp_path):
    path = tmp_path / "own.jsonl"
    path.write_text(json.dumps({"fen": "4k4/9/9/9/9/9/9/9/9/R3K3R w - - 0 1", "mate_in": 2}) + "\n")
    (puzzle,) = read_suite(path)
    assert puzzle.mate == 2


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("a.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - id 3;", "line 1: neither bm nor am"),
        ("a.epd", "nonsense", "line 1"),
        ("a.epd", "\n", "there is no puzzle"),
        ("a.jsonl", '{"fen": "x"}', "line 1: 'mate_in'"),
        ("a.jsonl", "{", "line 1"),
    ],
)
def test_what_is_no_suite_is_named(tmp_path, name, text, complaint):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ValueError, match=complaint):
        read_suite(path)


def test_halves_are_disjoint_and_whole():
    puzzles = [Puzzle(str(number), "") for number in range(7)]
    train, test = halves(puzzles)
    assert {*train, *test} == {*puzzles}
    assert not {*train} & {*test}
