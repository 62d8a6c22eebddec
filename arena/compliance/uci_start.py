"""UCI: what an engine says of itself at its start."""

from itertools import dropwhile

from boyi.arena.compliance.check import Check, advisory, milliseconds
from boyi.arena.compliance.interview import Fault
from boyi.arena.compliance.uci_engine import GREETING, SHORT, UciEngine
from boyi.arena.compliance.uci_words import option_fault

MUTE = 0.15
"""Seconds in which a banner comes, usually."""
GREETING_WORDS = [[word] for word in ("id", "option", "info", "copyprotection", "registration", "uciok")]


def _silence(engine: UciEngine) -> str:
    early = engine.interview.listen(MUTE)
    engine.interview.say("uci")
    # A banner may be late, but it comes before all words of the protocol.
    for line in (*early, engine.interview.hear(".", GREETING, "answer").last):
        if line and line.split()[:1] not in GREETING_WORDS:
            raise Fault(f"it said {line!r}")
    return ""


def _uciok(engine: UciEngine) -> str:
    engine.interview.say("uci")
    return milliseconds(engine.interview.hear("uciok", GREETING).seconds)


def _readyok(engine: UciEngine) -> str:
    engine.greet()
    return milliseconds(engine.interview.seconds)


def _identity(engine: UciEngine) -> str:
    for word in ("name", "author"):
        if not any(line.split()[:2] == ["id", word] and line.split()[2:] for line in engine.greeting):
            raise Fault(f"no id {word}")
    return next(line for line in engine.greeting if line.startswith("id name"))[len("id name ") :]


def _greeting(engine: UciEngine) -> str:
    # What stands before the first word of its own is a banner, and another check's affair.
    for line in dropwhile(lambda line: line.split()[:1] != ["id"], engine.greeting):
        if line and line.split()[:1] not in GREETING_WORDS:
            raise Fault(f"{line!r} is no answer to uci")
    return ""


def _option_lines(engine: UciEngine) -> str:
    lines = [line for line in engine.greeting if line.split()[:1] == ["option"]]
    for line in lines:
        if fault := option_fault(line):
            raise Fault(f"{line!r}: {fault}")
    return f"{len(lines)} options"


def _option_names(engine: UciEngine) -> str:
    lines = sum(line.split()[:1] == ["option"] for line in engine.greeting)
    if lines > len(engine.offers):
        raise Fault(f"{lines} options have {len(engine.offers)} names")
    return ""


def _uci_again(engine: UciEngine) -> str:
    engine.interview.say("uci")
    engine.interview.hear("uciok", SHORT)
    return ""


CHECKS: tuple[Check[UciEngine], ...] = (
    Check("uciok", f"uci is answered with uciok within {GREETING:g} s", _uciok, life="first"),
    Check("silent before uci", "nothing on stdout before it is spoken to", _silence,
          advisory("banners are common, and clients pass over them"), life="first"),
    Check("first readyok", "the first isready is answered, however late", _readyok, life="first"),
    Check("identity", "id name and id author, neither empty", _identity),
    Check("greeting", "id, option and info lines, then uciok", _greeting,
          advisory("clients pass over lines that they do not know")),
    Check("option lines", "each has a name, a type, and a default within its bounds or choices",
          _option_lines),
    Check("option names", "no two options have the same name, in whatever case", _option_names,
          advisory("the protocol says only that case does not matter")),
    Check("uci again", "a second uci is answered like the first", _uci_again,
          advisory("the protocol says that uci is sent once")),
)  # fmt: skip
