"""Engines that break rules, and what the checks find."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from boyi.arena.compliance.base.check import Check, Result
from boyi.arena.compliance.base.tcp_process import PORT
from boyi.arena.compliance.examinations import EXAMINATIONS
from boyi.engines import load_game
from boyi.protocol.dialects import DIALECTS
from boyi.protocol.driving.spec import EngineSpec

BREAKERS = {
    "uci": "rule_breaker.py",
    "xboard": "xboard_breaker.py",
    "ucci": "ucci_breaker.py",
    "sau": "stones_breaker.py",
    "cloudict": "stones_breaker.py",
    "botzone": "botzone_breaker.py",
    "ecui": "ecui_breaker.py",
    "course": "course_breaker.py",
    "ntu": "ntu_breaker.py",
    "nanjing": "nanjing_breaker.py",
}
GAMES = {dialect: DIALECTS[dialect].games[0] for dialect in BREAKERS} | {"ucci": "chess"}
"""What the engines that break rules play."""
PATIENCE = 4.0
"""Seconds for an engine to get ready: enough for a start on a busy machine."""
AGAIN = 4
"""Further examinations of a rule that seemed to break others, or none."""
AT_ONCE = 4
"""Engines that are examined side by side: they wait for most of the time."""


def command(dialect: str, *rules: str) -> str:
    """How to start an engine that breaks rules."""
    script = str(Path(__file__).parents[1] / "fakes" / BREAKERS[dialect])
    port = [PORT] if dialect == "nanjing" else []
    return shlex.join([sys.executable, "-I", script, *rules, *port])


def examine(dialect: str, checks: Sequence[Check[Any]], *rules: str) -> list[Result]:
    """Hold an engine that breaks rules to some checks."""
    spec = EngineSpec("breaker", tuple(shlex.split(command(dialect, *rules))), dialect, patience=PATIENCE)
    examination = replace(EXAMINATIONS[dialect], checks=checks)
    return list(examination.run(spec, load_game(GAMES[dialect])))


def names(results: Sequence[Result], verdict: str) -> set[str]:
    """The checks that went in a certain way."""
    return {result.name for result in results if result.verdict == verdict}


def assert_found(
    dialect: str, checks: Sequence[Check[Any]], rules: Sequence[str], also: Mapping[str, set[str]]
) -> None:
    """A rule that is broken fails its own check, and those that it is `also` told to fail, and no other.

    Which line is read first is a race in some of them, so a rule is examined again before it counts.
    """
    load_game("chess").notation  # noqa: B018  loaded here, not by several threads at once
    wanted = {rule: {rule} | also.get(rule, set()) for rule in rules}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = dict(zip(rules, pool.map(partial(_failed, dialect, checks), rules), strict=True))
    for rule in rules:
        for _ in range(AGAIN):
            if found[rule] != wanted[rule]:
                found[rule] = _failed(dialect, checks, rule)
    wrong = {rule: (found[rule], wanted[rule]) for rule in rules if found[rule] != wanted[rule]}
    assert not wrong, f"found and wanted: {wrong}"


def _failed(dialect: str, checks: Sequence[Check[Any]], rule: str) -> set[str]:
    """The checks that fail when a rule is broken, with those that are left untried."""
    results = examine(dialect, checks, rule)
    return names(results, "fail") | {f"{name}, not tried" for name in names(results, "not tried")}
