"""The command `td`: settings by flags or a page, every source, and bad input in one line."""

import json

import pytest

from boyi.engines import load_game
from boyi.engines.connect6.evaluation.weights import ROADS, roads
from boyi.engines.weights import WeightFile, load, save
from boyi.engines.xiangqi.evaluation.weights import traditional
from boyi.learning.__main__ import main
from boyi.learning.checkpoint import CHECKPOINT
from boyi.learning.data.sources.self_games import RandomPlay
from boyi.learning.evaluators import LEARNING
from boyi.learning.run import latest
from tests.support.learning.xiangqi_games import lessons


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.jsonl"
    words = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}
    lines = ({"moves": " ".join(each.moves), "result": words[each.result]} for each in lessons(8, 20))
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


def random_game(seed):
    """A decided game of random moves."""
    return next(game for game in RandomPlay(load_game("xiangqi"), seed).games(0) if game.result)


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


def test_random_moves_are_an_opponent_in_every_game(tmp_path):
    words = ["--game", "connect6", "--source", "opponent", "--opponent", "random", "--games", "2"]
    assert main(["td", str(tmp_path), *words, "--depth", "1"]) == 0
    file = load(latest(tmp_path), "connect6", "roads", ROADS)
    assert file.step == 2
    assert file.weights.tobytes() != roads().tobytes()
    assert json.loads((tmp_path / "settings.json").read_text())["rate"] == LEARNING["connect6"]["roads"].rate


def test_of_a_server_the_games_count_whose_players_agreed(tmp_path):
    moves = random_game(31)
    record = {
        "record": ["", [[move, 0, 0, None, None] for move in moves.moves]],
        "score": (1 + moves.result) / 2,
    }
    served = {"game": "xiangqi", "take_backs": 0, "seats": [{"client": "somebody"}]}
    lines = [json.dumps({**record, "server": {**served, "consent": agreed}}) for agreed in (False, True)]
    (tmp_path / "games.jsonl").write_text("\n".join(lines) + "\n")
    words = ["--source", "person", "--paths", str(tmp_path / "games.jsonl"), "--games", "1"]
    assert main(["td", str(tmp_path / "run"), *words]) == 0
    assert latest(tmp_path / "run").name == "mlp100-00000001.safetensors"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--source", "dreams"], "no source 'dreams'"),
        ([], "say with --paths"),
        (["--paths", "/nowhere/at/all"], "/nowhere/at/all: no such file"),
        (["--source", "random"], "say with --games"),
        (["--paths", "x", "--method", "directed"], "TD-Directed learns from the learner's own games"),
        (["--paths", "x", "--evaluator", "nnue"], "no evaluator 'nnue' learns here"),
        (["--game", "chess", "--paths", "x", "--evaluator", "mlp100"], "no evaluator 'mlp100' learns here"),
        (["--game", "go", "--paths", "x"], "no game 'go'"),
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
