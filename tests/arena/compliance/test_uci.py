"""The checks of UCI, against an engine that breaks one rule at a time."""

import pytest

from boyi.arena.compliance.base.check import Check
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.uci import checks as uci
from boyi.arena.compliance.uci import ends as uci_ends
from boyi.arena.compliance.uci import infos as uci_infos
from boyi.arena.compliance.uci import noise as uci_noise
from boyi.arena.compliance.uci import options as uci_options
from boyi.arena.compliance.uci import positions as uci_positions
from boyi.arena.compliance.uci import searches as uci_searches
from boyi.arena.compliance.uci import start as uci_start
from boyi.arena.compliance.uci import turns as uci_turns
from tests.support.arena.examining import assert_found, examine, names
from tests.support.arena.processes import survivors

TABLES = (
    uci_start, uci_positions, uci_turns, uci_searches, uci_infos, uci_options, uci_noise, uci_ends,
)  # fmt: skip
FATAL = ("uciok", "first readyok")
"""Rules without which nothing more can be tried."""

ALSO = {
    "position startpos": {
        "go before position", "ucinewgame", "position without a position", "garbage for a position",
        "impossible position", "illegal move in a list",
    },
    "position with moves, and fen": {"fen of four fields"},
    "one bestmove for each go": {"stop as a search ends"},
    "stop when idle": {"stop twice"},
    "stop twice": {"stop when idle"},
    "go ponder, stop": {"go ponder, ponderhit"},
    "info before bestmove": {"best move begins the line"},
    "score's point of view": {"mate scores"},
    "Hash": {"spins at their bounds"},
    "quit": {"exit code"},
}  # fmt: skip
"""Rule -> others that can't be kept without it."""


def test_an_engine_that_keeps_the_rules_passes_every_check():
    results = examine("uci", uci.CHECKS)
    assert [result for result in results if result.verdict != "pass"] == []
    assert len(results) == len(uci.CHECKS)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__.rpartition(".")[2])
def test_a_broken_rule_is_found_by_its_check_alone(table):
    """Among the checks of its own subject, which follow each other in one process."""
    rules = [check.name for check in table.CHECKS if check.name not in FATAL]
    assert_found("uci", table.CHECKS, rules, ALSO)


@pytest.mark.parametrize("rule", FATAL)
def test_an_engine_that_does_not_get_ready_is_not_asked_further(rule):
    results = examine("uci", uci_start.CHECKS + uci_ends.CHECKS, rule)
    assert names(results, "fail") == {rule}
    assert names(results, "pass") <= {"uciok", "silent before uci"}
    assert all(result.remark for result in results if result.verdict == "not tried")


def test_a_failed_check_says_what_was_wrong_and_what_was_said():
    results = examine("uci", uci_infos.CHECKS, "lines are legal")
    failed = [result for result in results if result.verdict == "fail"]
    assert [result.remark for result in failed] == ["the line a7a5 f3g5 a1a1 is not legal"]
    assert failed[0].exchange[-1].startswith("< bestmove ")


def test_an_engine_that_breaks_many_rules_is_given_up():
    def fail(engine):
        raise Fault("it does nothing right")

    checks = [Check(f"check {number}", "anything", fail) for number in range(7)]
    results = examine("uci", checks)
    assert [result.verdict for result in results] == ["fail"] * 5 + ["not tried"] * 2
    assert results[-1].remark == "5 rules are broken"


def test_every_check_has_a_name_of_its_own_and_stands_in_a_table():
    listed = [check.name for table in TABLES for check in table.CHECKS]
    assert sorted(listed) == sorted({check.name for check in uci.CHECKS})


def test_no_process_is_left_of_an_engine_that_does_not_end():
    examine("uci", uci_ends.CHECKS, "quit", "end of input", "token-of-compliance")
    assert survivors("token-of-compliance") == []
