"""Our own engines in the dialects of platforms, and in UCI and XBoard where another game has shown most.

What reads lines and ends processes is common to all dialects on stdin, and tried where a table is held whole.
"""

import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from boyi.arena.compliance import (
    botzone,
    command,
    course,
    einstein_games,
    nanjing,
    ntu,
    plain,
    uci_infos,
    uci_positions,
    uci_searches,
    xboard_games,
    xboard_start,
    xboard_turns,
)
from boyi.arena.compliance.check import Check, Result, those
from boyi.arena.compliance.dialects import DIALECTS
from boyi.arena.compliance.server import PORT
from boyi.arena.options import parser

UCI: Sequence[Check[Any]] = (
    *uci_positions.CHECKS,
    *those(uci_searches.CHECKS, "go movetime", "go searchmoves", "go infinite, stop", "no legal move"),
    *uci_infos.CHECKS,
)
XBOARD: Sequence[Check[Any]] = (
    *xboard_start.CHECKS[1:],
    *those(
        xboard_games.CHECKS,
        "go", "form of moves", "second reply", "positions", "force", "undo", "edit", "level and time", "post",
        "nopost", "mate",
    ),
    *those(xboard_turns.CHECKS, "illegal move", "after an illegal move", "unknown command", "result"),
)  # fmt: skip
EXAMINED: dict[tuple[str, str], Sequence[Check[Any]]] = {
    ("connect6?Depth=1", "botzone"): (*botzone.OWN[2:], plain.STDERR),
    ("connect6", "uci"): UCI,
    ("einstein?Move Time=20", "course"): (*course.OWN, *einstein_games.PLACINGS, *einstein_games.MOVES),
    ("einstein?Move Time=20", "ntu"): (*ntu.OWN[1:], *einstein_games.MOVES, *plain.ends("1")[:1]),
    ("einstein?Move Time=20", "nanjing"): (*nanjing.CHECKS[3:15], *plain.ends("close")[1:2]),
    ("einstein", "uci"): UCI,
    ("chess", "xboard"): XBOARD,
    ("xiangqi", "xboard"): XBOARD,
}


def chosen(engine: str, dialect: str) -> command.Candidate:
    return command.candidate(parser("").parse_args(["compliance", engine, "--dialect", dialect]))


def examined(engine: str, dialect: str, checks: Sequence[Check[Any]]) -> list[Result]:
    """What comes of some checks of a dialect."""
    candidate = chosen(engine, dialect)
    return list(replace(DIALECTS[dialect], checks=checks).examine(candidate.spec, candidate.game))


@pytest.mark.parametrize(("engine", "dialect"), EXAMINED)
def test_our_own_engine_keeps_the_rules(engine: str, dialect: str):
    results = examined(engine, dialect, EXAMINED[engine, dialect])
    assert [result for result in results if result.counts(strict=True)] == []
    assert any(result.verdict == "pass" for result in results)


def test_every_dialect_of_our_engines_has_a_table():
    spoken = {
        "chess": ("uci", "xboard"),
        "xiangqi": ("ucci", "cyclone", "uci", "xboard"),
        "connect6": ("sau", "cloudict", "botzone", "uci"),
        "einstein": ("ecui", "course", "ntu", "nanjing", "uci"),
    }
    told = {(game, dialect) for dialect, table in DIALECTS.items() for game in table.games}
    assert told == {(game, dialect) for game, dialects in spoken.items() for dialect in dialects}


def test_options_go_into_our_command_where_a_dialect_has_no_words_for_them():
    spec = chosen("einstein?Move Time=20", "nanjing").spec
    assert spec.command[-4:] == ("--set", "Move Time=20", "--connect", f"127.0.0.1:{PORT}")
    assert spec.options == {}


def test_an_engine_that_does_not_connect():
    deaf = shlex.join([sys.executable, "-c", "import time; time.sleep(60)", PORT]) + "?patience=0.2"
    results = examined(deaf, "nanjing", nanjing.CHECKS)
    assert results[0].remark == "it has not connected within 0.2 s"
    assert {result.verdict for result in results[1:]} == {"not tried"}
