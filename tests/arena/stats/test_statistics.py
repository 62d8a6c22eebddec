"""Elo and its error from counts: known values, symmetry, and samples too small to tell."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boyi.arena.stats import statistics
from boyi.arena.stats.statistics import Estimate

# Counts, Elo and its error, as fishtest's method gives them.
KNOWN_ELO = [
    ([10, 20, 30, 25, 15], 26.1067, 41.1040),
    ([39, 1033, 2061, 1118, 46], 4.0025, 3.9536),
    ([100, 900, 2000, 950, 120], 3.8416, 4.3702),
    ([5, 0, 10, 0, 25], 190.8369, 107.2142),
    ([200, 300, 250], 23.1968, 19.2948),
]
counts = st.lists(st.integers(0, 500), min_size=5, max_size=5) | st.lists(
    st.integers(0, 500), min_size=3, max_size=3
)
played = counts.filter(any)


@pytest.mark.parametrize(("counts", "elo", "error"), KNOWN_ELO)
def test_elo_is_the_known_one(counts, elo, error):
    found = statistics.elo(counts)
    assert (round(found.value, 4), round(found.error, 4)) == (elo, error)


@pytest.mark.parametrize(
    ("counts", "likelihood"), [([10, 20, 30, 25, 15], 0.89534), ([39, 1033, 2061, 1118, 46], 0.97640)]
)
def test_the_likelihood_of_superiority_is_the_known_one(counts, likelihood):
    assert round(statistics.superiority(counts), 5) == likelihood


def test_normalized_elo_counts_in_deviations_of_a_game():
    # By hand: pairs score 0.55 with a variance of 0.035, and a game has twice the variance of a pair's mean.
    found = statistics.normalized_elo([0, 20, 40, 40, 0])
    assert found.value == pytest.approx(0.05 / math.sqrt(2 * 0.035) * 800 / math.log(10), rel=1e-4)
    assert found.error == pytest.approx(1.95996 * 800 / math.log(10) / math.sqrt(200), rel=1e-4)


def test_normalized_elo_of_single_games():
    # By hand: a score of 0.6 with a variance of 0.14.
    found = statistics.normalized_elo([20, 40, 40])
    assert found.value == pytest.approx(0.1 / math.sqrt(0.14) * 800 / math.log(10))
    assert found.error == pytest.approx(1.95996 * 800 / math.log(10) / math.sqrt(100), rel=1e-4)


@given(played)
def test_the_other_side_sees_the_opposite(counts):
    mine, theirs = statistics.elo(counts), statistics.elo(counts[::-1])
    assert mine.value == pytest.approx(-theirs.value, abs=1e-6)
    assert mine.error == pytest.approx(theirs.error, abs=1e-6)
    assert statistics.superiority(counts) == pytest.approx(1 - statistics.superiority(counts[::-1]), abs=1e-9)
    normalized = statistics.normalized_elo(counts), statistics.normalized_elo(counts[::-1])
    assert normalized[0].value == pytest.approx(-normalized[1].value, abs=1e-6)


@given(played)
def test_nothing_is_ever_not_a_number(counts):
    for estimate in (statistics.elo(counts), statistics.normalized_elo(counts)):
        assert not math.isnan(estimate.value)
        assert estimate.error > 0
    assert 0 <= statistics.superiority(counts) <= 1


@pytest.mark.parametrize("counts", [[0, 0, 0, 0, 7], [0, 0, 3]])
def test_all_points_are_an_infinite_lead(counts):
    assert statistics.elo(counts) == statistics.normalized_elo(counts) == Estimate(math.inf, math.inf)
    assert statistics.elo(counts[::-1]) == Estimate(-math.inf, math.inf)
    assert statistics.superiority(counts) == 1 - 0.5 ** (sum(counts) + 1)


def test_one_kind_of_result_tells_nothing_of_the_spread():
    assert statistics.elo([0, 0, 4, 0, 0]) == Estimate(0.0, math.inf)
    assert statistics.superiority([0, 0, 4, 0, 0]) == 0.5
    assert statistics.elo([0, 0, 0, 1, 0]).error == math.inf


@pytest.mark.parametrize("counts", [[], [1, 2], [0, 0, 0], [0] * 5, [1, -1, 3], [1, 2, 3, 4]])
@pytest.mark.parametrize("measure", [statistics.elo, statistics.normalized_elo, statistics.superiority])
def test_what_cannot_be_counted_is_refused(measure, counts):
    with pytest.raises(ValueError, match="counted"):
        measure(counts)


def test_pairs_give_less_error_than_their_games_where_openings_are_lopsided():
    # White wins nearly always: each pair is level, though every game is decided.
    pairs, games = statistics.elo([0, 5, 90, 5, 0]), statistics.elo([95, 10, 95])
    assert pairs.error < games.error / 3


def test_rates_and_ratios():
    assert statistics.draw_rate([1, 2, 5]) == 0.25
    assert statistics.draw_rate([3, 1, 6, 1, 1]) == 0.5
    assert statistics.pair_ratio([3, 1, 4, 1, 0]) == 0.25
    assert statistics.pair_ratio([0, 0, 3, 1, 0]) == math.inf
    assert math.isnan(statistics.pair_ratio([0, 0, 3, 0, 0]))


@pytest.mark.parametrize("elo", [-800.0, -3.0, 0.0, 0.5, 400.0])
def test_scores_and_differences_are_each_others_inverse(elo):
    assert statistics.difference(statistics.expected(elo)) == pytest.approx(elo)


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (Estimate(26.1067, 41.104), "+26.1 ± 41.1"),
        (Estimate(-math.inf, math.inf), "-∞ ± ∞"),
        (Estimate(3.0, math.nan), "+3.0"),
    ],
)
def test_estimates_in_words(estimate, text):
    assert str(estimate) == text
