"""Our own engines in the dialects of platforms, and in UCI and XBoard where another game has shown most.

What reads lines and ends processes is common to all dialects on stdin, and tried where a table is held whole.
"""

import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from boyi.arena.cli import parser
from boyi.arena.compliance import command
from boyi.arena.compliance.base import request_reply
from boyi.arena.compliance.base.check import Check, Result, select
from boyi.arena.compliance.base.tcp_process import PORT
from boyi.arena.compliance.connect6 import botzone
from boyi.arena.compliance.einstein import course, nanjing, ntu
from boyi.arena.compliance.einstein import games as einstein_games
from boyi.arena.compliance.examinations import EXAMINATIONS
from boyi.arena.compliance.uci import infos as uci_infos
from boyi.arena.compliance.uci import positions as uci_positions
from boyi.arena.compliance.uci import searches as uci_searches
from boyi.arena.compliance.xboard import games as xboard_games
from boyi.arena.compliance.xboard import start as xboard_start
from boyi.arena.compliance.xboard import turns as xboard_turns
from boyi.protocol.dialects import DIALECTS

UCI: Sequence[Check[Any]] = (
    *uci_positions.CHECKS,
    *select(uci_searches.CHECKS, "go movetime", "go searchmoves", "go infinite, stop", "no legal move"),
    *uci_infos.CHECKS,
)
XBOARD: Sequence[Check[Any]] = (
    *xboard_start.CHECKS[1:],
    *select(
        xboard_games.CHECKS,
        "go", "form of moves", "second reply", "positions", "force", "undo", "edit", "level and time", "post",
        "nopost", "mate",
    ),
    *select(xboard_turns.CHECKS, "illegal move", "after an illegal move", "unknown command", "result"),
)  # fmt: skip
EXAMINED: dict[tuple[str, str], Sequence[Check[Any]]] = {
    ("connect6?Depth=1", "botzone"): (*botzone.OWN[2:], request_reply.STDERR),
    ("connect6", "uci"): UCI,
    ("einstein?Move Time=20", "course"): (*course.OWN, *einstein_games.PLACINGS, *einstein_games.MOVES),
    ("einstein?Move Time=20", "ntu"): (*ntu.OWN[1:], *einstein_games.MOVES, *request_reply.ends("1")[:1]),
    ("einstein?Move Time=20", "nanjing"): (*nanjing.CHECKS[1:17], *request_reply.ends("close")[1:2]),
    ("einstein", "uci"): UCI,
    ("chess", "xboard"): XBOARD,
    ("xiangqi", "xboard"): XBOARD,
}


def chosen(engine: str, dialect: str) -> command.Candidate:
    return command.candidate(parser("").parse_args(["compliance", engine, "--dialect", dialect]))


def examined(engine: str, dialect: str, checks: Sequence[Check[Any]]) -> list[Result]:
    """What comes of some checks of a dialect."""
    candidate = chosen(engine, dialect)
    return list(replace(EXAMINATIONS[dialect], checks=checks).run(candidate.spec, candidate.game))


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
    told = {(game, dialect) for dialect in EXAMINATIONS for game in DIALECTS[dialect].games}
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
