"""Every check of UCI-Cyclone, in the order in which they are made: UCI's, and what Chinese clients add."""

from boyi.arena.compliance.base.check import Check, advisory
from boyi.arena.compliance.base.position import Setup
from boyi.arena.compliance.uci import checks as uci
from boyi.arena.compliance.uci import ends
from boyi.arena.compliance.uci.engine import UciEngine
from boyi.arena.compliance.uci.wording import UciWording
from boyi.protocol.uci.cyclone import DIALECT


class CycloneEngine(UciEngine):
    """A conversation about one game in UCI-Cyclone."""

    wording = UciWording(DIALECT)


def _bare(engine: UciEngine) -> None:
    for setup in engine.samples.openings:
        engine.process.say(engine.position(setup).removeprefix("position "), "go depth 2")
        engine.finish(setup)


def _two_limits(engine: UciEngine) -> None:
    engine.search(Setup(), "movetime 300 depth 2")


CHECKS: tuple[Check[UciEngine], ...] = (
    *uci.ALIVE,
    Check("fen and startpos", "are understood without position before them", _bare,
          advisory("clients are free to say position")),
    Check("go movetime and depth", "ends with what comes first", _two_limits),
    *ends.CHECKS,
)  # fmt: skip
