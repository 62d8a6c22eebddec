"""Every check of Botzone's dialect of Connect6, in the order in which they are made."""

from collections.abc import Callable, Mapping

from boyi.arena.compliance import plain
from boyi.arena.compliance.botzone_engine import TURNS, BotzoneEngine
from boyi.arena.compliance.check import Check, advisory, milliseconds, promptly, those, weighed
from boyi.arena.compliance.plain import hush

TURN = 1.0
"""Seconds for a turn."""
AS_WHITE = ("HH",)
LATER = ("HH", "GG", "GH", "AA", "OA")
"""A game so far, in which White's second turn comes next."""
LATER_BLACK = ("HH", "GG", "GH")
MORE = {"data": "", "globaldata": "", "time_limit": 1, "memory_limit": 256}
"""What else stands in a request for a whole game."""


def _first(engine: BotzoneEngine) -> str:
    engine.greet()
    return milliseconds(engine.seconds)


def _whole(
    stones: tuple[str, ...], more: Mapping[str, object] | None = None
) -> Callable[[BotzoneEngine], str]:
    """Whether a bot that was just started goes on with a game."""

    def check(engine: BotzoneEngine) -> str:
        engine.ask_whole(stones, more)
        engine.answer(engine.patience)
        return ""

    return check


def _kept(engine: BotzoneEngine) -> str:
    for _ in range(TURNS - 1):
        engine.play()
    return ""


def _time(engine: BotzoneEngine) -> str:
    def attempt() -> float:
        engine.play()
        return engine.seconds

    return promptly(TURN, attempt, TURNS - 1)


def _one_answer(engine: BotzoneEngine) -> str:
    engine.play()
    hush(engine.interview)
    return ""


def _crlf(engine: BotzoneEngine) -> str:
    engine.interview.send(f"{engine.question()}\r\n".encode())
    engine.answer()
    return ""


def _in_pieces(engine: BotzoneEngine) -> str:
    engine.interview.say_in_pieces(engine.question(), 9)
    engine.answer()
    return ""


UNSAID = advisory("the platform sends nothing of the kind")
OWN: tuple[Check[BotzoneEngine], ...] = (
    Check("first turn", "one stone, and -1 for the other, however late", _first, life="first"),
    Check("White's first turn", "two stones on empty points", _whole(AS_WHITE), life="first"),
    Check("White goes on", "legal after requests and responses", _whole(LATER), life="first"),
    Check("Black goes on", "legal after requests and responses", _whole(LATER_BLACK), life="first"),
    Check("further fields", "data, globaldata and limits are taken or passed over", _whole(AS_WHITE, MORE),
          life="first"),
    Check("kept running", "legal turns where only the new request comes", _kept),
    Check("time for a turn", f"an answer within {TURN:g} s once it runs", _time),
    Check("one answer", "nothing after the response, but for the wish to be kept running", _one_answer),
    Check("CRLF", "lines may end so", _crlf, UNSAID),
    Check("a line in pieces", "understood once it is whole", _in_pieces),
)  # fmt: skip
CHECKS: tuple[Check[BotzoneEngine], ...] = (
    *OWN[:1],
    plain.SILENCE,
    *OWN[1:],
    *weighed(plain.NOISE, UNSAID),
    *weighed((plain.STDERR,), advisory("the platform does not read it")),
    *weighed(those(plain.ends("quit"), "end of input"), advisory("the platform kills bots")),
)
