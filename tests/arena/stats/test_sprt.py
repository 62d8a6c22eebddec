"""The sequential test: known ratios, bounds, overshoot, and how often it errs."""

import math
import subprocess
import sys
from functools import reduce

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from boyi.arena.stats.sprt import LadderRecords, Sprt, Walk, walk
from tests.support.arena.simulated import errors, logistic_llrs

# Counts, Elo bounds, LLR of the logistic and of the normalized model, as fishtest's method gives them.
KNOWN_RATIOS = [
    ([10, 20, 30, 25, 15], (0, 5), 0.269413, 0.232803),
    ([39, 1033, 2061, 1118, 46], (0, 2), 1.475292, 0.916194),
    ([100, 900, 2000, 950, 120], (-1.75, 0.25), 1.846590, 0.995890),
    ([5, 0, 10, 0, 25], (0, 10), 0.747856, 0.907644),
    ([200, 300, 250], (0, 5), 1.070344, 0.851361),
]
MODELS = ["logistic", "normalized"]
played = st.lists(st.integers(0, 2000), min_size=5, max_size=5).filter(any) | st.lists(
    st.integers(0, 2000), min_size=3, max_size=3
).filter(any)
elos = st.floats(-200, 200)


@pytest.mark.parametrize(("counts", "elos", "logistic", "normalized"), KNOWN_RATIOS)
def test_the_ratio_is_the_known_one(counts, elos, logistic, normalized):
    low, high = elos
    assert round(Sprt(low, high, model="logistic").llr(counts), 6) == logistic
    assert round(Sprt(low, high, model="normalized").llr(counts), 6) == normalized


@settings(deadline=None)  # the first one loads the solver
@given(played, elos, elos, st.sampled_from(MODELS))
def test_the_other_side_sees_the_same_ratio(counts, one, other, model):
    low, high = sorted((one, other))
    assume(low < high)
    mine = Sprt(low, high, model=model).llr(counts)
    theirs = Sprt(-high, -low, model=model).llr(counts[::-1])
    assert math.isfinite(mine)
    assert mine == pytest.approx(-theirs, rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("model", MODELS)
def test_better_results_speak_for_the_higher_hypothesis(model):
    test = Sprt(0, 10, model=model)
    ratios = [test.llr([20, 60 - 5 * i, 100, 60 + 5 * i, 20]) for i in range(5)]
    assert ratios[0] < 0 < ratios[-1]
    assert ratios == sorted(ratios)


def test_bounds_are_walds():
    assert Sprt(0, 5).bounds == pytest.approx((-2.944439, 2.944439))
    assert Sprt(0, 5, alpha=0.01, beta=0.2).bounds == pytest.approx((math.log(0.2 / 0.99), math.log(80)))


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"elo0": 5, "elo1": 5}, "upwards"),
        ({"elo0": 6, "elo1": 5}, "upwards"),
        ({"elo0": 0, "elo1": 201}, "±200"),
        ({"elo0": math.nan, "elo1": 5}, "upwards"),
        ({"elo0": -1001, "elo1": 0, "model": "logistic"}, "±1000"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "alpha"),
        ({"elo0": 0, "elo1": 5, "beta": 0.5}, "beta"),
        ({"elo0": 0, "elo1": 5, "model": "bayesian"}, "no such Elo model: bayesian"),
    ],
)
def test_a_test_that_cannot_be_is_refused(fields, complaint):
    with pytest.raises(ValueError, match=complaint):
        Sprt(**fields)


def test_the_overshoot_is_half_the_mean_square_of_ladder_heights_over_their_mean():
    records = reduce(LadderRecords.after, [0.5, 0.2, 0.4, 0.6, -1.0, 1.6], LadderRecords())
    heights = [0.5, 0.1, 1.0]
    assert records.extreme == pytest.approx(sum(heights))
    assert records.overshoot == pytest.approx(sum(h * h for h in heights) / sum(heights) / 2)
    assert LadderRecords().overshoot == 0


def test_bounds_move_inwards_by_the_overshoot():
    way = Walk(Sprt(0, 5)).to(1.0).to(-0.5)
    assert way.bounds == pytest.approx((-2.944439 + 0.25, 2.944439 - 0.5))
    assert way.decision == ""
    assert way.to(2.4).to(2.45).decision == "H1"
    assert way.to(-2.7).decision == "H0"


def test_a_decision_stays():
    way = Walk(Sprt(0, 5)).to(1.0).to(2.9)
    assert way.decision == way.to(-9.0).decision == "H1"


def test_a_walk_counts_pairs():
    test, kinds = Sprt(0, 40), [2, 3, 4, 1, 3, 3, 2, 0, 4]
    way = walk(test, kinds)
    assert way.counts == (1, 1, 2, 3, 2)
    assert way.llr == test.llr(way.counts)
    assert way == walk(test, kinds[:4]).after(3).after(3).after(2).after(0).after(4)
    assert walk(test, []).llr == 0


def test_the_simulation_knows_the_ratio():
    generator = np.random.default_rng(3)
    counts = generator.multinomial(200, [0.05, 0.2, 0.45, 0.25, 0.05], size=50)
    test = Sprt(0, 5, model="logistic")
    ours = [test.llr(row) for row in counts.tolist()]
    assert logistic_llrs(counts.astype(float), 0, 5) == pytest.approx(ours, abs=1e-6)


TESTS = 3000
CHANCE = math.sqrt(0.05 * 0.95 / TESTS)
"""Standard error of a share of five per cent in so many tests."""


@pytest.mark.parametrize("elo", [0, 5])
def test_errors_are_as_rare_as_promised(elo):
    share, _ = errors(Sprt(0, 5, model="logistic"), elo, TESTS, batch=128, overshoot=True)
    assert abs(share - 0.05) < 2.5 * CHANCE


def test_to_disregard_the_overshoot_costs_games():
    test = Sprt(0, 5, model="logistic")
    _, pairs = errors(test, 0, TESTS // 3, batch=128, overshoot=True)
    share, plain_pairs = errors(test, 0, TESTS, batch=128, overshoot=False)
    assert share < 0.05 - 1.5 * CHANCE
    assert pairs < 0.95 * plain_pairs


def test_what_a_test_is_worked_out_with_is_loaded_before_clocks_run():
    code = (
        "import sys; from boyi.arena.stats.sprt import Sprt; from boyi.arena.runs.state import RunState\n"
        "assert 'scipy.optimize' not in sys.modules\n"
        "RunState(None, ('a', 'b')); assert 'scipy.optimize' not in sys.modules\n"
        "RunState(Sprt(), ('a', 'b')); assert 'scipy.optimize' in sys.modules"
    )
    subprocess.run([sys.executable, "-P", "-c", code], check=True)
