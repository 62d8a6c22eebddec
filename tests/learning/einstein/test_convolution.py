"""Convolutional networks taught by JAX: they learn, their luck is the seed's, and the engine agrees."""

import numpy as np
import pytest

from boyi.engines.einstein.endgame.lookup import NONE
from boyi.engines.einstein.evaluation.policy import CHOICES, POLICY, policy_outputs
from boyi.engines.evaluators.cnn import fill_record, reference
from boyi.engines.jit import new
from boyi.engines.weights import load
from boyi.learning.__main__ import main
from boyi.learning.einstein.policy import train
from boyi.learning.einstein.policy.planes import FEATURES, planes
from boyi.learning.einstein.policy.positions import ChoiceCollection, collect
from boyi.learning.einstein.policy.situations import legal_choices, split
from boyi.learning.einstein.policy.train import (
    ENGINE_NETWORK,
    PolicyExperiment,
    PolicySchedule,
    PolicyTraining,
    train_and_test,
    train_network,
)

pytest.importorskip("jax", reason="no JAX: the extra `train` is not installed")


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    return collect(tmp_path_factory.mktemp("choices"), ChoiceCollection(games=40, nodes=200), NONE)


@pytest.mark.parametrize("name", ["I", "II-4"])
def test_a_network_learns_choices(samples, name):
    learned, test = split(samples)
    outcome = train_and_test(
        PolicyExperiment(name, "sim", "1+2", True, True), learned, test, PolicySchedule(60)
    )
    assert np.mean(outcome.steps[-20:]) > np.mean(outcome.steps[:5]) + 0.05
    assert 0.3 < outcome.unseen < 1


def test_the_same_seed_gives_the_same_numbers(samples):
    cell, told = PolicyExperiment("I", "ori", "1+3"), list[int]()
    (first, met), (again, met_again) = (
        train_network(cell, samples, PolicySchedule(5, 2), told.append) for _ in range(2)
    )
    other, _ = train_network(cell, samples, PolicySchedule(5, 3))
    assert told == [1, 2, 3, 4, 5] * 2
    assert met == met_again
    for (weights, bias), (same, same_bias), (different, _) in zip(
        first.layers(), again.layers(), other.layers(), strict=True
    ):
        assert (weights == same).all() and (bias == same_bias).all()
        assert (weights != different).any()


class BrokenOffError(Exception):
    """A training's process ends here."""


def test_a_long_training_is_taken_up_where_it_was_kept(samples, tmp_path, monkeypatch):
    monkeypatch.setattr(train, "KEPT", 4)
    cell, path = PolicyExperiment("I", "ori", "1", renumber=True), tmp_path / "kept.npz"
    wanted, met = train_network(cell, samples, PolicySchedule(10, batch=20))

    def break_off(step: int) -> None:
        if step == 7:
            raise BrokenOffError

    with pytest.raises(BrokenOffError):
        train_network(cell, samples, PolicySchedule(10, batch=20, file=path), break_off)
    again = PolicyTraining(cell, samples, PolicySchedule(10, batch=20, file=path))
    assert len(again.met) == 4
    again.run()
    assert again.met == met
    for (weights, bias), (same, same_bias) in zip(again.network.layers(), wanted.layers(), strict=True):
        assert (weights == same).all() and (bias == same_bias).all()


def test_the_kernels_and_numpy_say_what_jax_says(samples):
    network, _ = train_network(ENGINE_NETWORK, samples, PolicySchedule(10))
    weights, outputs = fill_record(new(POLICY), network.layers()), np.zeros(CHOICES, np.float32)
    boards = planes(samples[:300], "sim", FEATURES["1+2+3"])
    for sample, board, wanted in zip(samples[:300], boards, network.say(boards), strict=True):
        policy_outputs(sample["squares"], int(sample["side"]), int(sample["die"]), weights, outputs)
        assert outputs == pytest.approx(wanted, abs=1e-4)
        assert reference(network.layers(), board.reshape(5, 5, -1)) == pytest.approx(wanted, abs=1e-4)


def test_what_is_not_allowed_is_never_learned(samples):
    """A network that is shown one position over and over chooses among its legal moves alone."""
    forced = samples[legal_choices(samples).sum(axis=1) == 2][:1]
    network, met = train_network(PolicyExperiment("II-4", "sim", "1"), forced, PolicySchedule(30))
    assert met[-1] == 1
    among = legal_choices(forced)[0]
    outputs = network.say(planes(forced, "sim", (1,)))[0]
    assert np.argmax(np.where(among, outputs, -np.inf)) == forced["choice"][0]


def test_the_command_writes_weights_that_the_engine_loads(tmp_path):
    path = tmp_path / "policy.safetensors"
    assert main(["einstein", "policy", str(path), "--size", "12", "--steps", "3"]) == 0
    file = load(path, "einstein", "policy", POLICY)
    assert file.step == 3 and file.weights.last.any()
    assert file.provenance["network"] == str(ENGINE_NETWORK)
    assert (tmp_path / "policy.choices").is_dir()


@pytest.mark.parametrize("words", [["--size", "5"], ["--steps", "0"]])
def test_too_little_to_learn_from_is_one_line(tmp_path, capsys, words):
    assert main(["einstein", "policy", str(tmp_path / "policy.safetensors"), *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
