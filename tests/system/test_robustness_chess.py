"""Ends, stops and clocks against the real chess engine: each row is a promise, with its time.

What a session answers without an engine is tested elsewhere, with a fake one.
"""

from collections.abc import Iterator

import pytest

from tests.support.protocol.talking import KNOWN, MATE, SLACK, Talk
from tests.support.pulse import stretched


@pytest.fixture
def fresh() -> Iterator[Talk]:
    """A process of its own, loaded and idle."""
    with Talk() as talk:
        talk.settle()
        yield talk


def answer(engine: Talk, *lines: str) -> str:
    """The answer to a short search after some lines."""
    return engine.ask(*lines, "go depth 3")[-1].split(" ponder")[0]


def test_row_1_end_of_input_while_idle(fresh):
    fresh.close()
    code, _, took = fresh.ends()
    assert code == 0
    assert took < stretched(0.1 * SLACK)


def test_row_2_end_of_input_in_an_infinite_search(fresh):
    fresh.say("go infinite")
    fresh.hear("^info depth 5")
    fresh.close()
    code, lines, took = fresh.ends()
    assert code == 0
    assert lines[-1].startswith("bestmove ")
    assert took < stretched(0.2 * SLACK)


def test_row_3_end_of_input_in_a_bounded_search(fresh):
    fresh.say("go depth 9")
    fresh.close()
    code, lines, _ = fresh.ends()
    assert code == 0
    assert any(line.startswith("info depth 9 ") for line in lines)
    assert lines[-1].startswith("bestmove ")


def test_row_4_quit_in_search(fresh):
    fresh.say("go infinite")
    fresh.hear("^info depth 5")
    fresh.say("quit")
    code, lines, took = fresh.ends()
    assert code == 0
    assert took < stretched(0.2 * SLACK)
    assert lines[-1].startswith("bestmove ")


def test_row_5_stop_in_search(engine):
    for _ in range(3):
        engine.say("go infinite")
        engine.hear("^info depth 7")
        assert engine.seconds(lambda: engine.ask("stop")) < 0.05 * SLACK


def test_row_6_stop_while_idle(engine):
    engine.say("stop", "stop")
    assert engine.settle() == []


def test_row_7_isready_in_search(engine):
    engine.say("go infinite")
    engine.hear("^info depth 5")
    assert engine.seconds(engine.settle) < 0.05 * SLACK
    engine.ask("stop")


def test_row_8_a_second_go_in_search(engine):
    engine.say("go infinite searchmoves a2a3", "go depth 2 searchmoves b2b3")
    assert engine.hear("^bestmove")[-1].startswith("bestmove a2a3")
    assert engine.hear("^bestmove")[-1].startswith("bestmove b2b3")
    assert engine.settle() == []


def test_row_9_a_position_in_search(engine):
    engine.say(KNOWN, "go infinite", "position startpos")
    engine.hear("^info depth 3")
    assert engine.ask("stop")[-1] == MATE
    assert "a1a8" not in answer(engine)


@pytest.mark.parametrize("fen", ["7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"])
@pytest.mark.parametrize("go", ["go depth 5", "go movetime 50", "go wtime 1000 btime 1000"])
def test_row_22_mate_or_stalemate_at_the_root(engine, fen, go):
    assert engine.ask(f"position fen {fen}", go) == ["bestmove (none)"]


def test_row_23_go_before_position(fresh):
    first = fresh.ask("go depth 5")[-1]
    assert fresh.ask("ucinewgame", "position startpos", "go depth 5")[-1] == first


@pytest.mark.parametrize(
    "go", ["go wtime -100 btime -100", "go wtime 1 btime 1", "go wtime 0 btime 0 winc 0"]
)
def test_row_24_no_time_left(engine, go):
    took = [engine.seconds(lambda: engine.ask(go)) for _ in range(5)]
    assert sorted(took)[2] < 0.02 * SLACK


@pytest.mark.parametrize("go", ["go movetime 0", "go depth 0", "go nodes 0", "go movetime -5", "go mate 0"])
def test_row_25_nothing_allowed(engine, go):
    assert engine.seconds(lambda: engine.ask(go)) < 0.1 * SLACK
