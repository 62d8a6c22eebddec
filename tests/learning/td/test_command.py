"""The command `td`: settings by flags or a page, every source, and bad input in one line."""

import json

import pytest

from boyi.engines.weights import WeightFile, save
from boyi.engines.xiangqi.evaluation.weights import traditional
from boyi.learning.__main__ import main
from boyi.learning.checkpoint import CHECKPOINT
from boyi.learning.run import latest
from tests.support.learning.xiangqi_games import lessons


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.jsonl"
    words = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}
    lines = ({"moves": " ".join(each.moves), "result": words[each.result]} for each in lessons(8, 20))
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


def test_flags_and_a_page_say_the_same(tmp_path, games, capsys):
    common = ["--paths", str(games), "--evaluator", "mlp100", "--every", "4"]
    assert main(["td", str(tmp_path / "flags"), *common, "--decay", "0.5"]) == 0
    page = f'paths = ["{games}"]\nevaluator = "mlp100"\nevery = 4\ndecay = 0.5\n'
    (tmp_path / "run.toml").write_text(page)
    assert main(["td", str(tmp_path / "page"), "--page", str(tmp_path / "run.toml")]) == 0
    checkpoints = [(tmp_path / name / CHECKPOINT).read_bytes() for name in ("flags", "page")]
    assert checkpoints[0] == checkpoints[1]
    assert "games met: 8 games" in capsys.readouterr().out
    assert main(["td", str(tmp_path / "flags"), *common, "--decay", "0.6"]) == 2
    assert "decay = 0.5, not 0.6" in capsys.readouterr().err


def test_the_learner_plays_itself(tmp_path):
    words = ["--evaluator", "mlp100", "--source", "selfplay", "--games", "2", "--method", "directed"]
    assert main(["td", str(tmp_path), *words, "--depth", "2"]) == 0
    assert latest(tmp_path).name == "mlp100-00000002.safetensors"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--source", "dreams"], "no source 'dreams'"),
        ([], "say with --paths"),
        (["--paths", "/nowhere/at/all"], "/nowhere/at/all: no such file"),
        (["--source", "random"], "say with --games"),
        (["--paths", "x", "--method", "directed"], "TD-Directed learns from the learner's own games"),
        (["--paths", "x", "--evaluator", "nnue"], "no evaluator 'nnue' learns here"),
        (["--source", "random", "--games", "1", "--rate", "-1"], "rate and depth are positive"),
        (
            ["--source", "random", "--games", "1", "--every", "0"],
            "between two checkpoints (every), are positive",
        ),
        (["--page", "/nowhere.toml"], "/nowhere.toml"),
    ],
)
def test_bad_input_is_one_line(tmp_path, capsys, words, complaint):
    assert main(["td", str(tmp_path / "run"), *words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert complaint in line


def test_weights_of_another_evaluator_are_refused(tmp_path, games, capsys):
    path = tmp_path / "other.safetensors"
    save(path, WeightFile("xiangqi", "traditional", traditional()))
    assert main(["td", str(tmp_path / "run"), "--paths", str(games), "--begin", str(path)]) == 2
    assert "expected evaluator mlp100, found traditional" in capsys.readouterr().err
