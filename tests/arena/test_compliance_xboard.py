"""The checks of XBoard's protocol, against an engine that breaks one rule at a time."""

import pytest

from boyi.arena.__main__ import main
from boyi.arena.compliance import xboard, xboard_ends, xboard_games, xboard_start, xboard_turns
from tests.arena.examining import assert_found, examine, names
from tests.test_foreign_chess import find

TABLES = (xboard_start, xboard_games, xboard_turns, xboard_ends)
ALONE = ("features", "several lines at once")
"""Rules without which hardly another can be kept."""

ALSO = {
    "go": {"form of moves"},
    "quit": {"exit code"},
}
"""Rule -> others that can't be kept without it."""


def test_an_engine_that_keeps_the_rules_passes_every_check():
    results = examine("xboard", xboard.CHECKS)
    assert [result for result in results if result.verdict != "pass"] == []
    assert sorted(names(results, "pass")) == sorted(check.name for table in TABLES for check in table.CHECKS)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__.rpartition("_")[2])
def test_a_broken_rule_is_found_by_its_check_alone(table):
    rules = [check.name for check in table.CHECKS if check.name not in ALONE]
    assert_found("xboard", table.CHECKS, rules, ALSO)


@pytest.mark.parametrize("rule", ALONE)
def test_a_broken_rule_is_found_by_its_check(rule):
    results = examine("xboard", [check for check in xboard.CHECKS if check.name == rule], rule)
    assert names(results, "fail") == {rule}


@pytest.mark.foreign
@pytest.mark.parametrize("engine", ["fairymax", "hoichess"])
def test_a_foreign_engine_keeps_the_rules(engine, capsys, monkeypatch, tmp_path):
    find(engine)
    monkeypatch.chdir(tmp_path)  # some engines write files where they are started
    code = main(["compliance", engine, "--dialect", "xboard"])
    assert code == 0, capsys.readouterr().out
