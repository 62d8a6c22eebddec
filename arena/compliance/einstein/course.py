"""Every check of the dialect of Taiwan's EinStein courses, in the order in which they are made."""

from collections.abc import Callable

from boyi.arena.compliance.base import request_reply
from boyi.arena.compliance.base.check import Check, advisory, select, with_weight
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.base.request_reply import SHORT
from boyi.arena.compliance.einstein import games
from boyi.arena.compliance.einstein.engine import EinsteinEngine

GREETING = 4.0
"""Seconds for the first word."""
BAD = (
    b"get", b"get B", b"get B 7 E5 D5 C5 E4 D4 E3 A1 B1 C1 A2 B2 A3",
    b"get X 2 E5 D5 C5 E4 D4 E3 A1 B1 C1 A2 B2 A3", b"get B 2 E5 D5 C5 E4 D4",
    b"get B 2 E5 E5 C5 E4 D4 E3 A1 B1 C1 A2 B2 A3", b"get B 2 E6 D5 C5 E4 D4 E3 A1 B1 C1 A2 B2 A3",
    b"get B 2 0 0 0 0 0 0 0 0 0 0 0 0",
)  # fmt: skip
"""Questions that have no answer."""


class CourseEngine(EinsteinEngine):
    """A conversation that begins with the question for a name."""

    def greet(self) -> None:
        """Ask for the name, by which the dialect is known, and for a placing."""
        self.process.say("name")
        self.hear(GREETING)
        super().greet()


def _word(question: str) -> Callable[[EinsteinEngine], str]:
    """Whether a question is answered with one word."""

    def check(engine: EinsteinEngine) -> str:
        engine.process.say(question)
        line = engine.hear(GREETING)
        if len(line.split()) != 1:
            raise Fault(f"{line!r} is not one word")
        return line

    return check


def _taken(*settings: str) -> Callable[[EinsteinEngine], None]:
    """Whether each setting is answered with 1, and the engine plays on."""

    def check(engine: EinsteinEngine) -> None:
        for setting in settings:
            engine.process.say(setting)
            if (line := engine.hear(SHORT)) != "1":
                raise Fault(f"{line!r} in answer to {setting}")
        engine.play()

    return check


UNSAID = advisory("the courses' arena sends nothing of the kind")
OWN: tuple[Check[EinsteinEngine], ...] = (
    Check("name", f"one word within {GREETING:g} s", _word("name"), life="first"),
    Check("first placing", "ini B is answered, however late", games.first, life="first"),
    Check("version", "one word", _word("version")),
    Check("time_setting", "1", _taken("time_setting 240", "time_setting 600")),
    Check("board_setting", "1", _taken("board_setting 5 6")),
)
CHECKS: tuple[Check[EinsteinEngine], ...] = (
    *OWN[:2],
    request_reply.SILENCE,
    *OWN[2:],
    *games.PLACINGS,
    games.move("get", request_reply.PATIENCE),
    *games.MOVES,
    games.bad_questions(*BAD),
    *with_weight(select(request_reply.NOISE, "unknown command"), UNSAID),
    *request_reply.NOISE[1:],
    *request_reply.ends("exit"),
)
