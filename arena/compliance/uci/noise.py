"""UCI: lines that are odd in form, or mean nothing; the protocol has an engine pass over them."""

from collections.abc import Callable

from boyi.arena.compliance.base.check import Check, advisory, answers, excused
from boyi.arena.compliance.base.position import Setup
from boyi.arena.compliance.uci.engine import SHORT, UciEngine

LONG = 100_000


def _passed_over(*noise: bytes) -> Callable[[UciEngine], None]:
    """Whether the engine is ready after noise, has not begun to search, and plays on."""

    def check(engine: UciEngine) -> None:
        engine.process.send_lines(*noise)
        engine.expect_no_best(engine.ready().lines)
        engine.search(Setup(), "depth 2")

    return check


def _understood(text: str) -> Callable[[UciEngine], None]:
    """Whether the engine answers a search after a first move (MOVE) that is asked for in an odd form."""

    def check(engine: UciEngine) -> None:
        move = engine.samples.first_move
        engine.process.send(text.replace("MOVE", engine.spelled(move)).encode())
        engine.finish(Setup(None, (move,)))

    return check


def _crlf(engine: UciEngine) -> None:
    engine.process.send(b"isready\r\n")
    engine.process.hear("readyok", SHORT)
    _understood("position startpos moves MOVE\r\ngo depth 2\r\n")(engine)


def _in_pieces(engine: UciEngine) -> None:
    engine.process.say_in_pieces("isready", 4)
    engine.process.hear("readyok", SHORT)


CHECKS: tuple[Check[UciEngine], ...] = (
    Check("unknown command", "passed over", _passed_over(b"joho", b"joho 1 2 3", b"!?")),
    Check("debug and register", "taken or passed over",
          _passed_over(b"debug on", b"debug off", b"register later")),
    Check("unknown word before a command", "the rest of the line is obeyed",
          answers("joho isready", by="readyok", within=SHORT),
          excused("no client relies on it, and hardly an engine does it")),
    Check("unknown word after go", "the rest of the line is obeyed",
          _understood("position startpos moves MOVE\ngo joho depth 2\n")),
    Check("blank lines", "passed over", _passed_over(b"", b"   ", b"\t", b"")),
    Check("white space", "any amount between words, before and after",
          _understood("  position \t startpos   moves\tMOVE  \n\tgo    depth \t 2 \n"),
          excused("GNU Chess 6, Toga II and Ethereal want single blanks")),
    Check("CRLF", "lines may end so", _crlf,
          excused("GNU Chess 6 and Toga II take the CR for a part of the word")),
    Check("a line in pieces", "understood once it is whole", _in_pieces,
          excused("GNU Chess 6 takes what it reads at once for a line")),
    Check("a long line", f"{LONG} bytes of noise are passed over", _passed_over(b"joho " * (LONG // 5)),
          advisory("the protocol sets no limit")),
    Check("bytes that are no text", "passed over", _passed_over(b"\xff\xfe\x80", b"jo\x00ho"),
          advisory("the protocol speaks of text alone")),
)  # fmt: skip
