"""Ratings of tables: known cases, anchors, errors, and tables that fall apart."""

import itertools
import math
import random
from statistics import fmean

import pytest

from boyi.arena.game.result import GameResult
from boyi.arena.stats.counts import count_pairing
from boyi.arena.stats.ratings import rate
from boyi.arena.stats.statistics import elo, expected
from tests.support.arena.played import DRAW, LOSS, WIN, pairs_of, round_robin

MIXED = [(WIN, DRAW), (LOSS, DRAW), (WIN, LOSS), (WIN, WIN), (DRAW, DRAW), (LOSS, LOSS), (WIN, DRAW)]


def by_name(groups):
    return {rating.name: rating for group in groups for rating in group.ratings}


def test_two_players_are_apart_by_their_elo():
    results = pairs_of("a", "b", MIXED * 20)
    known, (group,) = elo(count_pairing(results, "a", "b").counts), rate(results)
    best, last = group.ratings
    assert (best.name, best.points, best.games) == ("a", 150.0, 280)
    assert best.elo.value - last.elo.value == pytest.approx(known.value, abs=1e-3)
    assert best.elo.error + last.elo.error == pytest.approx(known.error, rel=0.15)
    assert not group.bent


def test_the_strengths_behind_a_table_are_found():
    chance, strengths = random.Random(4), {"a": 150.0, "b": 50.0, "c": 0.0, "d": -200.0}
    results: list[GameResult] = []
    for (first, strong), (second, weak) in itertools.combinations(strengths.items(), 2):
        score = expected(strong - weak)
        pairs = [(float(chance.random() < score), float(chance.random() < score)) for _ in range(300)]
        results += pairs_of(first, second, pairs, pair=len(results))
    found = by_name(rate(results))
    for name, strength in strengths.items():
        assert abs(found[name].elo.value - strength) < 1.5 * found[name].elo.error
        assert 8 < found[name].elo.error < 30


def test_ratings_average_nothing_or_stand_at_an_anchor():
    results = round_robin("abcd", 7, MIXED)
    free, anchored = by_name(rate(results)), by_name(rate(results, anchor="c", at=2500))
    assert fmean(rating.elo.value for rating in free.values()) == pytest.approx(0, abs=1e-6)
    assert anchored["c"].elo.value == pytest.approx(2500)
    assert anchored["c"].elo.error == pytest.approx(0, abs=1e-6)
    for name in "abd":
        shift = free[name].elo.value - free["c"].elo.value
        assert anchored[name].elo.value == pytest.approx(2500 + shift)
    with pytest.raises(ValueError, match="nobody called 'x'"):
        rate(results, anchor="x")


def test_the_same_table_has_the_same_errors():
    results = round_robin("abc", 5, MIXED)
    assert rate(results) == rate(list(results))


def test_errors_shrink_with_games_and_can_be_left_out():
    short, long = (
        by_name(rate(round_robin("abc", rounds, MIXED)))["a"].elo.error for rounds in (14, 14 * 16)
    )
    assert short / long == pytest.approx(4, rel=0.3)
    assert math.isnan(by_name(rate(round_robin("abc", 5, MIXED), samples=0))["a"].elo.error)


@pytest.mark.parametrize("sweep", [(WIN, WIN), (LOSS, LOSS)])
def test_all_points_or_none_are_rated_with_a_draw_added(sweep):
    results = round_robin("abc", 4, MIXED) + [
        game
        for i, other in enumerate("abc")
        for game in pairs_of("hero", other, [sweep] * 3, pair=100 + 3 * i)
    ]
    (group,) = rate(results)
    assert group.bent
    hero = group.ratings[0 if sweep == (WIN, WIN) else -1]
    assert hero.name == "hero"
    assert 200 < abs(hero.elo.value) < 1000
    assert hero.elo.error > 50


def test_one_sided_pairs_are_not_certain():
    (group,) = rate(pairs_of("a", "b", [(WIN, WIN)]))
    assert group.bent
    assert group.ratings[0].elo.error > 50


def test_players_that_never_met_stand_in_groups_of_their_own():
    results = pairs_of("a", "b", MIXED) + pairs_of("x", "y", [*MIXED, (WIN, WIN)], pair=50)
    groups = rate(results, anchor="x", at=100)
    assert [sorted(rating.name for rating in group.ratings) for group in groups] == [["a", "b"], ["x", "y"]]
    found = by_name(groups)
    assert found["x"].elo.value == pytest.approx(100)
    assert found["a"].elo.value == pytest.approx(-found["b"].elo.value)


def test_a_chain_of_opponents_joins():
    results = pairs_of("a", "b", MIXED) + pairs_of("b", "c", MIXED, pair=50)
    (group,) = rate(results)
    assert [rating.name for rating in group.ratings] == ["a", "b", "c"]


def test_no_games_no_ratings():
    assert rate([]) == []
