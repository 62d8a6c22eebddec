"""Conversations by lot with every engine as a process: it lives, answers, keeps its state, and ends well.

`BOYI_FUZZ_SECONDS=600 bin/test tests/system/test_fuzzing.py` talks longer; a seed always says the same.
"""

import os
import sys
import time

import pytest

from tests.support.protocol.fuzzing import Fuzzer, Wording
from tests.support.protocol.talking import KNOWN, MATE

SHORT, LONG = 14.0, 1800.0
"""Seconds of all conversations together: by default, and of those marked long."""
SEED = 1


def engine(game: str, *options: str) -> tuple[str, ...]:
    words = [word for option in ("Hash=1", *options) for word in ("--set", option)]
    return (sys.executable, "-P", "-m", f"boyi.engines.{game}", *words)


UCI = (
    "uci", "isready", "ucinewgame", "stop", "ponderhit", "d", "debug on", "debug off", "position startpos",
    "position startpos moves {m}", "go depth {n}", "go nodes 500", "go movetime 20", "go infinite",
    "go ponder wtime 100 btime 100", "go wtime 50 btime 50 winc 1 binc 1", "go mate {n}",
    "go searchmoves {m}",
    "go depth 3 searchmoves {m}", "setoption name MultiPV value {n}", "setoption name Ponder value true",
    "setoption name Nonsense value {n}", "setoption name Evaluator value nothing", "register later", "eval",
)  # fmt: skip
CHESS_MOVES = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1", "d7d8q", "a1h8", "0000")
XIANGQI_MOVES = ("h2e2", "h9g7", "h0g2", "i9h9", "b2b9", "a0a9", "e0e1", "c3c4", "b9c7")
STONES = ("JJ", "KK", "II", "JK", "AA", "SS", "HK", "LJ", "TT")
WALKS = ("1:25-19", "6:15-14", "3:11-17", "2:6-12", "5:19-13", "1:1-7", "4:24-18")
CONNECT6_PROBE = ("ucinewgame", "position startpos", "go nodes 50")
UCI_PING = ("stop\nisready", "^readyok$")
WORDINGS = (
    Wording("chess, UCI", engine("chess"),
            (*UCI, "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"),
            CHESS_MOVES, ("uci",), UCI_PING, (("setoption name MultiPV value 1", KNOWN, "go depth 3"), MATE)),
    Wording("chess, XBoard", engine("chess"),
            ("new", "force", "go", "{m}", "usermove {m}", "undo", "remove", "level 40 5 0", "st 1", "sd {n}",
             "time 50", "otim 50", "post", "nopost", "hint", "draw", "computer", "easy", "hard", "?",
             "setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "edit", ".", "result 1-0 {test}", "rating {n} {n}"),
            CHESS_MOVES, ("xboard", "protover 2", "st 1", "sd 3"), (".\nforce\nping 7", "^pong 7$")),
    Wording("xiangqi, UCCI", engine("xiangqi"),
            ("ucci", "isready", "stop", "setoption batch off", "setoption newgame", "position startpos",
             "position startpos moves {m}", "banmoves {m}", "go depth {n}", "go nodes 500", "go time 100",
             "go ponder time 200", "ponderhit", "ponderhit draw", "go draw depth 2", "probe startpos",
             "setoption randomness small", "setoption resign {n}"),
            XIANGQI_MOVES, ("ucci",), UCI_PING),
    Wording("xiangqi, UCI", engine("xiangqi"), UCI, XIANGQI_MOVES, ("uci",), UCI_PING,
            (("ucinewgame", "position startpos", "go nodes 50"), "^bestmove [a-i]")),
    Wording("connect6, UCI", engine("connect6"), UCI, STONES, ("uci",), UCI_PING,
            (CONNECT6_PROBE, "^bestmove [A-S]{2}")),
    Wording("connect6, SAU", engine("connect6", "Move Time=10"),
            ("name?", "new black", "new white", "move {m}", "move JJ@@", "move KKII", "end", "accept"),
            STONES, (), ("name?", "^name ")),
    Wording("einstein, UCI", engine("einstein"),
            (*UCI, "position fen 25 24 23 20 19 15 1 2 3 6 7 11 b {n}"), WALKS, ("uci",), UCI_PING,
            (("ucinewgame", "position fen 25 24 23 20 19 15 1 2 3 6 7 11 b 1", "go nodes 50"), "^bestmove ")),
)  # fmt: skip


@pytest.mark.parametrize("wording", WORDINGS, ids=lambda wording: wording.name)
def test_a_conversation_by_lot(wording: Wording) -> None:
    total = float(os.environ.get("BOYI_FUZZ_SECONDS", SHORT))
    begun = list[float]()

    def over() -> bool:
        begun.append(time.monotonic())
        return begun[-1] - begun[0] >= total / len(WORDINGS)

    fuzzer = Fuzzer(wording, SEED)
    fuzzer.talk(over)
    assert fuzzer.said > 0


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("wording", WORDINGS, ids=lambda wording: wording.name)
def test_hours_of_conversation(wording: Wording) -> None:
    """Many conversations, each of hundreds of lines."""
    end, seed = time.monotonic() + LONG / len(WORDINGS), 100
    while time.monotonic() < end:
        seed += 1
        fuzzer = Fuzzer(wording, seed)
        begun = time.monotonic()
        fuzzer.talk(lambda fuzzer=fuzzer, begun=begun: fuzzer.said > 500 or time.monotonic() - begun > 120)  # type: ignore[misc]
