"""The checks of UCCI, against an engine that breaks one rule at a time."""

import pytest

from boyi.arena.__main__ import main
from boyi.arena.compliance.ucci import checks as ucci
from boyi.arena.compliance.ucci import options as ucci_options
from boyi.arena.compliance.ucci import searches as ucci_searches
from boyi.arena.compliance.ucci import turns as ucci_turns
from boyi.arena.compliance.uci import checks as uci
from tests.support.arena.examining import assert_found, examine, names
from tests.system.test_foreign_chess import find

TABLES = {
    "start": ucci.START,
    "positions": ucci.POSITIONS,
    "turns": ucci_turns.CHECKS,
    "searches": ucci_searches.CHECKS,
    "infos": ucci.INFOS,
    "options": ucci_options.CHECKS,
    "noise": ucci.NOISE,
    "ends": ucci.ENDS,
}
FATAL = ("ucciok", "first readyok")
"""Rules without which nothing more can be tried."""

ALSO = {
    "position startpos": {
        "go before position", "newgame", "position without a position", "garbage for a position",
        "impossible position", "illegal move in a list",
    },
    "position with moves, and fen": {"fen of four fields"},
    "one bestmove for each go": {"stop as a search ends"},
    "go ponder, stop": {"go ponder, ponderhit", "ponderhit draw"},
    "go ponder, ponderhit": {"ponderhit draw"},
    "probe": {"probe in search"},
    "info before bestmove": {"best move begins the line"},
    "hashsize": {"spins at their bounds"},
    "quit": {"exit code", "bye"},
}  # fmt: skip
"""Rule -> others that can't be kept without it."""
SHARED = {(check.name, check.run) for check in uci.CHECKS}
"""What UCI's own tests have shown already."""


def test_an_engine_that_keeps_the_rules_passes_every_check():
    results = examine("ucci", ucci.CHECKS)
    assert [result for result in results if result.verdict != "pass"] == []
    assert sorted(names(results, "pass")) == sorted(check.name for check in ucci.CHECKS)


@pytest.mark.parametrize("table", TABLES)
def test_a_broken_rule_is_found_by_its_check_alone(table):
    """Among the checks of its own subject, which follow each other in one process."""
    own = [check.name for check in TABLES[table] if (check.name, check.run) not in SHARED]
    rules = [name for name in own if name not in FATAL]
    assert_found("ucci", TABLES[table], rules, ALSO)


@pytest.mark.foreign
def test_a_foreign_engine_keeps_the_rules(capsys):
    find("fairy-stockfish")
    code = main(["compliance", "fairy-stockfish?usemillisec=true", "--dialect", "ucci"])
    assert code == 0, capsys.readouterr().out


@pytest.mark.parametrize("rule", FATAL)
def test_an_engine_that_does_not_get_ready_is_not_asked_further(rule):
    results = examine("ucci", ucci.START[1:], rule)
    assert names(results, "fail") == {rule}
    assert names(results, "not tried") >= {"identity"}
