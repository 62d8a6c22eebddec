"""Time controls and the clocks that run by them."""

import pytest

from boyi.arena.game.clock import STALLED, PlayerClock, TimeControl
from boyi.engines.limits import Clock

MARGIN, PATIENCE = 0.05, 60.0


def clock(text: str) -> PlayerClock:
    return PlayerClock(TimeControl.read(text), MARGIN, PATIENCE)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("10+0.1", TimeControl(10, 0.1)),
        ("10", TimeControl(10)),
        ("0+1", TimeControl(0, 1)),
        ("40/60+0.5", TimeControl(60, 0.5, 40)),
        ("st=1", TimeControl(movetime=1)),
        ("st=0.25", TimeControl(movetime=0.25)),
        ("nodes=5000", TimeControl(nodes=5000)),
        ("depth=8", TimeControl(depth=8)),
        ("10+0.1,depth=8, nodes=100", TimeControl(10, 0.1, depth=8, nodes=100)),
    ],
)
def test_what_a_time_control_says(text, control):
    assert TimeControl.read(text) == control


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fast",
        "10+",
        "+1",
        "0",
        "0+0",
        "-1",
        "0/60",
        "40/",
        "st=0",
        "st=",
        "st=-1",
        "nodes=0",
        "nodes=1.5",
        "depth=x",
        "10,20",
        "1e3",
        "inf",
        "10+0.1,",
        "depth=" + "9" * 40,
    ],
)
def test_what_is_no_time_control(text):
    with pytest.raises(ValueError, match="no time control"):
        TimeControl.read(text)


def test_a_clock_runs_down_and_gains():
    mine = clock("10+0.5")
    assert mine.spend(2)
    assert mine.left == 8.5
    assert mine.face == Clock(8500, 500)
    assert mine.patience == 8.5 + MARGIN + STALLED


def test_the_margin_is_forgiven_and_not_more():
    mine = clock("1")
    assert mine.spend(1 + MARGIN)
    assert mine.left == 0
    assert mine.face == Clock(1, 0)
    assert not mine.spend(MARGIN + 0.001)


def test_every_forty_moves_the_time_comes_again():
    mine = clock("3/10")
    seen = []
    for _ in range(6):
        seen.append(mine.limits((mine.face, None)).moves_to_go)
        assert mine.spend(1)
    assert seen == [3, 2, 1, 3, 2, 1]
    assert mine.left == 10 - 3 + 10 - 3 + 10


def test_a_time_for_each_move():
    mine = clock("st=0.2")
    assert mine.limits((None, None)).movetime == 200
    assert mine.face is None
    assert mine.spend(0.2 + MARGIN)
    assert mine.spend(0.2)
    assert not mine.spend(0.3)


def test_the_tightest_control_counts():
    mine = clock("10,st=0.1")
    assert mine.granted == 0.1
    assert not mine.spend(0.2)


def test_without_a_clock_only_patience_ends_a_move():
    mine = clock("nodes=100,depth=3")
    limits = mine.limits((None, None))
    assert (limits.nodes, limits.depth, limits.movetime, limits.clocks) == (100, 3, None, (None, None))
    assert mine.patience == PATIENCE
    assert mine.spend(1000)
