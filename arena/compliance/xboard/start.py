"""XBoard: what an engine says of itself at its start."""

from boyi.arena.compliance.base.check import Check, advisory, excused, measure, milliseconds
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.xboard.engine import FEATURES, XBoardEngine
from boyi.engines.options import Option

PONG = 0.2
"""Seconds from ping to pong when nothing is left to do."""


def _features(engine: XBoardEngine) -> str:
    engine.process.say("xboard", "protover 2")
    return milliseconds(engine.process.hear("feature ", FEATURES).seconds)


def _done(engine: XBoardEngine) -> None:
    if not engine.features.has("done"):
        raise Fault("no feature done=1")


def _name(engine: XBoardEngine) -> str:
    if not engine.features["myname"]:
        raise Fault("no feature myname")
    return engine.features["myname"]


def _options(engine: XBoardEngine) -> str:
    for option in engine.features.options.values():
        if fault := _option_fault(option):
            raise Fault(f"option {option.name}: {fault}")
    return f"{len(engine.features.options)} options"


def _option_fault(option: Option) -> str:
    if option.kind == "spin" and not option.least <= int(option.default) <= option.most:
        return "its default is out of bounds"
    return "" if option.name else "it has no name"


def _modern(engine: XBoardEngine) -> None:
    missing = [name for name in ("ping", "setboard", "usermove") if not engine.features.has(name)]
    if missing:
        raise Fault(f"no feature {', '.join(missing)}")


def _rejected(engine: XBoardEngine) -> None:
    engine.say("rejected myname", "rejected joho", "accepted joho")
    engine.settle()


CHECKS: tuple[Check[XBoardEngine], ...] = (
    Check("features", f"protover 2 is answered with features within {FEATURES:g} s", _features,
          excused("GNU Chess 6 answers only when a further line comes"), life="first"),
    Check("done", "the last feature is done=1", _done,
          advisory("without it a client waits for two seconds")),
    Check("myname", "the engine has a name", _name, advisory("the file's name serves as well")),
    Check("options", "each has a name, and a default within its bounds", _options),
    Check("ping", f"pong with the same number within {PONG * 1000:.0f} ms",
          lambda engine: measure(PONG, lambda: engine.ping().seconds)),
    Check("ping, setboard, usermove", "are offered", _modern,
          advisory("the protocol recommends them")),
    Check("rejected", "the engine takes no for an answer", _rejected),
)  # fmt: skip
