"""Every check of UCI-Cyclone, in the order in which they are made: UCI's, and what Chinese clients add."""

from boyi.arena.compliance import uci, uci_ends
from boyi.arena.compliance.check import Check, advisory
from boyi.arena.compliance.setup import Setup
from boyi.arena.compliance.uci_engine import UciEngine


def _bare(engine: UciEngine) -> str:
    for setup in engine.samples.openings:
        engine.interview.say(engine.position(setup).removeprefix("position "), "go depth 2")
        engine.finish(setup)
    return ""


def _two_limits(engine: UciEngine) -> str:
    engine.search(Setup(), "movetime 300 depth 2")
    return ""


CHECKS: tuple[Check[UciEngine], ...] = (
    *uci.ALIVE,
    Check("fen and startpos", "are understood without position before them", _bare,
          advisory("clients are free to say position")),
    Check("go movetime and depth", "ends with what comes first", _two_limits),
    *uci_ends.CHECKS,
)  # fmt: skip
