"""Road weights found by play: what changes, what does not, and runs that resume."""

import numpy as np
import pytest

from boyi.arena.farm.farm import InlineFarm
from boyi.engines.connect6.evaluation.weights import HAND_SET, ROADS
from boyi.engines.weights import load
from boyi.learning import __main__ as train
from boyi.learning.commands import roads
from boyi.learning.connect6 import tuning
from boyi.learning.connect6.export import engine_weights
from boyi.learning.connect6.tuning import QUIET, RoadTuning, tuned, weights_of

SMALL = ("--steps", "3", "--nodes", "40")


def test_factors_of_one_are_the_hand_set_weights():
    weights = engine_weights(weights_of(np.ones(len(QUIET))))
    assert (tuple(weights.own_roads), tuple(weights.enemy_roads)) == HAND_SET


def test_threats_keep_their_weights():
    changed = weights_of(np.full(len(QUIET), 2.0)) != weights_of(np.ones(len(QUIET)))
    assert np.flatnonzero(changed).tolist() == list(QUIET)


@pytest.mark.parametrize("ahead", [1.0, -1.0, 0.0])
def test_a_step_goes_towards_the_winner(monkeypatch, ahead):
    met = []

    def lead(one, other, text):
        met.append(one)
        return ahead

    monkeypatch.setattr(tuning, "_lead", lead)
    monkeypatch.setattr(tuning, "_player", lambda plan, factors: factors.copy())
    factors, plan = np.ones(len(QUIET)), RoadTuning(steps=1, nodes=40)
    assert list(tuned(factors, plan, 0, InlineFarm())) == [1]
    np.testing.assert_allclose(factors - 1, plan.stride * ahead * (met[0] - 1) / plan.width)


def test_a_run_broken_off_ends_with_the_same_weights(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(roads, "KEPT", 1)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert train.main(("roads", str(whole), *SMALL)) == 0

    def one_step(*given):
        for done in tuned(*given):
            yield done
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(roads, "tuned", one_step)
        assert train.main(("roads", str(parts), *SMALL)) == 130
    assert train.main(("roads", str(parts), *SMALL)) == 0
    files = [place / "learned-00000003.safetensors" for place in (whole, parts)]
    one, other = (load(path, "connect6", "learned", ROADS).weights for path in files)
    assert one.tobytes() == other.tobytes()
    assert str(files[0]) in capsys.readouterr().out


@pytest.mark.parametrize("place", [("--processes", "2"), ("--cluster", "local:2")])
def test_many_workers_find_the_same_weights_as_one(tmp_path, place):
    words = (*SMALL, "--pairs", "3")
    for name, farm in (("one", ()), ("many", place)):
        assert train.main(("roads", str(tmp_path / name), *words, *farm)) == 0
    logs = [(tmp_path / name / "log.jsonl").read_bytes() for name in ("one", "many")]
    assert logs[0] == logs[1] and logs[0].count(b"\n") == 1


def test_numbers_that_make_no_sense_are_told(tmp_path, capsys):
    assert train.main(("roads", str(tmp_path), "--steps", "0")) == 2
    assert capsys.readouterr().err.count("\n") == 1
