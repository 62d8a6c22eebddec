"""XBoard: how an engine ends."""

from boyi.arena.compliance.check import Check, advisory, excused, milliseconds
from boyi.arena.compliance.interview import Fault
from boyi.arena.compliance.xboard_engine import UNDER_WAY, XBoardEngine
from boyi.arena.compliance.xboard_games import SLOW

END = 1.0
"""Seconds from quit, or from the end of its input, to the end of the process."""


def _ends(engine: XBoardEngine) -> str:
    engine.interview.exit_code(END)
    return milliseconds(engine.interview.seconds)


def _quit(engine: XBoardEngine) -> str:
    engine.say("quit")
    return _ends(engine)


def _quit_in_search(engine: XBoardEngine) -> str:
    engine.set_up(engine.samples.openings[0], *SLOW)
    engine.say("go")
    engine.interview.listen(UNDER_WAY)
    return _quit(engine)


def _exit_code(engine: XBoardEngine) -> str:
    engine.say("quit")
    if code := engine.interview.exit_code(END):
        raise Fault(f"exit code {code}")
    return ""


def _end_of_input(engine: XBoardEngine) -> str:
    engine.interview.hang_up()
    return _ends(engine)


SILENT = advisory("the protocol knows only quit")
CHECKS: tuple[Check[XBoardEngine], ...] = (
    Check("quit", f"the process ends within {END:g} s", _quit, life="last"),
    Check("quit in search", f"the process ends within {END:g} s", _quit_in_search,
          excused("Fairy-Max reads nothing while it thinks"), life="last"),
    Check("exit code", "0 after quit", _exit_code, SILENT, life="last"),
    Check("end of input", f"the process ends within {END:g} s", _end_of_input, SILENT, life="last"),
)  # fmt: skip
