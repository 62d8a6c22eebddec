"""UCI: how an engine ends."""

from boyi.arena.compliance.check import Check, advisory, milliseconds
from boyi.arena.compliance.interview import Fault
from boyi.arena.compliance.uci_engine import GREETING, UNDER_WAY, UciEngine

END = 1.0
"""Seconds from quit, or from the end of its input, to the end of the process."""


def _ends(engine: UciEngine) -> str:
    engine.interview.exit_code(END)
    return milliseconds(engine.interview.seconds)


def _quit(engine: UciEngine) -> str:
    engine.interview.say("quit")
    return _ends(engine)


def _quit_in_search(engine: UciEngine) -> str:
    _think(engine)
    return _quit(engine)


def _end_of_input(engine: UciEngine) -> str:
    engine.interview.hang_up()
    return _ends(engine)


def _end_of_input_in_search(engine: UciEngine) -> str:
    _think(engine)
    return _end_of_input(engine)


def _exit_code(engine: UciEngine) -> str:
    engine.interview.say(engine.manner.hello)
    engine.interview.hear(engine.manner.welcome, GREETING)
    engine.interview.say("quit")
    if code := engine.interview.exit_code(END):
        raise Fault(f"exit code {code}")
    return ""


def _stderr(engine: UciEngine) -> str:
    engine.search(engine.samples.openings[0], "depth 3")
    if engine.interview.complaints:
        raise Fault(f"{engine.interview.complaints[0]!r} on stderr")
    return ""


def _think(engine: UciEngine) -> None:
    engine.start(engine.samples.openings[0], "infinite")
    engine.interview.listen(UNDER_WAY)


SILENT = advisory("the protocol knows only quit")
CHECKS: tuple[Check[UciEngine], ...] = (
    Check("stderr", "nothing but errors, so nothing", _stderr,
          advisory("the protocol says nothing of stderr")),
    Check("quit", f"the process ends within {END:g} s", _quit, life="last"),
    Check("quit in search", f"the process ends within {END:g} s", _quit_in_search, life="last"),
    Check("exit code", "0 after quit", _exit_code, SILENT, life="first"),
    Check("end of input", f"the process ends within {END:g} s", _end_of_input, SILENT, life="last"),
    Check("end of input in search", f"the process ends within {END:g} s", _end_of_input_in_search, SILENT,
          life="last"),
)  # fmt: skip
