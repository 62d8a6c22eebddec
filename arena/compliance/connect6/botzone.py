"""Every check of Botzone's dialect of Connect6, in the order in which they are made."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from boyi.arena.compliance.base import request_reply
from boyi.arena.compliance.base.check import Check, advisory, measure, milliseconds, select, with_weight
from boyi.arena.compliance.connect6.botzone_engine import TURNS, BotzoneEngine

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
) -> Callable[[BotzoneEngine], None]:
    """Whether a bot that was just started goes on with a game."""

    def check(engine: BotzoneEngine) -> None:
        engine.ask_whole(stones, more)
        engine.answer(engine.spec.patience)

    return check


def _kept(engine: BotzoneEngine) -> None:
    for _ in range(TURNS - 1):
        engine.play()


def _time(engine: BotzoneEngine) -> str:
    def attempt() -> float:
        engine.play()
        return engine.seconds

    return measure(TURN, attempt, TURNS - 1)


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
    replace(request_reply.ONE_ANSWER,
            expected="nothing after the response, but for the wish to be kept running"),
    replace(request_reply.CRLF, weight=UNSAID),
    request_reply.in_pieces(9),
)  # fmt: skip
CHECKS: tuple[Check[BotzoneEngine], ...] = (
    *OWN[:1],
    request_reply.SILENCE,
    *OWN[1:],
    *with_weight(request_reply.NOISE, UNSAID),
    *with_weight((request_reply.STDERR,), advisory("the platform does not read it")),
    *with_weight(select(request_reply.ends("quit"), "end of input"), advisory("the platform kills bots")),
)
