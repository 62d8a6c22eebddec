"""A recipe makes a network from nothing, and goes on where it was broken off."""

import pytest

from boyi.engines.chess.evaluation.nnue import NET
from boyi.engines.weights import load
from boyi.learning.__main__ import main
from boyi.learning.data.samples import card
from boyi.learning.nnue import recipe
from boyi.learning.nnue.recipe import Recipe, follow
from boyi.learning.run import latest

SMALL = Recipe("chess", 2, 4000, 30, 3000, passes=2, stray_passes=2, batch=500, workers=1)


class BrokenOffError(Exception):
    pass


def test_two_generations_from_nothing(tmp_path, monkeypatch):
    told = list[str]()

    def break_off(*_):
        raise BrokenOffError

    with monkeypatch.context() as patch, pytest.raises(BrokenOffError):
        patch.setattr(recipe, "make_neighbours", break_off)
        follow(SMALL, tmp_path, told.append)
    games = (tmp_path / "games-1" / "card.jsonl").read_text()
    made = follow(SMALL, tmp_path, told.append)
    assert (tmp_path / "games-1" / "card.jsonl").read_text() == games
    assert made == latest(tmp_path / "generation-2")
    file = load(made, "chess", "nnue", NET)
    assert file.provenance["start"] == "imitation"
    assert "handcrafted" in card(tmp_path / "games-1")[0]["weights"]
    assert latest(tmp_path / "generation-1").name in card(tmp_path / "games-2")[0]["weights"]
    told.clear()
    assert follow(SMALL, tmp_path, told.append) == made
    assert not told


def test_games_are_made_by_the_cluster(tmp_path, monkeypatch):
    asked = []

    def break_off(*farm):
        asked.append(farm)
        raise BrokenOffError

    monkeypatch.setattr(recipe, "open_farm", break_off)
    with pytest.raises(BrokenOffError):
        main(["recipe", "chess", str(tmp_path), "--samples", "300", "--cluster", "local:3"])
    assert asked == [("local:3", Recipe.workers)]


def test_the_command_names_what_is_wrong(tmp_path, capsys):
    arguments = ["recipe", "chess", str(tmp_path), "--samples", "300", "--nodes", "20", "--workers", "1"]
    assert main([*arguments, "--strays", "100"]) == 2
    assert "too few" in capsys.readouterr().err
