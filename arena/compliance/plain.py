"""Plain: what the checks of all dialects have in common that know only questions and answers, no options.

A client takes every line for an answer, so that silence is a promise as well.
"""

from collections.abc import Callable
from typing import Protocol

from boyi.arena.compliance.check import Check, advisory
from boyi.arena.compliance.ends import WITHIN, Mortal, exit_code, hangs_up, quits, quits_in_search
from boyi.arena.compliance.interview import Fault, Interview

PATIENCE = 30.0
"""Seconds for a move: no clock is told, and platforms grant as much."""
SHORT = 3.0
"""Seconds for what needs no thought."""
HUSH = 0.15
"""Seconds in which a word too many would have come."""
LONG = 100_000


class Plain(Mortal, Protocol):
    """An engine that answers questions."""

    def play(self) -> None:
        """A question and its answer, to see that all is well; Fault if it is not."""


def hush(interview: Interview, seconds: float = HUSH) -> None:
    """Fault if an engine says anything for a while."""
    for line in interview.listen(seconds):
        raise Fault(f"it said {line!r}")


def silent_over(*noise: bytes) -> Callable[[Plain], str]:
    """Whether lines that mean nothing are passed over in silence, and the engine plays on."""

    def check(engine: Plain) -> str:
        engine.interview.send_lines(*noise)
        hush(engine.interview)
        engine.play()
        return ""

    return check


def _unasked(engine: Plain) -> str:
    hush(engine.interview)
    engine.greet()  # to which a banner that comes late would be no answer
    return ""


def _stderr(engine: Plain) -> str:
    engine.play()
    engine.interview.listen(HUSH)
    if engine.interview.complaints:
        raise Fault(f"{engine.interview.complaints[0]!r} on stderr")
    return ""


def _farewell(engine: Plain) -> str:
    engine.interview.say(engine.farewell)
    hush(engine.interview)
    return ""


SILENCE = Check("silent before it is spoken to", "nothing on stdout", _unasked, life="first")
STDERR = Check("stderr", "nothing", _stderr)
NOISE: tuple[Check[Plain], ...] = (
    Check("unknown command", "silence", silent_over(b"joho", b"joho 1 2 3", b"!?")),
    Check("blank lines", "silence", silent_over(b"", b"   ", b"\t", b"")),
    Check("a long line", f"silence after {LONG} bytes of noise", silent_over(b"joho " * (LONG // 5)),
          advisory("no platform sends one")),
    Check("bytes that are no text", "silence", silent_over(b"\xff\xfe\x80", b"jo\x00ho"),
          advisory("no platform sends them")),
)  # fmt: skip


def ends(word: str) -> tuple[Check[Plain], ...]:
    """How an engine ends."""
    only = advisory(f"the platform says {word} first")
    return (
        Check(word, WITHIN, quits, life="last"),
        Check(f"{word} in search", WITHIN, quits_in_search, life="last"),
        Check(f"silence after {word}", "no answer", _farewell, life="last"),
        Check(
            "exit code", f"0 after {word}", exit_code, advisory("platforms do not look at it"), life="last"
        ),
        Check("end of input", WITHIN, hangs_up, only, life="last"),
    )
