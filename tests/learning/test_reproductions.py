"""Published tables beside ours: what is fed to the arena, and what readers see."""

import argparse
import tomllib

import pytest

from boyi.arena.settings import Settings
from boyi.engines import load_game
from boyi.learning.__main__ import COMMANDS, REPRODUCTIONS, main
from boyi.learning.charts.tables import markdown
from boyi.learning.reproductions.chess_extensions import POINTS, settings, tournament

LEARNED = {"C_ECM": (0.1, 0.5, 0.6, 0.7, 0.8), "C_games": (0.1,) * 5 + (0.2,) * 5}


def test_every_setting_plays_the_round_robin_with_its_prices(tmp_path):
    args = argparse.Namespace(games=100, tc="nodes=5000", openings="")
    file = tournament(tmp_path, settings("chess", LEARNED), args)
    with open(file, "rb") as opened:  # noqa: PTH123
        run = Settings.read(tomllib.load(opened), file)
    prices = {engine.name: engine.options for engine in run.engines}
    assert list(prices) == list(POINTS)
    assert prices["C_ECM"]["Cost Forced Reply"] == "50"
    assert prices["C_games"]["Endgame Cost Check"] == "20"
    assert prices["C_100"]["Cost Recapture"] == "100"
    options = {option.name for option in load_game("chess").options}
    assert all(set(chosen) <= options for chosen in prices.values())


def test_tables_are_markdown():
    assert markdown(("a", "b"), [(1, 2.345)]) == "| a | b |\n| --- | --- |\n| 1 | 2.3 |"


@pytest.mark.parametrize("words", [["chess-extensions", "--suite", "nowhere.epd"], ["chessmaps"]])
def test_a_file_that_is_not_there_is_told_in_one_line(tmp_path, capsys, words):
    assert main(["reproduce", words[0], str(tmp_path / "nowhere"), *words[1:]]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    "words", [(name,) for name in COMMANDS] + [("reproduce", name) for name in REPRODUCTIONS]
)
def test_every_command_tells_its_own_arguments(capsys, words):
    with pytest.raises(SystemExit) as ended:
        main([*words, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: train {' '.join(words)} [")
