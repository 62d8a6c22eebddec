"""Ratings of limited strengths: who is worse gets less, and what was played is not played again."""

import math

import pytest

from boyi.arena.inprocess import ladder
from boyi.arena.inprocess.pairs import PairScore

WON, LOST = PairScore((1.0, 1.0, 1.0, 0.0)), PairScore((0.0, 1.0, 0.0, 0.0))


def test_ratings_explain_scores():
    ratings = ladder.rate({("a", "b"): LOST, ("b", "c"): LOST}, ["a", "b", "c"], 1000)
    step = 400 * math.log10(3)
    assert ratings == pytest.approx({"a": 1000, "b": 1000 + step, "c": 1000 + 2 * step}, abs=0.5)
    assert ladder.rate({("a", "b"): WON}, ["a", "b"], 0)["b"] == pytest.approx(-step, abs=0.5)


def test_a_round_is_played_and_gone_on_with(tmp_path, capsys):
    words = [
        "connect6", "20:0:0.97", "50:40", "--games", "2", "--near", "1", "--anchor", "0",
        "--openings", "books/connect6_openings.txt", "--file", str(tmp_path / "ladder.jsonl"),
    ]  # fmt: skip
    assert ladder.main(words) == 0
    told, noted = capsys.readouterr()
    assert [line.split()[0] for line in told.splitlines()] == ["random", "20:0:0.97", "50:40:0"]
    ratings = [int(line.split()[1]) for line in told.splitlines()]
    assert ratings == sorted(ratings)
    assert noted.count("seed 1") == 2
    played = (tmp_path / "ladder.jsonl").read_bytes()
    assert ladder.main(words) == 0
    assert capsys.readouterr().out == told
    assert (tmp_path / "ladder.jsonl").read_bytes() == played
