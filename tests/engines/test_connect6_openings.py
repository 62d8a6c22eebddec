"""Openings for matches: those we give are level, and the judge tells level ones from won ones."""

from pathlib import Path

import pytest

from boyi.engines.connect6 import notation
from boyi.engines.connect6.match import Contender, play_game, play_match
from boyi.engines.connect6.openings import Judge, balanced
from boyi.engines.search.table import MATE_BOUND

SUITE = Path(__file__).parents[2] / "books" / "connect6_openings.txt"
LINES = [line for line in SUITE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
WON = "19/19/19/19/19/19/9b9/9b9/9b9/5bbb3w7/19/19/6w12/5w13/19/19/19/19/19 b 2 6 2"
"""Black wins by threats."""


def test_openings_are_many_and_differ():
    assert len(set(LINES)) == len(LINES) >= 50


def test_a_search_sees_no_winner_in_an_opening():
    thinker = Contender("Nodes=4000")
    for text in LINES[::4]:
        thinker.begin()
        assert abs(thinker.think(notation.read(text)).score) < MATE_BOUND, text


def test_the_judge_refuses_a_won_opening():
    assert not Judge().calls_level(WON)


def test_openings_are_the_same_for_the_same_seed(monkeypatch):
    monkeypatch.setattr("boyi.engines.connect6.openings.THOUGHT", 300)
    monkeypatch.setattr("boyi.engines.connect6.openings.NODES", (50, 80, 120))
    assert list(balanced(1, seed=3)) == list(balanced(1, seed=3))


@pytest.mark.parametrize("first", ["Nodes=300", "Nodes=300;Evaluator=learned"])
def test_a_match_gives_each_opening_to_both_colours(first, tmp_path, capsys):
    players, records = (Contender(first), Contender("Nodes=1")), tmp_path / "records"
    with records.open("w", encoding="utf-8") as file:
        play_match(*players, iter(LINES[:1]), file)
    assert [line.split(" | ")[1].split()[1] for line in records.read_text().splitlines()] == [
        "black",
        "white",
    ]
    assert capsys.readouterr().out.startswith("1 games: ")
    assert play_game(players, LINES[0])[0] in (0.0, 0.5, 1.0)
