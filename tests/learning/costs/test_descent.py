"""Descent on prices: steps, bounds, slopes by finite differences."""

import pytest

from boyi.learning.costs.descent import StepSizes, percent, probe, sixtieths, slopes, stepped

PACE = StepSizes(steps=60, rate=2.0, decay=0.97, largest=0.1, delta=0.05)
BEST = (0.3, 0.8, 0.0)


def bowl(weights):
    """A cost whose least lies at BEST."""
    return 1000 + sum(900 * (weight - best) ** 2 for weight, best in zip(weights, BEST, strict=True))


def test_descent_from_full_prices_ends_near_the_least_cost():
    weights: tuple[float, ...] = (1.0, 1.0, 1.0)
    for step in range(PACE.steps):
        weights = stepped(weights, slopes(bowl, weights, PACE.delta, step), PACE, step)
        assert all(0 <= weight <= 1 for weight in weights)
    assert weights == pytest.approx(BEST, abs=0.05)


def test_slopes_are_relative_derivatives():
    weights = (0.5, 0.5, 0.5)
    found = slopes(bowl, weights, 1e-4, 1)
    assert found == pytest.approx([1800 * (0.5 - best) / bowl(weights) for best in BEST], rel=1e-3)


@pytest.mark.parametrize("step", [0, 1])
@pytest.mark.parametrize("weight", [0.0, 0.04, 0.5, 0.96, 1.0])
def test_a_probe_stays_within_the_bounds(weight, step):
    changed, change = probe((weight, 0.5), 0, 0.1, step)
    assert 0 <= changed[0] <= 1
    assert changed[0] - weight == pytest.approx(change)
    assert changed[1] == 0.5


def test_probes_take_sides_by_turns():
    assert [probe((0.5,), 0, 0.1, step)[1] for step in (0, 1)] == [-0.1, 0.1]


def test_no_step_is_larger_than_allowed_and_later_ones_are_smaller():
    assert stepped((0.5, 0.5), [1e9, -1e9], PACE, 0) == pytest.approx((0.4, 0.6))
    first, later = (stepped((0.5,), [0.1], PACE, step)[0] for step in (0, 20))
    assert 0.5 > later > first


def test_weights_become_sixtieths_and_percent():
    assert sixtieths((0.0, 0.25, 1.0)) == (0, 15, 60)
    assert percent((0.0, 0.254, 1.0)) == (0, 25, 100)
