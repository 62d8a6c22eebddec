"""Temporal differences: both forms are one, and what they become at the ends of lambda."""

import numpy as np
import pytest

from boyi.engines.xiangqi.evaluation import networks
from boyi.learning.td import td
from boyi.learning.td.learners import EYES, NetworkSpec
from tests.support.learning.xiangqi_games import lessons, positions


@pytest.fixture(scope="module")
def games():
    results = [lesson.result for lesson in lessons(6)]
    return list(zip(positions(6), results, strict=True))


def _traced(learner, positions, result, decay):
    """The change after a game in the other order: sum_t d_t * sum_{k<=t} lambda^(t-k) grad P_k, forwards."""
    trace, change, last = np.zeros(learner.numbers.size), np.zeros(learner.numbers.size), None
    for t in range(len(positions)):
        seen = learner.see(positions[t : t + 1])
        if last is not None:
            change += (seen.values[0] - last) * trace
        trace, last = decay * trace + seen.pull(np.ones(1)), seen.values[0]
    return change + (result - last) * trace


@pytest.mark.parametrize("decay", [0.0, 0.3, 0.7, 0.95, 1.0])
@pytest.mark.parametrize("eyes", [networks.MOVERS, networks.REDS])
def test_forwards_and_backwards_are_one_sum(games, decay, eyes):
    learner = NetworkSpec("xiangqi", "mlp30", 91, EYES[eyes]).learner()
    for samples, result in games:
        forwards = _traced(learner, samples, result, decay)
        assert np.abs(forwards).max() > 1e-6
        assert np.abs(td.td_change(learner, samples, result, decay) - forwards).max() < 1e-9


def test_without_memory_each_position_answers_for_the_next_one_alone():
    values = np.array([0.1, 0.4, -0.2, 0.3])
    assert td.credits(values, 1.0, 0.0) == pytest.approx([0.3, -0.6, 0.5, 0.7])


def test_with_whole_memory_each_position_answers_for_the_result():
    values = np.array([0.1, 0.4, -0.2, 0.3])
    assert td.credits(values, -1.0, 1.0) == pytest.approx(-1.0 - values)


def test_half_a_memory():
    assert td.credits(np.array([0.0, 0.5]), 1.0, 0.5) == pytest.approx([0.75, 0.5])


def test_a_game_of_one_position_answers_for_its_result():
    assert td.credits(np.array([0.25]), 1.0, 0.7) == pytest.approx([0.75])


def test_a_normalised_step_closes_the_difference_of_a_linear_evaluator():
    features, theta = np.array([3.0, 0.0, 5.0, 1.0]), np.array([0.1, 0.2, -0.3, 0.0])
    stepped = theta + td.normalise(features, 1.0 - theta @ features)
    assert stepped @ features == pytest.approx(1.0)
    assert stepped[1] == theta[1]


def test_nothing_seen_is_nothing_learned():
    assert (td.normalise(np.zeros(4), 1.0) == 0).all()
