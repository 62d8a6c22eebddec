"""Bad input against the real chess engine: each row is a promise, kept without losing the position.

What a session answers without an engine is tested elsewhere, with a fake one.
"""

import re
import time

import pytest

from tests.support.protocol.talking import CHESS, KNOWN, MATE, SLACK, Talk
from tests.support.pulse import stretched


def answer(engine: Talk, *lines: str) -> str:
    """The answer to a short search after some lines."""
    return engine.ask(*lines, "go depth 3")[-1].split(" ponder")[0]


def test_rows_13_to_17_noise_between_commands(engine):
    engine.say("\t " + KNOWN + "  \r", "\0\0\x01", "xyzzy", "\r")
    assert answer(engine) == MATE


FAULTY = {
    "rubbish": "position",
    "8/8/8/8/8/8/8/8 w - - 0 1": "king",
    "4k3/8/8/8/8/8/8/8 w - - 0 1": "white has no king",
    "4k3/8/8/8/8/8/8/K3K3 w - - 0 1": "kings",
    "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1": "not to move is in check",
    "P3k3/8/8/8/8/8/8/4K3 w - - 0 1": "pawn",
    "4k3/8/8/8/QQQQQQQQ/QQQQQQQQ/8/4K3 w - - 0 1": "16 pieces",
    "4k3/8/8/8/8/PP6/PPPPPPPP/4K3 w - - 0 1": "8 pawns",
    "4k3/8/8/8/8/8/7/4K3 w - - 0 1": "row",
    "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1": "castling",
    "4k3/8/8/8/8/8/8/4K3 z - - 0 1": "turn",
}


@pytest.mark.parametrize(("fen", "word"), FAULTY.items())
def test_rows_19_and_20_a_faulty_position_is_named_and_the_old_one_stays(engine, fen, word):
    engine.say(KNOWN, f"position fen {fen}")
    told = engine.settle()
    assert len(told) == 1
    assert told[0].startswith("info string ")
    assert word in told[0]
    assert answer(engine) == MATE


@pytest.mark.parametrize("fen", ["4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 1"])
def test_row_20_an_en_passant_square_without_its_pawn_is_never_played(engine, fen):
    assert "e5d6" not in engine.ask(f"position fen {fen}", "go depth 1 searchmoves e5d6")[-1]


def test_row_20_a_late_position_is_taken(engine):
    assert answer(engine, "position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 200") == MATE


def test_row_21_an_illegal_move_in_a_list(engine):
    engine.say("position fen 6k1/5ppp/8/8/8/8/R7/7K w - - 0 1 moves a2a1 h7h5 a1h9 a1a2")
    told = engine.settle()
    assert len(told) == 1
    assert "a1h9" in told[0]
    engine.say("d")
    assert "6k1/5pp1/8/7p/8/8/8/R6K w - - 0 2" in "\n".join(engine.settle())


@pytest.mark.parametrize("go", ["go depth abc", "go depth 12345678901234567890", "go movetime 1e3"])
def test_row_26_what_is_no_number_is_said(engine, go):
    engine.say(go)
    assert engine.hear("^info string")[-1].startswith("info string go: ")
    engine.ask("stop")


@pytest.mark.parametrize("go", ["go movetime 99999999999999", "go wtime 999999999999999 btime 9"])
def test_row_26_large_numbers_are_a_search(engine, go):
    engine.say(go)
    engine.hear("^info depth 3")
    engine.ask("stop")


def test_row_26_a_count_too_deep_is_no_end():
    """Refused, or ended by stop; in a process of its own, since it might not survive."""
    with Talk() as talk:
        talk.settle()
        talk.say("go perft 1000000")
        time.sleep(0.5)
        talk.say("stop")
        talk.settle()


@pytest.mark.parametrize("line", ["go perft 12", "go perft 60", "bench"])
def test_row_5_a_long_count_ends_with_stop(engine, line):
    for pause in (0, 0.3):
        engine.say("position startpos", line)
        time.sleep(pause)
        engine.say("stop")
        assert not any(told.startswith("Nodes searched") for told in engine.settle())
    engine.say("go perft 2")
    assert "Nodes searched: 400" in engine.settle()


@pytest.mark.parametrize("line", ["go perft 12", "bench"])
def test_row_4_a_long_count_ends_with_quit(line):
    with Talk() as talk:
        talk.settle()
        talk.say(line, "quit")
        code, _, took = talk.ends()
        assert code == 0
        assert took < stretched(0.2 * SLACK)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("setoption name Nonsense value 3", "Nonsense"),
        ("setoption name Hash value -5", "set to 1"),
        ("setoption name Hash value abc", "abc"),
        ("setoption name Threads value 0", "set to 1"),
        ("setoption name Evaluator value nothing", "nothing"),
    ],
)
def test_rows_27_and_28_options(engine, line, word):
    engine.say(line)
    told = engine.settle()
    assert len(told) == 1
    assert word in told[0]
    assert answer(engine, KNOWN) == MATE


LITTLE_MEMORY = ("sh", "-c", 'ulimit -v 2000000; exec "$@"', "sh", *CHESS)


def test_rows_27_and_35_more_memory_than_there_is():
    """Bent to the most that may be asked, then to what there is, and both are said."""
    with Talk(LITTLE_MEMORY) as talk:
        talk.settle()
        talk.say("setoption name Hash value 999999999")
        told = talk.settle()
        assert any("set to" in line for line in told)
        assert any("memory suffices" in line for line in told)
        assert talk.ask("setoption name Hash value 1", "go depth 3")[-1].startswith("bestmove ")


def test_row_32_long_lists_of_moves(engine):
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    for plies in (2000, 5000):
        line = "position startpos moves " + " ".join((shuffle * 1250)[:plies])
        engine.say(line)
        assert engine.seconds(engine.settle) < plies / 1000 * SLACK
        assert re.match(r"bestmove [a-h]", answer(engine))
