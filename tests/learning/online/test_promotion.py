"""Promotion: weights are put in place when a match says so, and an engine that is running takes them up."""

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.jit import copy
from boyi.engines.weights import WeightFile, load, save
from boyi.engines.xiangqi.evaluation.weights import TRADITIONAL, traditional
from boyi.learning.__main__ import main
from boyi.learning.connect6.export import weight_file
from boyi.learning.online import promotion
from tests.support.engines.listening import Listener

PLAN = ["--tc", "depth=1", "--elo0", "0", "--elo1", "150", "--games", "200"]


@pytest.fixture
def run(tmp_path):
    """A run whose last weights are sound, and weights in place that take pieces for burdens."""
    folder, place = tmp_path / "run", tmp_path / "place.safetensors"
    folder.mkdir()
    weights, bad = traditional(), copy(traditional())
    bad.value[:] *= -1
    save(folder / "traditional-00000007.safetensors", WeightFile("xiangqi", "traditional", weights, None, 7))
    save(place, WeightFile("xiangqi", "traditional", bad, None, 3))
    return folder, place


def _step(place):
    return load(place, "xiangqi", "traditional", TRADITIONAL).step


@pytest.mark.timeout(1500)  # dozens of games between engine processes
def test_better_weights_are_put_in_place_and_a_running_engine_takes_them_up(run, capfd):
    folder, place = run
    engine = Listener(load_game("xiangqi"), Evaluator="traditional", EvalFile=place)
    engine.best(depth=1)
    assert "step 3" in engine.notes[-1]
    assert main(["promote", str(folder), str(place), *PLAN]) == 0
    assert "H1 accepted" in capfd.readouterr().out
    assert _step(place) == 7
    engine.engine.new_game()
    engine.best(depth=1)
    assert "training step 7" in engine.notes[-1]
    engine.close()


@pytest.mark.parametrize("decision", ["H0", ""])
def test_weights_that_are_not_better_stay_out(run, monkeypatch, capsys, decision):
    folder, place = run
    monkeypatch.setattr(promotion, "decide", lambda folder, words: (decision, "a state"))
    assert main(["promote", str(folder), str(place)]) == 0
    assert "stays as it is (a state)" in capsys.readouterr().out
    assert _step(place) == 3


def test_a_test_against_other_weights_is_another_test(run, monkeypatch, capsys):
    folder, place = run
    tests = list[str]()

    def accept(folder, words):
        tests.append(folder.name)
        return "H1", "a state"

    monkeypatch.setattr(promotion, "decide", accept)
    for other in (place, place.with_name("none.safetensors")):
        assert main(["promote", str(folder), str(other)]) == 0
        assert _step(other) == 7
    worse = copy(traditional())
    worse.value[:] //= 2
    save(place, WeightFile("xiangqi", "traditional", worse, None, 3))
    assert main(["promote", str(folder), str(place)]) == 0
    assert len({*tests}) == len(tests) == 3
    assert main(["promote", str(folder), str(place)]) == 0
    assert "already" in capsys.readouterr().out
    assert len(tests) == 3


def test_road_weights_are_of_connect6(monkeypatch, tmp_path):
    players = list[str]()

    def refuse(folder, words):
        players.extend(words[:2])
        return "H0", "a state"

    monkeypatch.setattr(promotion, "decide", refuse)
    (tmp_path / "roads").mkdir()
    file = weight_file(np.ones(12), 20, {}, "learned")
    save(tmp_path / "roads" / "learned-00000020.safetensors", file)
    assert main(["promote", str(tmp_path / "roads"), str(tmp_path / "none")]) == 0
    assert players[0].startswith("connect6?Evaluator=learned&")


def test_weights_that_no_engine_plays_with_are_named(tmp_path, capsys):
    file = WeightFile("xiangqi", "guess", traditional(), None, 1)
    save(tmp_path / "guess-00000001.safetensors", file)
    assert main(["promote", str(tmp_path), str(tmp_path / "place")]) == 2
    assert "no engine plays with weights of 'xiangqi', 'guess'" in capsys.readouterr().err


def test_a_run_without_weights_is_named(tmp_path, capsys):
    assert main(["promote", str(tmp_path), str(tmp_path / "place")]) == 2
    assert "holds no weights" in capsys.readouterr().err
