"""Margins found by play: who meets, what a meeting changes, and runs that resume."""

from pathlib import Path

import numpy as np
import pytest

from boyi.engines.search.margins import MARGINS, VALUES
from boyi.learning import __main__ as train
from boyi.learning.commands import margins as command
from boyi.learning.control import tuning
from boyi.learning.control.tuning import LEAST, STEPS, Plan, tuned
from tests.plain import UNCOMPILED, printed

PROGRAM = Path(__file__).parent / "plain_tuning.py"
SMALL = ("--rounds", "3", "--pairs", "2", "--nodes", "20")


@pytest.fixture(scope="module")
def facts():
    return printed(PROGRAM, **UNCOMPILED)


def test_a_desk_with_the_compiled_margins_searches_the_same_nodes(facts):
    shared, own, other = facts["thoughts"]
    assert own == shared
    assert other[1] != shared[1]


def test_equal_margins_get_as_much_as_each_other(facts):
    assert facts["equals"] == 0


def test_margins_go_where_they_win(monkeypatch):
    goal = VALUES + 4 * STEPS
    monkeypatch.setattr(tuning, "meet", lambda meeting: _lead(meeting, goal))
    margins = VALUES.astype(float)
    for _ in tuned(margins, Plan("chess", rounds=150), 0):
        pass
    assert np.mean(np.abs(margins - goal) / STEPS) < 1.5


def test_no_margin_falls_below_its_least(monkeypatch):
    monkeypatch.setattr(tuning, "meet", lambda meeting: _lead(meeting, LEAST - 1000 * STEPS))
    margins = VALUES.astype(float)
    for _ in tuned(margins, Plan("chess", rounds=30, stride=1.0), 0):
        pass
    assert (margins >= LEAST).all()
    assert (margins == LEAST).any()


def test_a_run_broken_off_ends_with_the_same_margins(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(tuning, "meet", lambda meeting: _lead(meeting, VALUES + STEPS))
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert train.main(("margins", "chess", str(whole), *SMALL)) == 0
    told = capsys.readouterr().out

    def one_round(*given):
        for done in tuned(*given):
            yield done
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(command, "tuned", one_round)
        assert train.main(("margins", "chess", str(parts), *SMALL)) == 130
    assert train.main(("margins", "chess", str(parts), *SMALL)) == 0
    assert (parts / "log.jsonl").read_text() == (whole / "log.jsonl").read_text()
    last = told.splitlines()[-len(MARGINS) :]
    assert last == capsys.readouterr().out.splitlines()[-len(MARGINS) :]
    assert all(margin.name in line for margin, line in zip(MARGINS, last, strict=True))


def test_numbers_that_make_no_sense_are_told(tmp_path, capsys):
    assert train.main(("margins", "chess", str(tmp_path), "--pairs", "0")) == 2
    assert capsys.readouterr().err.count("\n") == 1


def _lead(meeting, goal):
    """Whoever is nearer to the goal wins both games."""
    pair = meeting.one, meeting.other
    one, other = (np.abs((np.array(margins) - goal) / STEPS).sum() for margins in pair)
    return 2 * np.sign(other - one)
