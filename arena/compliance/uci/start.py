"""What an engine says of itself at its start, in UCI and in dialects that are built like it."""

from itertools import dropwhile

from boyi.arena.compliance.base.check import Check, advisory, answers, milliseconds
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.uci.engine import GREETING, SHORT, UciEngine
from boyi.arena.compliance.uci.wording import UCI, UciWording

MUTE = 0.15
"""Seconds in which a banner comes, usually."""
WORDS = ("id", "option", "info", "copyprotection", "registration", "uciok", "ucciok")


def _silence(engine: UciEngine) -> None:
    early = engine.process.listen(MUTE)
    engine.process.say(engine.wording.hello)
    # A banner may be late, but it comes before all words of the protocol.
    for line in (*early, engine.process.hear(".", GREETING, "answer").last):
        if line and line.split()[0] not in WORDS:
            raise Fault(f"it said {line!r}")


def _welcome(engine: UciEngine) -> str:
    engine.process.say(engine.wording.hello)
    return milliseconds(engine.process.hear(engine.wording.welcome, GREETING).seconds)


def _readyok(engine: UciEngine) -> str:
    engine.greet()
    return milliseconds(engine.process.seconds)


def _identity(engine: UciEngine) -> str:
    for word in ("name", "author"):
        if not any(line.split()[:2] == ["id", word] and line.split()[2:] for line in engine.greeting):
            raise Fault(f"no id {word}")
    return next(line for line in engine.greeting if line.startswith("id name"))[len("id name ") :]


def _greeting(engine: UciEngine) -> None:
    # What stands before the first word of its own is a banner, and another check's affair.
    for line in dropwhile(lambda line: line.split()[:1] != ["id"], engine.greeting):
        if line and line.split()[0] not in WORDS:
            raise Fault(f"{line!r} is no answer to {engine.wording.hello}")


def _option_lines(engine: UciEngine) -> str:
    lines = [line for line in engine.greeting if line.split()[:1] == ["option"]]
    for line in lines:
        if fault := engine.wording.option_fault(line):
            raise Fault(f"{line!r}: {fault}")
    return f"{len(lines)} options"


def _option_names(engine: UciEngine) -> None:
    lines = sum(line.split()[:1] == ["option"] for line in engine.greeting)
    if lines > len(engine.options):
        raise Fault(f"{lines} options have {len(engine.options)} names")


def table(wording: UciWording) -> tuple[Check[UciEngine], ...]:
    """The checks of an engine's first words in a dialect."""
    hello, welcome = wording.hello, wording.welcome
    return (
        Check(welcome, f"{hello} is answered with {welcome} within {GREETING:g} s", _welcome, life="first"),
        Check(f"silent before {hello}", "nothing on stdout before it is spoken to", _silence,
              advisory("banners are common, and clients pass over them"), life="first"),
        Check("first readyok", "the first isready is answered, however late", _readyok, life="first"),
        Check("identity", "id name and id author, neither empty", _identity),
        Check("greeting", f"id, option and info lines, then {welcome}", _greeting,
              advisory("clients pass over lines that they do not know")),
        Check("option lines", "each has a name, a type, and a default within its bounds or choices",
              _option_lines),
        Check("option names", "no two options have the same name, in whatever case", _option_names,
              advisory("the protocol says only that case does not matter")),
        Check(f"{hello} again", f"a second {hello} is answered like the first",
              answers(hello, by=welcome, within=SHORT),
              advisory(f"the protocol says that {hello} is sent once")),
    )  # fmt: skip


CHECKS = table(UCI)
