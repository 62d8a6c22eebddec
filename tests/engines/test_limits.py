"""From the clock to a budget: always something, never more than there is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boyi.engines.limits import LEAST_NS, MS, Budget, Clock, Limits

times = st.integers(-10_000, 10_000_000)
increments = st.integers(0, 100_000)
OVERHEAD = 20


def budget(clock: Clock | None = None, *, side: int = 0, overhead: int = OVERHEAD, **asked) -> Budget:
    clocks = (clock, None) if side == 0 else (None, clock)
    return Budget.of(Limits(clocks=clocks, **asked), side, overhead)


@given(times, increments, st.none() | st.integers(-3, 500), st.integers(0, 5000), st.integers(0, 1))
def test_a_budget_is_never_above_the_clock(time, increment, moves, overhead, side):
    granted = budget(Clock(time, increment), side=side, overhead=overhead, moves_to_go=moves)
    assert granted.soft is not None
    assert granted.hard is not None
    assert LEAST_NS <= granted.soft <= granted.hard
    assert granted.hard <= max(LEAST_NS, (time - overhead) * MS)


@given(times, increments, st.integers(1, 60))
def test_no_flag_falls_however_many_moves_are_to_go(time, increment, moves):
    """Even if every move takes the hard bound and its way, the clock lasts until the new time comes."""
    clock = max(time, 3 * OVERHEAD * moves)
    for left in range(moves, 0, -1):
        granted = budget(Clock(clock, 0), moves_to_go=left)
        assert granted.hard is not None
        clock -= granted.hard // MS
        assert clock >= 0


def test_the_last_move_before_new_time_may_take_most_of_it():
    last, usual = budget(Clock(10_000), moves_to_go=1), budget(Clock(10_000), moves_to_go=2)
    assert last.hard is not None
    assert usual.hard is not None
    assert 5_000 * MS < last.hard < 10_000 * MS
    assert usual.hard < last.hard


@pytest.mark.parametrize("time", [-1000, 0, 1, OVERHEAD])
def test_no_time_left_is_the_least_time(time):
    assert budget(Clock(time)) == Budget(LEAST_NS, LEAST_NS)


def test_more_time_or_a_larger_increment_is_a_larger_budget():
    clocks = [Clock(1000), Clock(1000, 100), Clock(60_000, 100)]
    soft = [budget(clock).soft or 0 for clock in clocks]
    assert soft == sorted(soft)
    assert len(set(soft)) == 3


def test_an_increment_does_not_help_an_empty_clock():
    granted = budget(Clock(100, 60_000))
    assert granted.hard is not None
    assert granted.hard < 100 * MS


@pytest.mark.parametrize("side", [0, 1])
def test_each_side_has_its_own_clock(side):
    clocks = (Clock(1_000), Clock(100_000))
    own = Budget.of(Limits(clocks=clocks), side, OVERHEAD)
    assert own == budget(clocks[side])


def test_the_other_side_s_clock_is_better_than_none():
    assert Budget.of(Limits(clocks=(Clock(5_000), None)), 1, OVERHEAD) == budget(Clock(5_000))


@pytest.mark.parametrize("moves", [0, -1, None])
def test_an_absurd_number_of_moves_to_go_is_still_a_bound(moves):
    granted = budget(Clock(10_000), moves_to_go=moves)
    assert granted.hard is not None
    assert granted.hard <= 10_000 * MS


@given(st.integers(-1000, 10**7), st.integers(0, 5000))
def test_a_time_for_the_move_is_used_but_not_exceeded(milliseconds, overhead):
    granted = budget(movetime=milliseconds, overhead=overhead)
    assert granted.soft is None
    assert granted.hard is not None
    assert LEAST_NS <= granted.hard <= max(LEAST_NS, milliseconds * MS)
    assert granted.hard >= 0.85 * milliseconds * MS


@pytest.mark.parametrize("time", [10**13, 10**18 - 1])
def test_no_clock_is_too_large_for_the_machine_s_words(time):
    """Nanoseconds since the machine's start are 64 bits wide."""
    for granted in (budget(movetime=time), budget(Clock(time, time))):
        assert granted.hard is not None
        assert granted.hard < 2**62


@pytest.mark.parametrize(("asked", "granted"), [(-5, 1), (0, 1), (1, 1), (30, 30), (None, None)])
def test_depth_and_nodes_are_at_least_one(asked, granted):
    allowed = budget(depth=asked, nodes=asked)
    assert (allowed.depth, allowed.nodes) == (granted, granted)


def test_a_mate_in_no_moves_is_one_ply():
    assert budget(mate=0).depth == 1
    assert budget(mate=3) == Budget(mate=3)


@pytest.mark.parametrize(
    ("asked", "bounded"), [({}, True), ({"infinite": True}, False), ({"ponder": True}, False)]
)
def test_whether_a_search_ends_by_itself(asked, bounded):
    assert Limits(**asked).bounded is bounded


def test_nothing_asked_is_no_bound():
    assert budget() == Budget()


def test_time_that_is_gone_is_taken_off_but_for_a_quarter():
    limits = Limits(clocks=(Clock(10_000, 100), None), movetime=1000, depth=5)
    assert limits.after(250) == Limits(clocks=(Clock(9_750, 100), None), movetime=750, depth=5)
    assert limits.after(60_000) == Limits(clocks=(Clock(2_500, 100), None), movetime=250, depth=5)
    assert Limits(depth=3).after(60_000) == Limits(depth=3)
