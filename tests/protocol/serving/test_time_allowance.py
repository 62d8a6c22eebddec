"""How long to think where nobody tells a clock."""

from boyi.engines.limits import Clock, Limits
from boyi.protocol.serving.time_allowance import TimeAllowance

OPTIONS = {"Move Time": 700, "Game Time": 0}


class Hands:
    """A clock moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_what_was_said_stays() -> None:
    for limits in (
        Limits(movetime=3),
        Limits(depth=2),
        Limits((None, Clock(9))),
        Limits(infinite=True),
        Limits(ponder=True),
    ):
        assert TimeAllowance().grant(limits, OPTIONS) == limits


def test_silence_means_the_usual_time() -> None:
    assert TimeAllowance().grant(Limits(moves=("a1",)), OPTIONS) == Limits(movetime=700, moves=("a1",))


def test_a_game_without_such_options_is_left_alone() -> None:
    assert TimeAllowance().grant(Limits(), {}) == Limits()


def test_the_time_of_a_game_is_never_used_up() -> None:
    hands = Hands()
    pace, options = TimeAllowance(hands), {"Move Time": 2000, "Game Time": 15}
    granted = []
    for _ in range(60):  # more than any game here has
        movetime = pace.grant(Limits(), options).movetime
        assert movetime is not None
        granted.append(movetime)
        hands.now += movetime / 1000
        pace.stop()
        hands.now += 60  # the opponent's time is not ours
        pace.stop()
    assert granted[0] == 1500
    assert sum(granted) <= 15_000
    pace.begin()
    assert pace.grant(Limits(), options).movetime == 1500


def test_without_a_usual_time_the_game_s_time_is_what_counts() -> None:
    hands = Hands()
    pace, options = TimeAllowance(hands), {"Move Time": 0, "Game Time": 240}
    granted = []
    for _ in range(30):
        movetime = pace.grant(Limits(), options).movetime
        assert movetime is not None
        granted.append(movetime)
        hands.now += movetime / 1000
        pace.stop()
    assert granted[0] == 24_000
    assert 150_000 < sum(granted[:12]) < sum(granted) <= 240_000
    assert TimeAllowance(hands).grant(Limits(), options | {"Game Time": 0}) == Limits(movetime=1000)
    capped = TimeAllowance(hands, most=500)
    assert capped.grant(Limits(), options) == Limits(movetime=500)
    assert capped.grant(Limits(movetime=3), options) == Limits(movetime=3)
