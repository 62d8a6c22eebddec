"""The learner's network: gradients against finite differences, values against the engine's."""

import math

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.play import bound_value, play
from boyi.engines.xiangqi.evaluation import networks
from boyi.learning.data.games import GameReader, TrainingGame
from boyi.learning.data.samples import pack
from boyi.learning.td.learners import NetworkSpec, louder, with_mirror_images
from boyi.learning.td.mlp import MlpLearner
from tests.support.learning.xiangqi_games import lessons, positions

STEP = 1e-5


def _learner(hidden, eyes):
    weights = networks.random_mlp(hidden)
    weights.eyes = eyes
    weights.bias[:] = np.linspace(-0.5, 0.5, hidden)
    weights.last_bias[0] = 0.25
    return MlpLearner(weights)


@pytest.mark.parametrize("eyes", [networks.MOVERS, networks.REDS])
@pytest.mark.parametrize("hidden", [30, 100])
def test_the_gradient_is_that_of_finite_differences(hidden, eyes):
    learner, samples = _learner(hidden, eyes), positions(1)[0]
    rng = np.random.default_rng(3)
    credits = rng.normal(size=len(samples))
    slopes, size = learner.see(samples).pull(credits), learner.numbers.size
    places = [*rng.integers(0, size - 2 * hidden - 1, 40), *range(size - 2 * hidden - 1, size)]
    for place in places:
        kept, sums = learner.numbers[place], []
        for sign in (1, -1):
            learner.numbers[place] = kept + sign * STEP
            sums.append(learner.see(samples).values @ credits)
        learner.numbers[place] = kept
        assert (sums[0] - sums[1]) / (2 * STEP) == pytest.approx(slopes[place], rel=1e-5, abs=1e-8)


def test_a_louder_network_says_more_of_the_same():
    learner, samples = _learner(30, networks.MOVERS), positions(1)[0]
    twice = MlpLearner(louder(learner.export(), 2))
    assert np.arctanh(twice.see(samples).values) == pytest.approx(
        2 * np.arctanh(learner.see(samples).values), abs=1e-5
    )


def test_a_network_may_begin_with_smaller_numbers_in_its_first_layer():
    usual, small = (NetworkSpec("xiangqi", "mlp30", spread=spread).learner().export() for spread in (1, 0.05))
    assert small.first == pytest.approx(usual.first * np.float32(0.05))
    assert (small.last == usual.last).all()


@pytest.mark.parametrize("eyes", [networks.MOVERS, networks.REDS])
def test_the_engine_says_what_the_learner_meant(eyes):
    game, lesson, samples = load_game("xiangqi"), lessons(1)[0], positions(1)[0]
    learner = _learner(50, eyes)
    weights, pos = learner.export(), game.notation.read(game.start, {})
    for text, value in zip((*lesson.moves, None), learner.see(samples).values, strict=True):
        meant = math.atanh(value) * float(networks.HUNDREDTHS) * (-1 if pos.side else 1)
        assert bound_value(pos, weights) == pytest.approx(meant, abs=2)
        if text:
            play(pos, game.notation.move(pos, text))


def test_numbers_go_into_a_learner_and_come_out_again():
    weights = networks.random_mlp(80)
    assert MlpLearner(weights).export().tobytes() == weights.tobytes()


def test_left_and_right_are_exchanged_in_mirrored_samples():
    game, samples = load_game("xiangqi"), positions(1)[0]
    both = with_mirror_images(samples)
    assert (both[: len(samples)] == samples).all()
    turned = "b2e2"
    pos = game.notation.read(game.start, {})
    play(pos, game.notation.move(pos, turned))
    one = GameReader(game).positions(TrainingGame("", ("h2e2",), 0))
    assert (with_mirror_images(one)["board"][3] == pack(pos.board)).all()
