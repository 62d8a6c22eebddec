"""Labels by short searches, and the small network fitted to them."""

import json
from dataclasses import replace

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.xiangqi.evaluation.weights import traditional
from boyi.learning.__main__ import main
from boyi.learning.data.labels import Labeller, save_labels
from boyi.learning.data.samples import UNDECIDED, card, load
from boyi.learning.nnue.targets import targets
from boyi.learning.run import Run
from boyi.learning.td.learners import SAMPLE, NetworkSpec, with_mirror_images
from boyi.learning.tuning.mlp_fit import MlpFit, MlpFitSettings
from tests.support.learning.xiangqi_games import lessons

FIT = MlpFitSettings(NetworkSpec("xiangqi", "mlp30"), passes=4, batch=32, rate=0.01)


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    folder = tmp_path_factory.mktemp("labels")
    labeller = Labeller(load_game("xiangqi"), traditional(), depth=1, share=1.0, seed=1)
    labels = map(labeller.samples, lessons(60, 12), range(1, 61))
    assert list(save_labels(labels, 60, folder, "labels")) == list(range(1, 61))
    return with_mirror_images(load(SAMPLE, folder))


class BrokenOffError(Exception):
    pass


def _fitted(samples, folder, monkeypatch=None):
    """Errors on the way, numbers and file at the end; broken off after two passes if it can be patched."""
    with Run(folder, FIT) as run:
        fitting = MlpFit(samples, FIT, run)
        checkpoint = fitting._checkpoint

        def broken(done, error):
            if done == 3:
                raise BrokenOffError
            return checkpoint(done, error)

        if monkeypatch:
            monkeypatch.setattr(fitting, "_checkpoint", broken)
        path = fitting.fit()
        return [line["test error"] for line in run.read_log()], fitting._learner.numbers, path


def test_labels_are_quiet_positions_with_scores_and_results(samples):
    assert len(samples) > 400
    assert (np.abs(samples["score"]) < 20000).all()
    assert np.abs(samples["score"]).max() > 200
    assert set(samples["result"]) == {0, 1, 2, UNDECIDED}


def test_a_game_teaches_nothing_of_the_positions_beside_it(samples):
    beside = samples["result"] == UNDECIDED
    plain = 1 / (1 + np.exp(-samples["score"] / 300.0))
    assert targets(samples, 300, 0.5, 0.7)[beside] == pytest.approx(plain[beside], abs=1e-6)
    alone = targets(samples[~beside], 300, 0.5, 0.7)
    assert targets(samples, 300, 0.5, 0.7)[~beside] == pytest.approx(alone, abs=1e-6)


def test_a_fit_takes_the_score_where_no_result_is(samples, tmp_path):
    beside, fit = samples["result"] == UNDECIDED, replace(FIT, mix=0.0)
    with Run(tmp_path, fit) as run:
        wanted = MlpFit(samples, fit, run)._targets * (1.0 - 2.0 * samples["side"])
    assert wanted[beside] == pytest.approx(np.tanh(samples["score"][beside] / fit.scale))
    assert (wanted[~beside] == samples["result"][~beside] - 1.0).all()


def test_the_same_call_again_adds_other_labels(tmp_path):
    lines = (json.dumps({"moves": " ".join(each.moves), "result": "1-0"}) for each in lessons(6, 12))
    (tmp_path / "games.jsonl").write_text("\n".join(lines))
    words = ["xiangqi", str(tmp_path / "data"), "--games", str(tmp_path / "games.jsonl"), "--depth", "1"]
    assert [main(["label", *words, "--evaluator", "traditional"]) for _ in range(2)] == [0, 0]
    assert len({entry["sha256"] for entry in card(tmp_path / "data")}) == 2
    assert len(load(SAMPLE, tmp_path / "data")) == sum(entry["samples"] for entry in card(tmp_path / "data"))


def test_a_fit_learns_and_goes_on_where_it_was_broken_off(samples, tmp_path, monkeypatch):
    errors, numbers, _ = _fitted(samples, tmp_path / "whole")
    assert errors[-1] < errors[0]
    with pytest.raises(BrokenOffError):
        _fitted(samples, tmp_path / "broken", monkeypatch)
    assert (_fitted(samples, tmp_path / "broken")[1] == numbers).all()


def test_a_fit_that_is_finished_gives_its_weights(samples, tmp_path):
    path = tmp_path / "mlp30-00000004.safetensors"
    assert [_fitted(samples, tmp_path)[2] for _ in range(2)] == [path, path]


def test_too_few_samples_are_refused(samples, tmp_path):
    with Run(tmp_path, FIT) as run, pytest.raises(ValueError, match="too few"):
        MlpFit(samples[:10], FIT, run)
