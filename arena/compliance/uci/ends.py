"""UCI: how an engine ends."""

from boyi.arena.compliance.base.check import Check, advisory
from boyi.arena.compliance.base.ends import (
    WITHIN,
    check_end_of_input,
    check_end_of_input_in_search,
    check_quit,
    check_quit_in_search,
    exit_code,
)
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.uci.engine import GREETING, UciEngine


def _exit_code(engine: UciEngine) -> None:
    engine.process.say(engine.wording.hello)
    engine.process.hear(engine.wording.welcome, GREETING)
    exit_code(engine)


def _stderr(engine: UciEngine) -> None:
    engine.search(engine.samples.opening, "depth 3")
    if engine.process.complaints:
        raise Fault(f"{engine.process.complaints[0]!r} on stderr")


SILENT = advisory("the protocol knows only quit")
CHECKS: tuple[Check[UciEngine], ...] = (
    Check("stderr", "nothing but errors, so nothing", _stderr,
          advisory("the protocol says nothing of stderr")),
    Check("quit", WITHIN, check_quit, life="last"),
    Check("quit in search", WITHIN, check_quit_in_search, life="last"),
    Check("exit code", "0 after quit", _exit_code, SILENT, life="first"),
    Check("end of input", WITHIN, check_end_of_input, SILENT, life="last"),
    Check("end of input in search", WITHIN, check_end_of_input_in_search, SILENT, life="last"),
)  # fmt: skip
