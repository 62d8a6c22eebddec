"""Parameters found by play: who meets, what a meeting changes, and runs that resume."""

from pathlib import Path

import numpy as np
import pytest

from boyi.arena.farm.farm import InlineFarm
from boyi.engines.search.parameters import PARAMETERS, VALUES
from boyi.learning import __main__ as train
from boyi.learning.commands import margins as command
from boyi.learning.tuning.search_parameters import LEAST, STEPS, TuningChore, TuningSettings, tuned
from tests.support.engines.plain import UNCOMPILED, printed

PROGRAM = Path(__file__).parents[2] / "support" / "learning" / "plain_tuning.py"
SMALL = ("--rounds", "3", "--pairs", "2", "--nodes", "20")


@pytest.fixture(scope="module")
def facts():
    return printed(PROGRAM, **UNCOMPILED)


def test_a_thread_with_the_compiled_parameters_searches_the_same_nodes(facts):
    shared, own, other = facts["thoughts"]
    assert own == shared
    assert other[1] != shared[1]


def test_equal_parameters_get_as_much_as_each_other(facts):
    assert facts["equals"] == 0


def _let_meet(monkeypatch, meet):
    monkeypatch.setattr(TuningChore, "prepare", lambda chore: meet)


def test_parameters_go_where_they_win(monkeypatch):
    goal = VALUES + 4 * STEPS
    _let_meet(monkeypatch, lambda meeting: _lead(meeting, goal))
    parameters = VALUES.astype(float)
    for _ in tuned(parameters, TuningSettings("chess", rounds=150), 0, InlineFarm()):
        pass
    assert np.mean(np.abs(parameters - goal) / STEPS) < 1.5


def test_no_parameter_falls_below_its_least(monkeypatch):
    _let_meet(monkeypatch, lambda meeting: _lead(meeting, LEAST - 1000 * STEPS))
    parameters = VALUES.astype(float)
    for _ in tuned(parameters, TuningSettings("chess", rounds=30, stride=1.0), 0, InlineFarm()):
        pass
    assert (parameters >= LEAST).all()
    assert (parameters == LEAST).any()


def test_a_run_broken_off_ends_with_the_same_parameters(tmp_path, capsys, monkeypatch):
    _let_meet(monkeypatch, lambda meeting: _lead(meeting, VALUES + STEPS))
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
    last = told.splitlines()[-len(PARAMETERS) :]
    assert last == capsys.readouterr().out.splitlines()[-len(PARAMETERS) :]
    assert all(parameter.name in line for parameter, line in zip(PARAMETERS, last, strict=True))


def test_numbers_that_make_no_sense_are_told(tmp_path, capsys):
    assert train.main(("margins", "chess", str(tmp_path), "--pairs", "0")) == 2
    assert capsys.readouterr().err.count("\n") == 1


def _lead(meeting, goal):
    """Whoever is nearer to the goal wins both games."""
    pair = meeting.one, meeting.other
    one, other = (np.abs((np.array(parameters) - goal) / STEPS).sum() for parameters in pair)
    return 2 * np.sign(other - one)
