"""What the checks of all dialects have in common that know only questions and answers, no options.

A client takes every line for an answer, so that silence is a promise as well.
"""

from abc import abstractmethod
from collections.abc import Callable

from boyi.arena.compliance.base.check import Check, advisory
from boyi.arena.compliance.base.ends import (
    WITHIN,
    check_end_of_input,
    check_quit,
    check_quit_in_search,
    exit_code,
)
from boyi.arena.compliance.base.engine import ExaminedEngine
from boyi.arena.compliance.base.process import ExaminedProcess, Fault

PATIENCE = 30.0
"""Seconds for a move: no clock is told, and platforms grant as much."""
SHORT = 3.0
"""Seconds for what needs no thought."""
SILENCE_TIME = 0.15
"""Seconds in which a word too many would have come."""
LONG = 100_000


class RequestReplyEngine(ExaminedEngine):
    """An engine that answers questions; options belong into its command."""

    @abstractmethod
    def question(self) -> str:
        """The line that asks for a move, once all is said that has to come before it."""

    @abstractmethod
    def answer(self) -> None:
        """Hear the answer to that question; Fault unless it is legal and well written."""

    def ask(self) -> None:
        """Ask for a move, which is not waited for."""
        self.process.say(self.question())

    def play(self) -> None:
        """A question and its answer, to see that all is well; Fault if it is not."""
        self.ask()
        self.answer()


def expect_silence(process: ExaminedProcess, seconds: float = SILENCE_TIME) -> None:
    """Fault if an engine says anything for a while."""
    for line in process.listen(seconds):
        raise Fault(f"it said {line!r}")


def ignores(*noise: bytes) -> Callable[[RequestReplyEngine], None]:
    """Whether lines that mean nothing are passed over in silence, and the engine plays on."""

    def check(engine: RequestReplyEngine) -> None:
        engine.process.send_lines(*noise)
        expect_silence(engine.process)
        engine.play()

    return check


def _unasked(engine: RequestReplyEngine) -> None:
    expect_silence(engine.process)
    engine.greet()  # to which a banner that comes late would be no answer


def _stderr(engine: RequestReplyEngine) -> None:
    engine.play()
    engine.process.listen(SILENCE_TIME)
    if engine.process.complaints:
        raise Fault(f"{engine.process.complaints[0]!r} on stderr")


def _farewell(engine: RequestReplyEngine) -> None:
    engine.process.say(engine.farewell)
    expect_silence(engine.process)


def _one_answer(engine: RequestReplyEngine) -> None:
    engine.play()
    expect_silence(engine.process)


def _crlf(engine: RequestReplyEngine) -> None:
    engine.process.send(f"{engine.question()}\r\n".encode())
    engine.answer()


def in_pieces(at: int) -> Check[RequestReplyEngine]:
    """A question that is cut at a letter, with a pause between."""

    def check(engine: RequestReplyEngine) -> None:
        engine.process.say_in_pieces(engine.question(), at)
        engine.answer()

    return Check("a line in pieces", "understood once it is whole", check)


ONE_ANSWER = Check("one answer", "nothing after the move", _one_answer)
CRLF = Check("CRLF", "lines may end so", _crlf)
SILENCE = Check("silent before it is spoken to", "nothing on stdout", _unasked, life="first")
STDERR = Check("stderr", "nothing", _stderr)
NOISE: tuple[Check[RequestReplyEngine], ...] = (
    Check("unknown command", "silence", ignores(b"joho", b"joho 1 2 3", b"!?")),
    Check("blank lines", "silence", ignores(b"", b"   ", b"\t", b"")),
    Check("a long line", f"silence after {LONG} bytes of noise", ignores(b"joho " * (LONG // 5)),
          advisory("no platform sends one")),
    Check("bytes that are no text", "silence", ignores(b"\xff\xfe\x80", b"jo\x00ho"),
          advisory("no platform sends them")),
)  # fmt: skip


def ends(word: str) -> tuple[Check[RequestReplyEngine], ...]:
    """How an engine ends."""
    only = advisory(f"the platform says {word} first")
    return (
        Check(word, WITHIN, check_quit, life="last"),
        Check(f"{word} in search", WITHIN, check_quit_in_search, life="last"),
        Check(f"silence after {word}", "no answer", _farewell, life="last"),
        Check(
            "exit code", f"0 after {word}", exit_code, advisory("platforms do not look at it"), life="last"
        ),
        Check("end of input", WITHIN, check_end_of_input, only, life="last"),
    )
