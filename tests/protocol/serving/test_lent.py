"""A process that is lent: it loads at once, speaks the dialect that it is told, and says when it rests."""

import subprocess
import sys
from pathlib import Path

from boyi.protocol.serving.activity import MARK, Activity, read_report

FAKE = Path(__file__).parents[2] / "support" / "protocol" / "lent_fake.py"


def test_it_rests_when_all_is_acted_on_and_nothing_is_owed():
    told = list[str]()
    activity = Activity()
    activity.acted(1)
    activity.listen(told.append)
    activity.acted(2)
    activity.began()
    activity.acted(3)
    activity.began()
    activity.answered()
    activity.answered()
    activity.acted(4)
    assert [read_report(line) for line in told] == [("idle", 2), ("idle", 3), ("idle", 4)]


def test_remarks_are_no_reports():
    assert read_report("idle 3") is None
    assert read_report(f"{MARK}ready") == ("ready", 0)


def lent(*lines: str, load: str = "load=0") -> tuple[list[str], list[tuple[str, int] | None]]:
    """What it says, and what it reports."""
    text = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(
        [sys.executable, str(FAKE), load], input=text, capture_output=True, text=True, check=True, timeout=60
    )
    reports = [read_report(line) for line in done.stderr.splitlines()]
    return done.stdout.splitlines(), [report for report in reports if report]


def test_every_line_is_reported_once_it_is_acted_on():
    said, reports = lent("speak uci", "uci", "position startpos", "go movetime 30", "isready")
    assert said[-2:] == ["readyok", "bestmove e2e4 ponder e7e5"]
    assert ("ready", 0) in reports and reports[-1] == ("idle", 4)
    assert ("idle", 3) not in reports


def test_quit_need_not_wait_for_loading():
    said, reports = lent("speak uci", "uci", "quit", load="load=9")
    assert said[-1] == "uciok" and ("ready", 0) not in reports
