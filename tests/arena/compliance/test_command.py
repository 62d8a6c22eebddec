"""`arena compliance`: what it prints, and how it ends."""

import argparse
import json
import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from boyi.arena.__main__ import main
from boyi.arena.cli import parser
from boyi.arena.compliance import command as command_line
from boyi.arena.compliance import output
from boyi.arena.compliance.base.check import REQUIRED, Check, Result, advisory, excused, select
from boyi.arena.compliance.examinations import EXAMINATIONS
from boyi.arena.compliance.uci import checks as uci
from boyi.arena.compliance.uci import infos as uci_infos
from boyi.arena.compliance.uci import positions as uci_positions
from boyi.arena.compliance.uci import searches as uci_searches
from boyi.arena.compliance.uci import start as uci_start
from boyi.arena.compliance.uci.engine import UciEngine
from tests.support.arena.examining import command
from tests.system.test_foreign_chess import find

HERE = str(Path(__file__))
OWN_XIANGQI = shlex.join([sys.executable, "-P", "-m", "boyi.engines.xiangqi"])
GONE = "it (is gone|closed its output)"
"""What is said of an engine that has ended, before or after it was spoken to."""


def compliance(*words: str) -> int:
    return main(["compliance", *words])


def asked(*words: str) -> argparse.Namespace:
    return parser("").parse_args(["compliance", *words])


def breaker(*rules: str) -> str:
    return command("uci", *rules) + "?name=breaker"


def test_each_check_is_told_and_a_summary_at_the_end(capsys):
    assert compliance(breaker("go searchmoves", "identity", "stderr")) == 1
    lines = capsys.readouterr().out.splitlines()
    told = [line for line in lines if not line.startswith(" ")]
    assert len(told) == len(uci.CHECKS) + 1
    assert "fail        identity: no id author" in told
    assert told[-1] == f"breaker breaks the rules: {len(uci.CHECKS) - 3} pass, 1 fail, 2 advice"
    assert "    expected: plays one of the moves" in lines
    assert "    > position startpos moves e2e4 e7e5 g1f3" in lines


def test_machines_get_json_and_strictness_excuses_nothing(capsys):
    assert compliance(breaker("go searchmoves"), "--json", "--strict") == 1
    page = json.loads(capsys.readouterr().out)
    assert page["engine"] == "breaker"
    assert page["passed"] is False
    assert len(page["checks"]) == len(uci.CHECKS)
    failed = [check for check in page["checks"] if check["verdict"] == "fail"]
    assert [(check["name"], check["weight"]["kind"]) for check in failed] == [("go searchmoves", "excused")]
    assert failed[0]["exchange"]


@pytest.mark.parametrize(
    ("weight", "verdict", "counts", "strict"),
    [
        (REQUIRED, "fail", True, True),
        (REQUIRED, "not tried", True, True),
        (REQUIRED, "not offered", False, False),
        (excused("why"), "fail", False, True),
        (advisory("why"), "fail", False, False),
    ],
)
def test_what_counts(weight, verdict, counts, strict):
    result = Result("a check", "something", weight, verdict)
    assert (result.counts(False), result.counts(True)) == (counts, strict)
    assert ("keeps" in output.summary("it", [result], False)) is not counts


def test_a_terminal_gets_a_table(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "160")
    assert compliance("true") == 1
    told = capsys.readouterr().out
    assert "\x1b[" in told
    assert "uci is answered with uciok within 4 s" in told
    assert f"true breaks the rules: 1 fail, {len(uci.CHECKS) - 1} not tried" in told
    assert uci_start.CHECKS[0].name in told


@pytest.mark.parametrize(
    ("engine", "complaint"),
    [
        ("no-such-engine", "there is no program"),
        ("/", "/"),
        (HERE, HERE),
        ("chess?dialect=morse", "no dialect 'morse'"),
        ("'", "is no command: No closing quotation"),
        ("chess?directory=/no/such", "/no/such"),
    ],
)
def test_an_engine_that_can_t_be_tried(engine, complaint, capsys):
    assert compliance(engine) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"arena: {engine}: ")
    assert complaint in told.err.removeprefix(f"arena: {engine}: ")
    assert told.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chess", "--dialect", "sau"], "there are no checks of sau for chess"),
        (["xiangqi", "--dialect", "cloudict", "--game", "xiangqi"], "no checks of cloudict for xiangqi"),
        (["true", "--dialect", "nanjing"], "its command has no {port}"),
        (["chess", "--dialect", "morse"], "no checks of 'morse' (there are some of: uci"),
    ],
)
def test_a_dialect_in_which_a_game_is_not_checked(words, complaint, capsys):
    assert compliance(*words) == 2
    assert complaint in capsys.readouterr().err


MEANT = {
    "chess": "chess in uci",
    "xiangqi": "xiangqi in ucci",
    "bin/xiangqi?dialect=uci": "xiangqi in uci",
    "connect6": "connect6 in sau",
    "einstein": "einstein in ecui",
    "true": "chess in uci",
    "true?dialect=cloudict": "connect6 in cloudict",
}


@pytest.mark.parametrize("engine", MEANT)
def test_game_and_dialect_follow_from_each_other(engine):
    candidate = command_line.candidate(asked(engine))
    assert f"{candidate.game.name} in {candidate.spec.dialect}" == MEANT[engine]


@pytest.mark.parametrize("words", [[], ["chess", "--dialekt", "uci"], ["chess", "--game", "go"]])
def test_a_command_line_that_makes_no_sense(words, capsys):
    with pytest.raises(SystemExit) as ended:
        compliance(*words)
    assert ended.value.code == 2
    assert re.fullmatch(r"arena: .*\n", capsys.readouterr().err)


def test_its_help_names_its_options(capsys):
    with pytest.raises(SystemExit) as ended:
        compliance("--help")
    assert ended.value.code == 0
    assert "--strict" in capsys.readouterr().out


def test_a_program_that_is_no_engine_breaks_the_rules(capsys):
    assert compliance("true") == 1
    assert re.search(f"fail        uciok: {GONE}, exit code 0", capsys.readouterr().out)


def test_options_of_the_command_line_are_set(capsys):
    assert compliance(breaker("Threads") + "&Threads=2") == 1
    told = capsys.readouterr().out
    assert re.search(f"fail        first readyok: {GONE}, exit code 9", told)
    assert "> setoption name Threads value 2" in told


@pytest.mark.parametrize(
    "words",
    [
        ["chess"],
        ["xiangqi"],
        ["xiangqi", "--dialect", "cyclone"],
        ["connect6?Move Time=20"],
        ["connect6?dialect=cloudict&Move Time=20"],
        ["einstein?Move Time=20"],
    ],
    ids=" ".join,
)
def test_our_own_engine_keeps_the_rules(words, capsys):
    code = compliance(*words)
    assert code == 0, capsys.readouterr().out


def with_ranks_from_one(engine: str, checks: Sequence[Check[UciEngine]]) -> list[Result]:
    """What comes of checks of UCI in which moves are spelt as UCI_Variant has it."""
    words = [engine, "--game", "xiangqi", "--dialect", "uci"]
    chosen = command_line.candidate(asked(*words))
    return list(replace(EXAMINATIONS["uci"], checks=checks).run(chosen.spec, chosen.game))


def test_our_own_engine_keeps_the_rules_with_ranks_from_one():
    """The rest of the table is the same as that of UCI-Cyclone."""
    checks = (*uci_start.CHECKS[-1:], *uci_positions.CHECKS, *uci_searches.CHECKS, *uci_infos.CHECKS)
    assert [result for result in with_ranks_from_one("xiangqi", checks) if result.counts(strict=True)] == []


def test_ranks_from_zero_where_others_are_asked_for_are_found():
    deaf = shlex.join(["sh", "-c", f"grep --line-buffered -v Variant | {OWN_XIANGQI}"])
    (result,) = with_ranks_from_one(deaf, select(uci_positions.CHECKS, "position with moves, and fen"))
    assert result.verdict == "fail"
    assert "> position startpos moves h3e3 h10g8 h1g3" in result.exchange


@pytest.mark.foreign
@pytest.mark.parametrize("engine", ["stockfish", "gnuchess --uci", "toga2", "glaurung?Threads=1"])
def test_a_foreign_engine_keeps_the_rules(engine, capsys, monkeypatch, tmp_path):
    """Glaurung's threads wait for each other by spinning, and on a busy machine hear nothing."""
    find(re.split(r"\W", engine)[0])
    monkeypatch.chdir(tmp_path)  # some engines write files where they are started
    code = compliance(engine)
    assert code == 0, capsys.readouterr().out
