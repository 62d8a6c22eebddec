"""The connect6 engine as a process: silent but for answers, patient with nonsense, in time."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.protocol.talking import Talk

COMMAND = (sys.executable, "-P", "-m", "boyi.engines.connect6", "--set", "Move Time=150", "--set", "Hash=1")
SLACK = 3
"""A promise of time may take so many times longer on a busy machine."""
TURN = re.compile(r"move ([A-S]{2})([A-S]{2})")


@pytest.fixture(scope="module")
def shared() -> Iterator[Talk]:
    """One process for all rows that leave it running."""
    with Talk(COMMAND) as talk:
        talk.say("name?")
        assert talk.line() == "name Boyi Connect6"
        yield talk


@pytest.fixture
def engine(shared: Talk) -> Talk:
    shared.say("end")
    return shared


def stones(line: str) -> set[str]:
    """The two stones of an answer."""
    found = TURN.fullmatch(line)
    assert found, line
    assert found.group(1) != found.group(2)
    return {found.group(1), found.group(2)}


def test_black_begins_in_the_centre_and_answers(engine):
    engine.say("new black")
    assert engine.line() == "move JJ@@"
    engine.say("move KKIK")
    assert not stones(engine.line()) & {"JJ", "KK", "IK"}


@pytest.mark.parametrize("spelling", ["JJ@@", "JJ", "JJJJ"])
def test_white_understands_three_spellings_of_one_stone(engine, spelling):
    engine.say("new white", f"move {spelling}")
    assert "JJ" not in stones(engine.line())


def test_nonsense_is_passed_over_in_silence(engine):
    engine.say(
        "new white", "move AT@@", "move jj", "move JJ@", "move", "xyzzy", "accept", "\0\x01", "move JJ@@"
    )
    first = stones(engine.line())
    taken = sorted(first)[0]
    engine.say(f"move {taken}AA", "move JJAA", "move AAAA", "move AA@@", "move ABAC")
    assert not stones(engine.line()) & ({"JJ", "AB", "AC"} | first)


def test_a_refused_turn_is_replaced_by_another(engine):
    engine.say("new white", "move JJ@@")
    seen = [stones(engine.line())]
    for _ in range(3):
        engine.say("error")
        seen.append(stones(engine.line()))
        assert seen[-1] not in seen[:-1]


def test_a_new_game_in_mid_game(engine):
    engine.say("new black")
    engine.line()
    engine.say("move KKIK", "new black")
    assert engine.line() == "move JJ@@", "nobody waits for a move of the game before"


def test_an_answer_comes_in_time(engine):
    engine.say("new white")
    took = []
    for turn in ("JJ@@", "AABB", "SSRR"):
        took.append(engine.seconds(lambda turn=turn: (engine.say(f"move {turn}"), engine.line())))
    assert min(took) < 0.15 + 0.05 * SLACK


def test_nothing_is_said_but_answers_and_the_end_is_clean():
    with Talk(COMMAND) as talk:
        talk.say("name?", "new black", "rubbish", "end black", "quit")
        code, lines, _ = talk.ends()
        assert code == 0
        assert lines[0] == "name Boyi Connect6"
        assert all(re.fullmatch(r"move [A-S@]{4}", line) for line in lines[1:])
        assert talk.process.stderr
        assert talk.process.stderr.read() == b""


def test_the_end_of_input_while_idle():
    with Talk(COMMAND) as talk:
        talk.say("name?")
        talk.line()
        talk.close()
        assert talk.ends()[0] == 0


def test_the_other_dialect_is_told_by_its_greeting():
    with Talk(COMMAND) as talk:
        talk.say("name", "new xxx", "black JJJJ", "white KJJK", "white AABB", "next")
        assert talk.line() == "name Boyi Connect6"
        assert not stones(talk.line()) & {"JJ", "KJ", "JK"}
        talk.say("print")
        assert "white (O) to place 2" in talk.hear("^key")[-3]


def test_botzone_in_both_modes():
    with Talk(COMMAND) as talk:
        talk.say('{"requests":[{"x0":7,"y0":7,"x1":-1,"y1":-1}],"responses":[]}')
        assert talk.line().startswith('{"response": {"x0": ')
        assert talk.line() == ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
        talk.say('{"x0":0,"y0":0,"x1":14,"y1":14}', "{")
        assert talk.line().startswith('{"response": {"x0": ')
        assert talk.line() == ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"


def test_settings_are_refused_in_one_line(tmp_path: Path):
    for arguments in (("--set", "Nothing=1"), ("--set", "Threads"), ("--dialect", "usi")):
        with Talk((*COMMAND[:4], *arguments)) as talk:
            code, lines, _ = talk.ends()
            assert code == 2
            assert not lines
