"""The checks of the platforms' dialects, against engines that break one rule at a time."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from boyi.arena.compliance.base import request_reply
from boyi.arena.compliance.base.check import Check
from boyi.arena.compliance.connect6 import botzone, cloudict, sau
from boyi.arena.compliance.connect6 import games as stones_games
from boyi.arena.compliance.einstein import course, ecui, nanjing, ntu
from boyi.arena.compliance.einstein import games as einstein_games
from boyi.engines import load_game
from tests.support.arena.examining import AT_ONCE, GAMES, examine, names

TABLES: Mapping[str, Sequence[Check[Any]]] = {
    "sau": sau.CHECKS,
    "cloudict": cloudict.CHECKS,
    "botzone": botzone.CHECKS,
    "ecui": ecui.CHECKS,
    "course": course.CHECKS,
    "ntu": ntu.CHECKS,
    "nanjing": nanjing.CHECKS,
}
SHOWN: Mapping[str, Sequence[Check[Any]]] = {
    "sau": sau.CHECKS,
    "cloudict": (*stones_games.START, *stones_games.CHECKS[:2], *cloudict.OWN),
    "botzone": botzone.CHECKS,
    "ecui": ecui.CHECKS,
    "course": (*course.OWN, *einstein_games.PLACINGS[:1], *einstein_games.MOVES[:1]),
    "ntu": (*ntu.OWN, *einstein_games.MOVES[:1], *request_reply.ends("1")),
    "nanjing": (*nanjing.OWN, request_reply.SILENCE, *nanjing.CHECKS[13:17], *request_reply.ends("close")),
}
RULES = {dialect: [check.name for check in checks] for dialect, checks in SHOWN.items()}
"""What is broken in each dialect: all, but for what another one has shown."""


@pytest.mark.parametrize("dialect", TABLES)
def test_an_engine_that_keeps_the_rules_passes_every_check(dialect):
    results = examine(dialect, TABLES[dialect])
    assert [result for result in results if result.verdict != "pass"] == []
    assert sorted(names(results, "pass")) == sorted(check.name for check in TABLES[dialect])


@pytest.mark.parametrize("dialect", TABLES)
def test_a_broken_rule_is_found_by_its_check(dialect):
    """Each rule on its own: without most of them hardly another could be kept."""
    load_game(GAMES[dialect]).notation  # noqa: B018  loaded here, not by several threads at once

    def found(rule: str) -> set[str]:
        checks = [check for check in TABLES[dialect] if check.name == rule]
        return names(examine(dialect, checks, rule), "fail")

    with ThreadPoolExecutor(AT_ONCE) as pool:
        fails = dict(zip(RULES[dialect], pool.map(found, RULES[dialect]), strict=True))
    assert fails == {rule: {rule} for rule in RULES[dialect]}


@pytest.mark.parametrize("rule", ["name", "first move"])
def test_an_engine_that_does_not_answer_is_not_asked_further(rule):
    results = examine("sau", sau.CHECKS, rule)
    assert names(results, "fail") == {rule}
    assert "quit" in names(results, "not tried")
