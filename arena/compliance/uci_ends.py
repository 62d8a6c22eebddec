"""UCI: how an engine ends."""

from boyi.arena.compliance.check import Check, advisory
from boyi.arena.compliance.ends import (
    WITHIN,
    exit_code,
    hangs_up,
    hangs_up_in_search,
    quits,
    quits_in_search,
)
from boyi.arena.compliance.interview import Fault
from boyi.arena.compliance.uci_engine import GREETING, UciEngine


def _exit_code(engine: UciEngine) -> str:
    engine.interview.say(engine.manner.hello)
    engine.interview.hear(engine.manner.welcome, GREETING)
    return exit_code(engine)


def _stderr(engine: UciEngine) -> str:
    engine.search(engine.samples.openings[0], "depth 3")
    if engine.interview.complaints:
        raise Fault(f"{engine.interview.complaints[0]!r} on stderr")
    return ""


SILENT = advisory("the protocol knows only quit")
CHECKS: tuple[Check[UciEngine], ...] = (
    Check("stderr", "nothing but errors, so nothing", _stderr,
          advisory("the protocol says nothing of stderr")),
    Check("quit", WITHIN, quits, life="last"),
    Check("quit in search", WITHIN, quits_in_search, life="last"),
    Check("exit code", "0 after quit", _exit_code, SILENT, life="first"),
    Check("end of input", WITHIN, hangs_up, SILENT, life="last"),
    Check("end of input in search", WITHIN, hangs_up_in_search, SILENT, life="last"),
)  # fmt: skip
