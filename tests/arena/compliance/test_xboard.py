"""The checks of XBoard's protocol, against an engine that breaks one rule at a time."""

import pytest

from boyi.arena.__main__ import main
from boyi.arena.compliance.xboard import checks as xboard
from boyi.arena.compliance.xboard import games as xboard_games
from boyi.arena.compliance.xboard import start as xboard_start
from boyi.arena.compliance.xboard import turns as xboard_turns
from tests.support.arena.examining import assert_found, examine, names
from tests.system.test_foreign_chess import find

TABLES = {
    "start": xboard_start.CHECKS,
    "games": xboard_games.CHECKS,
    "turns": xboard_turns.CHECKS,
    "ends": xboard.ENDS,
}
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
    assert sorted(names(results, "pass")) == sorted(
        check.name for table in TABLES.values() for check in table
    )


@pytest.mark.parametrize("table", TABLES)
def test_a_broken_rule_is_found_by_its_check_alone(table):
    rules = [check.name for check in TABLES[table] if check.name not in ALONE]
    assert_found("xboard", TABLES[table], rules, ALSO)


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
