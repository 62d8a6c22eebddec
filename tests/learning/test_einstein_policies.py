"""Policy networks: what they are shown, gradients against finite differences, and that they learn."""

import numpy as np
import pytest

from boyi.engines.einstein.endings import NONE
from boyi.engines.einstein.squares import SQUARES
from boyi.learning.einstein.convolution import Network, Shape
from boyi.learning.einstein.planes import FEATURES, OUTER, OUTER_PATTERNS, planes
from boyi.learning.einstein.policies import Cell, Outcome, chances, learn, shape
from boyi.learning.einstein.positions import SITUATION, Labels, collect, mirrored, split

STEP = 1e-6


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    return collect(tmp_path_factory.mktemp("choices"), Labels(games=30, nodes=200), NONE)


def situation(blue, red, side, die):
    squares = [*(square - 1 if square else SQUARES for square in (*blue, *red))]
    return np.array([(squares, side, die, 0, 0)], SITUATION)


ONE = situation((25, 0, 0, 0, 0, 19), (13, 0, 7, 0, 0, 0), 1, 2)
"""Red to move with its piece 1 on 13 or its piece 3 on 7; blue has 1 on 25 and 6 on 19."""


def test_numbers_of_a_position_are_those_of_the_table():
    first, second, third = (planes(ONE, "ori", (feature,))[0, :, 0] for feature in (1, 2, 3))
    assert first[[24, 18, 12, 6]] * 12 == pytest.approx([1, 6, -7, -9])
    assert second[[24, 18, 12, 6]] == pytest.approx([1, 1, -1, -1])
    assert third[[24, 18, 12, 6]] * 8 == pytest.approx([1, 2, 2, 1]), "enemies before each piece"
    assert np.count_nonzero(first) == 4


def test_planes_of_a_position_are_those_of_the_table():
    found = planes(ONE, "sim", (1, 2, 3))[0]
    assert found.shape == (25, 13 + 2 + 28)
    assert set(np.flatnonzero(found[12])) == {6, 12, 14, 15 + 1, 15 + 6 + OUTER[0b10000]}, (
        "19 diagonal, 25 behind"
    )
    assert set(np.flatnonzero(found[24])) == {0, 13, 15 + 0, 15 + 6 + OUTER[0b10000]}
    assert 15 + 6 + 20 + 1 in np.flatnonzero(
        planes(situation((1, 0, 0, 0, 0, 0), (5, 0, 0, 0, 0, 0), 1, 1), "sim", (1, 2, 3))[0][0]
    )
    assert set(OUTER) == set(range(OUTER_PATTERNS))


def test_patterns_do_not_see_the_mirror(samples):
    turned = planes(mirrored(samples), "sim", (3,)).reshape(-1, 5, 5, 28).swapaxes(1, 2).reshape(-1, 25, 28)
    assert (turned == planes(samples, "sim", (3,))).all()


@pytest.mark.parametrize("form", [Shape(((2, 3), (3, 4)), 5, 6, 0.5), Shape(((2, 2), (3, 3), (4, 4)), 5, 6)])
def test_the_gradient_is_that_of_finite_differences(form):
    network, lot = Network(form, 2, 3), np.random.default_rng(4)
    network.numbers = network.numbers.astype(np.float64)
    for _, bias in network.layers(network.numbers):
        bias[:] = lot.normal(0, 0.3, bias.shape)
    boards, pulls = lot.normal(size=(3, 25, 2)), lot.normal(size=(3, 6))
    slopes = network.slopes(network.see(boards, np.random.default_rng(1)), pulls)
    for place in range(0, network.numbers.size, 7):
        kept, sums = network.numbers[place], []
        for sign in (1, -1):
            network.numbers[place] = kept + sign * STEP
            sums.append((network.see(boards, np.random.default_rng(1)).outputs * pulls).sum())
        network.numbers[place] = kept
        assert (sums[0] - sums[1]) / (2 * STEP) == pytest.approx(slopes[place], rel=1e-3, abs=1e-5)


def test_choices_that_are_not_legal_have_no_chance():
    found = chances(np.array([[1.0, 5.0, 1.0]]), np.array([[True, False, True]]))
    assert found.tolist() == [[0.5, 0, 0.5]]


@pytest.mark.parametrize("name", ["I", "II-4"])
def test_a_network_learns_choices(samples, name):
    train, test = split(samples)
    outcome = learn(Cell(name, "sim", "1+2", True, True), train, test, 60, 1)
    assert np.mean(outcome.steps[-20:]) > np.mean(outcome.steps[:5]) + 0.05
    assert 0.3 < outcome.unseen < 1


def test_steps_are_counted_by_their_accuracy():
    outcome = Outcome((0.1, 0.25, 0.35, 0.8), 0.5)
    assert list(outcome.histogram) == [25, 25, 25, 0, 0, 0, 25]
    assert outcome.fair == 50


@pytest.mark.parametrize("name", ["III", "II-", "II-x", "II-0"])
def test_an_unknown_network_is_named(name):
    with pytest.raises(ValueError, match=f"'{name}'"):
        shape(name)


def test_every_set_of_features_has_the_first():
    assert all(features[0] == 1 for features in FEATURES.values())
