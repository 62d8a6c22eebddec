"""The cost model of online learning against finite differences of itself."""

import math

import pytest

from boyi.learning.costs.costmodel import (
    Growth,
    cost,
    cost_slopes,
    growth,
    growth_rate,
    line_depth,
    relative_slopes,
)

WEIGHTS = (0.4, 0.7, 1.0)
LINE = (0, 2, -1, 0, 1)


def test_depth_is_the_sum_of_prices_and_other_moves_cost_a_ply():
    assert line_depth(WEIGHTS, LINE) == pytest.approx(0.4 + 1.0 + 1.0 + 0.4 + 0.7)


def test_growth_is_the_factor_by_the_ply():
    assert growth_rate(3.0**7, 7) == pytest.approx(3.0)
    found = growth(3.0**7, [4.0**7, 3.0**7], 7, [-0.1, 0.1])
    assert found.rate == pytest.approx(3.0)
    assert found.slopes == pytest.approx((-10.0, 0.0))


@pytest.mark.parametrize("place", [0, 1, 2])
def test_slopes_are_the_derivatives_of_the_cost(place):
    """B is taken as a function of the weights whose slopes are known."""
    slopes = (-1.5, 0.25, -0.1)

    def whole(weights):
        rate = 3.0 + sum(s * (w - old) for s, w, old in zip(slopes, weights, WEIGHTS, strict=True))
        return cost(rate, line_depth(weights, LINE))

    step = 1e-6
    up, down = ([w + sign * step * (i == place) for i, w in enumerate(WEIGHTS)] for sign in (1, -1))
    expected = (whole(up) - whole(down)) / (2 * step)
    assert cost_slopes(Growth(3.0, slopes), WEIGHTS, LINE)[place] == pytest.approx(expected, rel=1e-6)


def test_a_class_that_only_its_lines_have_should_become_cheaper_and_one_that_only_grows_dearer():
    found = relative_slopes([(Growth(3.0, (0.0, -0.5)), (0, -1))], (1.0, 1.0))
    assert found == pytest.approx([math.log(3.0), -2.0 / 3.0 * 0.5])


def test_situations_count_alike_however_costly():
    cheap, dear = (Growth(2.0, (0.0,)), (0,)), (Growth(2.0, (0.0,)), (0, *[-1] * 20))
    assert relative_slopes([cheap, dear], (0.5,)) == pytest.approx([math.log(2.0)])
