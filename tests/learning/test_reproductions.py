"""Published tables beside ours: what is fed to the arena, and what readers see."""

import tomllib

import pytest

from boyi.arena.game.record import GameRecord
from boyi.arena.game.result import GameResult
from boyi.arena.runs.settings import RunSettings
from boyi.arena.runs.store import ledger
from boyi.engines import load_game
from boyi.learning.__main__ import COMMANDS, REPRODUCTIONS, main
from boyi.learning.costs.roundrobin import RoundRobin, cross_table, describe
from boyi.learning.report import markdown
from boyi.learning.reproductions.chess_extensions import MATCHES, settings

LEARNED = {"C_ECM": (0.1, 0.5, 0.6, 0.7, 0.8), "C_games": (0.1,) * 5 + (0.2,) * 5}


def test_every_setting_plays_the_round_robin_with_its_prices(tmp_path):
    every, file = settings("chess", LEARNED), tmp_path / "round_robin.toml"
    describe(file, {name: every[name] for name in MATCHES}, RoundRobin(100, "nodes=5000", concurrency=2))
    run = RunSettings.read(tomllib.loads(file.read_text()), str(file))
    assert run.rules.concurrency == 2
    prices = {engine.name: engine.options for engine in run.engines}
    assert list(prices) == list(MATCHES)
    assert prices["C_ECM"]["Cost Forced Reply"] == "50"
    assert prices["C_games"]["Endgame Cost Check"] == "20"
    assert prices["C_100"]["Cost Recapture"] == "100"
    options = {option.name for option in load_game("chess").options}
    assert all(set(chosen) <= options for chosen in prices.values())


def test_the_published_round_robin_adds_up():
    """Two players share the hundred points of a pairing."""
    names = list(MATCHES)
    for place, name in enumerate(names):
        for later in range(place + 1, len(names)):
            assert MATCHES[name][later - 1] + MATCHES[names[later]][place] == 100


def test_a_round_robin_that_is_not_over_tells_what_there_is(tmp_path):
    found = [
        GameResult(0, 0, ("a", "b"), 1.0, "mate", 60, "", 1.0),
        GameResult(1, 0, ("b", "a"), 0.5, "repetition", 80, "", 1.0),
    ]
    for result in found:
        ledger(tmp_path).append(result, GameRecord(None, ()))
    rows = cross_table(tmp_path, {"a": (60, 70), "b": (40, 55), "c": (30, 45)}).splitlines()
    assert rows[2].startswith("| a | – | 75.0 (60) | ? (70) | 75.0 ± ")
    assert rows[3].startswith("| b | 25.0 (40) | – | ? (55) |")
    assert rows[4].startswith("| c | ? (30) | ? (45) | – | nan")


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
