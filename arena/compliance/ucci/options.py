"""UCCI: what happens when options are set."""

from boyi.arena.compliance.base.check import Check, advisory, select
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.uci import options as uci_options
from boyi.arena.compliance.uci.engine import PATIENCE, UciEngine
from boyi.engines.report import Best

BLINDLY = (
    "setoption promotion false", "setoption ponder false", "setoption style normal", "setoption idle none",
    "setoption pruning large", "setoption knowledge large", "setoption newgame",
)  # fmt: skip
"""What clients set without being offered it."""


def _blindly(engine: UciEngine) -> None:
    engine.process.say(*BLINDLY)
    engine.settle()
    uci_options.play(engine)


def _as_in_uci(engine: UciEngine) -> None:
    option = engine.option("Hash")
    engine.process.say(f"setoption name {option.name} value {option.default}")
    engine.settle()
    uci_options.play(engine)


def _malformed(engine: UciEngine) -> None:
    engine.process.say("setoption", f"setoption {engine.option('Hash').name}")
    engine.settle()
    uci_options.play(engine)


def _batch(engine: UciEngine) -> None:
    """Whether what is said in a search waits until that has ended."""
    name = engine.option("batch").name
    engine.set(name, True)
    engine.start(engine.samples.opening, "depth 5\nisready")
    heard = engine.process.hear("readyok", PATIENCE)
    engine.set(name, False)
    if not any(isinstance(engine.dialect.parse_event(line), Best) for line in heard.lines):
        raise Fault("readyok before bestmove: it has read on")


CHECKS: tuple[Check[UciEngine], ...] = (
    Check("hashsize", "plays with its least and with a larger hash table", uci_options.hash_sizes),
    Check("threads", "plays with one and with two threads", uci_options.threads),
    *select(uci_options.CHECKS, "spins at their bounds", "unknown option"),
    Check("options that clients set blindly", "taken or passed over", _blindly),
    *select(uci_options.CHECKS, "option value that is no number"),
    Check("malformed setoption", "passed over", _malformed, uci_options.SILENT),
    Check("setoption as in UCI", "taken or passed over", _as_in_uci,
          advisory("no form of UCCI, but clients use it")),
    Check("batch", "no line is read while a search runs", _batch),
)  # fmt: skip
