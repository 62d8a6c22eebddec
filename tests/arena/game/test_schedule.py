"""Who plays whom, and what a knock-out makes of results."""

from collections import Counter

import pytest

from boyi.arena.game.result import GameResult
from boyi.arena.game.schedule import DECIDERS, Fixture, schedule

FOUR = ["a", "b", "c", "d"]


def result(fixture: Fixture, score: float) -> GameResult:
    return GameResult(fixture.number, fixture.pair, fixture.players, score, "mate", 1, "", 1.0)


def play_out(names, games, winner):
    """A knock-out in which the `winner` of two scores all, or both half if it is None; games and stages."""
    plan, calls = schedule("knock-out", names, games), 0
    results: dict[int, GameResult] = {}
    while waiting := [fixture for fixture in plan(results) if fixture.number not in results]:
        calls += 1
        for fixture in waiting:
            best = winner(*sorted(fixture.players))
            score = 0.5 if best is None else float(fixture.players[0] == best)
            results[fixture.number] = result(fixture, score)
    return plan(results), calls


def test_a_match_is_pairs_with_colours_swapped():
    fixtures = schedule("match", ["a", "b"], 5)({})
    assert [fixture.number for fixture in fixtures] == [0, 1, 2, 3, 4]
    assert [fixture.pair for fixture in fixtures] == [0, 0, 1, 1, 2]
    assert [fixture.players for fixture in fixtures][:3] == [("a", "b"), ("b", "a"), ("a", "b")]


@pytest.mark.parametrize(("form", "couples"), [("round robin", 6), ("gauntlet", 3)])
def test_every_couple_plays_as_often(form, couples):
    fixtures = schedule(form, FOUR, 4)({})
    assert [fixture.number for fixture in fixtures] == list(range(4 * couples))
    assert set(Counter(frozenset(fixture.players) for fixture in fixtures).values()) == {4}
    assert set(Counter(fixture.players for fixture in fixtures).values()) == {2}
    assert all(count == 2 for count in Counter(fixture.pair for fixture in fixtures).values())


def test_a_run_that_stops_early_is_fair():
    first_round = schedule("round robin", FOUR, 4)({})[:12]
    assert len({frozenset(fixture.players) for fixture in first_round}) == 6


def test_a_gauntlet_is_the_first_against_all():
    assert all("a" in fixture.players for fixture in schedule("gauntlet", FOUR, 2)({}))


def test_a_knock_out_of_four():
    fixtures, calls = play_out(FOUR, 2, min)
    assert calls == 2
    assert [set(fixture.players) for fixture in fixtures[::2]] == [{"a", "d"}, {"b", "c"}, {"a", "b"}]
    assert [fixture.number for fixture in fixtures] == list(range(6))
    assert [fixture.pair for fixture in fixtures] == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize("count", range(2, 10))
def test_all_but_one_are_knocked_out(count):
    names = [f"p{i}" for i in range(count)]
    fixtures, _ = play_out(names, 2, max)
    assert len({frozenset(fixture.players) for fixture in fixtures}) == count - 1


def test_the_best_seeds_wait_for_an_even_number():
    fixtures, _ = play_out(["a", "b", "c"], 2, min)
    assert [set(fixture.players) for fixture in fixtures[::2]] == [{"b", "c"}, {"a", "b"}]


def test_a_level_encounter_is_decided_by_further_pairs_and_then_by_seed():
    fixtures, calls = play_out(["a", "b"], 4, lambda first, second: None)
    assert len(fixtures) == 4 + 2 * DECIDERS
    assert calls == 1 + DECIDERS
    fixtures, _ = play_out(FOUR, 2, lambda *names: None if "d" in names else min(names))
    assert {"a", "b"} == set(fixtures[-1].players)
