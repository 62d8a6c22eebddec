"""UCI: what happens when options are set."""

from boyi.arena.compliance.base.check import Check, NotOffered, advisory, excused
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.uci.engine import UciEngine
from boyi.engines.options import Option

CAPS = {"hash": 64, "cache": 64, "memory": 64, "size": 64, "thread": 4, "core": 4}
"""Part of a spin's name -> the most that is tried of it: a maximum may be beyond this machine."""


def play(engine: UciEngine) -> None:
    """A short search, to see that all is well."""
    engine.search(engine.samples.opening, "depth 3")


def _try_values(engine: UciEngine, option: Option, *values: object) -> None:
    """Set each value, wait, and go back to the default."""
    for value in (*values, option.default):
        engine.set(option.name, value)
        engine.settle()


def _bounds(option: Option) -> tuple[int, int]:
    """The least and the most of a spin, as far as they may be tried."""
    caps = [cap for part, cap in CAPS.items() if part in option.name.lower()]
    most = max(option.least, min([option.most, *caps]))
    return option.least, most


def hash_sizes(engine: UciEngine) -> None:
    """Whether it plays with tables of several sizes."""
    option = engine.option("Hash")
    for value in (*_bounds(option), option.default):
        engine.set(option.name, value)
        play(engine)


def _clear_hash(engine: UciEngine) -> None:
    name = engine.option("Clear Hash").name
    engine.process.say(engine.wording.setting(name, None))
    engine.settle()
    play(engine)


def threads(engine: UciEngine) -> None:
    """Whether it plays with several threads."""
    option = engine.option("Threads")
    for value in (min(2, option.most), option.default):
        engine.set(option.name, value)
        play(engine)


def _spins(engine: UciEngine) -> str:
    spins = [option for option in engine.options.values() if option.kind == "spin"]
    if not spins:
        raise NotOffered("no spin")
    for option in spins:
        _try_values(engine, option, *_bounds(option))
    play(engine)
    return f"{len(spins)} spins"


def _case(engine: UciEngine) -> None:
    option = engine.option("MultiPV")
    if option.most < 2:
        raise NotOffered("MultiPV is always 1")
    engine.set("mULTIpv", 2)
    search = engine.search(engine.samples.opening, "depth 3")
    engine.set("MultiPV", option.default)
    if not any(info.multipv == 2 for info in search.infos):
        raise Fault("setoption name mULTIpv value 2 did not show a second line")


def _unknown(engine: UciEngine) -> None:
    engine.set("Joho", 3)
    engine.process.say(engine.wording.setting("Joho Haha", None))
    engine.settle()
    play(engine)


def _no_number(engine: UciEngine) -> None:
    name = engine.option("Hash").name
    engine.set(name, "joho")
    engine.settle()
    play(engine)


def _malformed(engine: UciEngine) -> None:
    engine.process.say("setoption", "setoption name", "setoption value 3", "setoption Hash 16")
    engine.settle()
    play(engine)


SILENT = advisory("the protocol says nothing of bad values")
CHECKS: tuple[Check[UciEngine], ...] = (
    Check("Hash", "plays with its least and with a larger hash table", hash_sizes),
    Check("Clear Hash", "plays after the button", _clear_hash),
    Check("Threads", "plays with one and with two threads", threads),
    Check("spins at their bounds", "each spin takes its least and its greatest value", _spins),
    Check("option names in any case", "setoption finds MultiPV in odd letters", _case,
          excused("Glaurung compares them letter by letter")),
    Check("unknown option", "passed over", _unknown),
    Check("option value that is no number", "passed over", _no_number, SILENT),
    Check("malformed setoption", "passed over", _malformed, SILENT),
)  # fmt: skip
