"""Openings for matches: those we give are level, and the judge tells level ones from won ones."""

from pathlib import Path

from boyi.arena.inprocess.engine_player import EnginePlayer
from boyi.arena.tools.connect6_openings import OpeningJudge, balanced
from boyi.engines.connect6 import GAME, notation
from boyi.engines.search.table import MATE_BOUND

SUITE = Path(__file__).parents[3] / "books" / "connect6_openings.txt"
LINES = [line for line in SUITE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
WON = "19/19/19/19/19/19/9b9/9b9/9b9/5bbb3w7/19/19/6w12/5w13/19/19/19/19/19 b 2 6 2"
"""Black wins by threats."""


def test_openings_are_many_and_differ():
    assert len(set(LINES)) == len(LINES) >= 50


def test_a_search_sees_no_winner_in_an_opening():
    thinker = EnginePlayer(GAME, "search@4000")
    for text in LINES[::4]:
        thinker.forget()
        assert abs(thinker.think(notation.read(text)).score) < MATE_BOUND, text


def test_the_judge_refuses_a_won_opening():
    assert not OpeningJudge().calls_level(notation.read(WON))


def test_openings_are_the_same_for_the_same_seed(monkeypatch):
    monkeypatch.setattr("boyi.arena.tools.connect6_openings.THOUGHT", 300)
    monkeypatch.setattr("boyi.arena.tools.connect6_openings.NODES", (50, 80, 120))
    assert list(balanced(1, seed=3)) == list(balanced(1, seed=3))
