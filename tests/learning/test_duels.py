"""Duels: points by pairs, and a file that is gone on with."""

from typing import cast

import pytest

from boyi.engines import load_game
from boyi.engines.xiangqi.weights import traditional
from boyi.learning import duels
from boyi.learning.__main__ import main
from boyi.learning.duels import Duels
from boyi.learning.mind import Mind
from tests.learning.xiangqi_games import lessons


def test_what_was_played_is_not_played_again(tmp_path, monkeypatch):
    points, path = iter((1.0, 0.0, 0.5, 0.5)), tmp_path / "duels.jsonl"
    monkeypatch.setattr(duels, "played", lambda opening, minds, depth: next(points))
    first, nobody = Duels(path, [object()] * 2, 1), cast(Mind, None)
    assert first.play("a", nobody, nobody, most=1).wdl == "2/0/0"
    again = Duels(path, [object()] * 2, 1)
    assert again.play("a", nobody, nobody).wdl == "2/2/0"
    assert not again.score("b").games


def test_a_game_is_played_to_its_end_and_an_equal_match_is_even():
    game = load_game("xiangqi")
    (opening,) = duels.openings(game, lessons(1), 6)[1:]
    mind, other = Mind(game, traditional()), Mind(game, traditional())
    points = duels.played(opening, (mind, other), 1)
    assert points in (0.0, 0.5, 1.0)
    assert duels.played(opening, (other, mind), 1) == points


@pytest.mark.parametrize("table", ["xiangqi-td", "xiangqi-td-factors"])
def test_a_table_without_data_says_what_to_give(tmp_path, capsys, table):
    assert main(["reproduce", table, str(tmp_path)]) == 2
    assert "give expert games with --games" in capsys.readouterr().err
