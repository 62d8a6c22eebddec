"""The interviewer's own behaviour, with the shell for an engine."""

import time

import pytest

from boyi.arena.compliance.base.process import TOO_LONG, ExaminedProcess, Fault
from tests.support.arena.processes import survivors
from tests.support.pulse import stretched


def shell(script: str) -> ExaminedProcess:
    return ExaminedProcess(["sh", "-c", script])


def test_lines_are_heard_up_to_the_one_that_was_waited_for():
    with shell("read line; echo a $line; echo b; sleep 0.1; echo c; read line") as talk:
        talk.say("hello")
        heard = talk.hear("c", 2)
        assert heard.lines == ("a hello", "b", "c")
        assert 0.1 <= heard.seconds < stretched(2)
        assert list(talk.transcript) == ["> hello", "< a hello", "< b", "< c"]


def test_silence_is_a_fault_after_a_while():
    begun = time.monotonic()
    with shell("echo a; read line") as talk, pytest.raises(Fault, match=r"no b within 0.2 s"):
        talk.hear("b", 0.2)
    assert 0.2 <= time.monotonic() - begun < stretched(1)


def test_a_flood_is_no_answer_either():
    begun = time.monotonic()
    with shell("while :; do echo joho; done") as talk, pytest.raises(Fault, match="no b within"):
        talk.hear("b", 0.2)
    assert time.monotonic() - begun < stretched(1)


def test_the_end_of_its_output_is_a_fault_at_once():
    with shell("echo a; exit 3") as talk:
        assert talk.hear("a", 2).last == "a"
        for _ in range(2):
            with pytest.raises(Fault, match="it closed its output, exit code 3"):
                talk.hear("b", 20)


def test_nobody_is_there_to_hear():
    with shell("exit 4") as talk, pytest.raises(Fault, match="it is gone, exit code 4"):
        talk.exit_code(2)
        talk.say("hello")


def test_an_engine_that_reads_nothing_does_not_hold_us_up():
    with shell("sleep 10") as talk, pytest.raises(Fault, match="has not read its input for 2 s"):
        talk.send(b"joho\n" * 100_000)


def test_an_engine_that_answers_more_than_a_pipe_holds_is_heard_while_we_speak():
    with shell("cat; echo end") as talk:
        talk.send(b"joho\n" * 100_000)
        talk.hang_up()
        assert len(talk.hear("end", 5).lines) == 100_001


def test_a_line_without_end_is_not_kept():
    with shell("head -c 3000000 /dev/zero; echo; echo b; read line") as talk:
        assert talk.hear("b", 5).lines == (TOO_LONG, "b")


def test_stderr_is_kept_apart():
    with shell("echo noise >&2; sleep 0.1; echo a") as talk:
        assert talk.hear("a", 2).lines == ("a",)
        assert list(talk.complaints) == ["noise"]


def test_the_end_is_waited_for():
    with shell("read line; exit 5") as talk:
        with pytest.raises(Fault, match=r"it still runs after 0.1 s"):
            talk.exit_code(0.1)
        talk.hang_up()
        assert talk.exit_code(2) == 5


def test_nothing_is_left_of_an_engine_and_what_it_started():
    token = "token-of-interviews"
    with shell(f"(trap '' TERM; sleep 60; : {token}) & sleep 60; : {token}") as talk:
        talk.listen(0.1)
    assert survivors(token) == []
