"""The trainer's network: its gradient, and that the engine says what the trainer meant."""

import math

import numpy as np
import pytest

from boyi.engines.jit import copy, new
from boyi.engines.play import bound_value
from boyi.learning.nnue.networks import CHESS, NETWORKS
from boyi.learning.nnue.nnue import adam, export, flatten, import_net, initial_network, pass_over
from boyi.learning.nnue.targets import targets
from tests.support.learning.positions import samples, walk

SCALE, MIX = 200.0, 0.7
EVERY = np.arange(40)


def _error(data, net, grads=None):
    learn = grads is not None
    wanted = targets(data, SCALE, MIX)
    return pass_over(data, wanted, EVERY[: len(data)], net, grads if learn else new(CHESS.floats), learn)


def test_the_gradient_is_that_of_finite_differences():
    data, net, grads = samples(40), initial_network(CHESS.floats, 3), new(CHESS.floats)
    _error(data, net, grads)
    slopes, numbers, rng = flatten(grads), flatten(net), np.random.default_rng(5)
    checked = 0
    for place in rng.permutation(np.flatnonzero(np.abs(slopes) > 0.02))[:60]:
        kept, step = numbers[place], 2e-3
        errors = []
        for sign in (1, -1):
            numbers[place] = kept + sign * step
            errors.append(_error(data, net))
        numbers[place] = kept
        assert (errors[0] - errors[1]) / (2 * step) == pytest.approx(slopes[place], rel=0.05, abs=2e-3)
        checked += 1
    assert checked == 60


def test_a_network_learns_what_material_is_worth():
    data, net, grads = samples(2000), initial_network(CHESS.floats, 1), new(CHESS.floats)
    first, second, order = new(CHESS.floats), new(CHESS.floats), np.arange(2000)
    wanted = targets(data, SCALE, MIX)
    before = pass_over(data, wanted, order, net, grads, False)
    for step in range(1, 40):
        pass_over(data, wanted, order, net, grads, True)
        flatten(grads)[:] /= len(data)
        adam(flatten(net), flatten(grads), flatten(first), flatten(second), 0.01, step)
    assert pass_over(data, wanted, order, net, grads, False) < before / 2


@pytest.mark.parametrize("name", NETWORKS)
def test_the_engine_says_what_the_trainer_meant(name):
    network = NETWORKS[name]
    net = initial_network(network.floats, 9)
    flatten(net)[:] *= 1.5
    weights, data, grads = export(net, network.net, 400), samples(40, 1, name), new(network.floats)
    net = import_net(weights, network.floats)  # what rounding takes away is no fault of the engine
    for pos, sample in zip(walk(40, 1, name), data, strict=True):
        one = np.array([sample]).astype(data.dtype)
        # With a target of 0 the error is the square of what the network says.
        said = math.sqrt(pass_over(one, np.zeros(1, np.float32), EVERY[:1], net, grads, False))
        meant = 400 * math.log(said / (1 - said))
        assert bound_value(copy(pos), weights) == pytest.approx(meant, abs=20)


def test_weights_stay_where_they_can_be_rounded():
    numbers, ones = np.full(4, 1.9, np.float32), np.full(4, -1.0, np.float32)
    for step in range(1, 200):
        adam(numbers, ones.copy(), np.zeros(4, np.float32), np.zeros(4, np.float32), 0.1, step)
    assert numbers == pytest.approx(127 / 64)
