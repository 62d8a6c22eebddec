"""Duels: points by pairs, and a file that is gone on with."""

from typing import cast

import pytest

from boyi.arena.inprocess.game import play_game
from boyi.arena.inprocess.quick_search import QuickPlayer, QuickSearch
from boyi.engines import load_game
from boyi.engines.xiangqi.evaluation.weights import traditional
from boyi.learning.__main__ import main
from boyi.learning.td import matches
from boyi.learning.td.matches import EqualDepthMatches
from tests.support.learning.xiangqi_games import lessons


def test_what_was_played_is_not_played_again(tmp_path, monkeypatch):
    pairs, path = iter(((1.0, 1.0), (0.5, 0.5))), tmp_path / "duels.jsonl"
    monkeypatch.setattr(matches, "play_pair", lambda players, opening, terms: next(pairs))
    first, nobody = EqualDepthMatches(path, [object()] * 2, 1), cast(QuickSearch, None)
    assert first.play("a", nobody, nobody, most=1).wdl == "2/0/0"
    again = EqualDepthMatches(path, [object()] * 2, 1)
    assert again.play("a", nobody, nobody).wdl == "2/2/0"
    assert not again.score("b").games


def test_a_game_is_played_to_its_end_and_an_equal_match_is_even():
    game = load_game("xiangqi")
    (opening,) = matches.openings(game, lessons(1), 6)[1:]
    one, other = (QuickPlayer(QuickSearch(game, traditional()), depth=1) for _ in range(2))
    points = play_game((one, other), opening, matches.TERMS)
    assert points in (0.0, 0.5, 1.0)
    assert play_game((other, one), opening, matches.TERMS) == points


@pytest.mark.parametrize("table", ["xiangqi-td", "xiangqi-td-factors"])
def test_a_table_without_data_says_what_to_give(tmp_path, capsys, table):
    assert main(["reproduce", table, str(tmp_path)]) == 2
    assert "give expert games with --games" in capsys.readouterr().err
