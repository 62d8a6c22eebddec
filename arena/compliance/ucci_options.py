"""UCCI: what happens when options are set."""

from boyi.arena.compliance import uci_options
from boyi.arena.compliance.check import Check, advisory, those
from boyi.arena.compliance.interview import Fault
from boyi.arena.compliance.uci_engine import PATIENCE, UciEngine
from boyi.engines.report import Best

BLINDLY = (
    "setoption promotion false", "setoption ponder false", "setoption style normal", "setoption idle none",
    "setoption pruning large", "setoption knowledge large", "setoption newgame",
)  # fmt: skip
"""What clients set without being offered it."""


def _blindly(engine: UciEngine) -> str:
    engine.interview.say(*BLINDLY)
    engine.settle()
    return uci_options.play(engine)


def _as_in_uci(engine: UciEngine) -> str:
    option = engine.option("Hash")
    engine.interview.say(f"setoption name {option.name} value {option.default}")
    engine.settle()
    return uci_options.play(engine)


def _malformed(engine: UciEngine) -> str:
    engine.interview.say("setoption", f"setoption {engine.option('Hash').name}")
    engine.settle()
    return uci_options.play(engine)


def _batch(engine: UciEngine) -> str:
    """Whether what is said in a search waits until that has ended."""
    name = engine.option("batch").name
    engine.set(name, True)
    engine.start(engine.samples.openings[0], "depth 5\nisready")
    heard = engine.interview.hear("readyok", PATIENCE)
    engine.set(name, False)
    if not any(isinstance(engine.dialect.parse_event(line), Best) for line in heard.lines):
        raise Fault("readyok before bestmove: it has read on")
    return ""


CHECKS: tuple[Check[UciEngine], ...] = (
    Check("hashsize", "plays with its least and with a larger hash table", uci_options.hash_sizes),
    Check("threads", "plays with one and with two threads", uci_options.threads),
    *those(uci_options.CHECKS, "spins at their bounds", "unknown option"),
    Check("options that clients set blindly", "taken or passed over", _blindly),
    *those(uci_options.CHECKS, "option value that is no number"),
    Check("malformed setoption", "passed over", _malformed, uci_options.SILENT),
    Check("setoption as in UCI", "taken or passed over", _as_in_uci,
          advisory("no form of UCCI, but clients use it")),
    Check("batch", "no line is read while a search runs", _batch),
)  # fmt: skip
