"""UCCI: what an engine says of itself at its start."""

from boyi.arena.compliance import uci_start
from boyi.arena.compliance.check import Check, advisory
from boyi.arena.compliance.uci_engine import GREETING, UciEngine
from boyi.arena.compliance.uci_manner import UCCI


def _after_uci(engine: UciEngine) -> str:
    engine.interview.say("uci", "ucci")
    engine.interview.hear("ucciok", GREETING)
    return ""


CHECKS: tuple[Check[UciEngine], ...] = (
    Check("ucci after uci", "the second greeting is answered, too", _after_uci,
          advisory("there are clients that try both in one process"), life="first"),
    *uci_start.table(UCCI),
)  # fmt: skip
