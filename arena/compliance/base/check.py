"""One promise of a protocol, and what came of holding an engine to it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Literal

from boyi.arena.compliance.base.engine import EngineT, EngineT_contra, ExaminedEngine
from boyi.arena.compliance.base.position import Setup
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.base.samples import SAMPLES

ATTEMPTS = 5
"""A promise of time is broken only if it is broken so often in a row: the machine may be busy."""

SPECIAL_MOVES = {
    "castling": "legal answers to castling of both sides, long and short",
    "en passant": "legal answers to a pawn taken in passing",
    "promotion": "legal answers to promotion, to lesser pieces too",
}


@dataclass(frozen=True)
class Weight:
    """Whether it counts if a promise is broken; if not, why."""

    kind: Literal["required", "excused", "advisory"]
    reason: str = ""


REQUIRED = Weight("required")
"""The protocol says so, and engines keep to it."""


def excused(reason: str) -> Weight:
    """The protocol says so, but not all engines in wide use keep to it."""
    return Weight("excused", reason)


def advisory(reason: str) -> Weight:
    """The protocol does not say so; it is good to know."""
    return Weight("advisory", reason)


Verdict = Literal["pass", "fail", "not offered", "not tried"]


class NotOffered(Exception):  # noqa: N818  no error at all
    """The engine does not claim to do what would be checked."""


@dataclass(frozen=True)
class Check(Generic[EngineT_contra]):
    """One promise: its name, what the engine should do, and the function that finds out.

    The function gets an engine in the state that `life` says, raises Fault or NotOffered, and
    returns a remark (a measured time, say) if there is something to add.
    """

    name: str
    expected: str
    run: Callable[[EngineT_contra], str | None]
    weight: Weight = REQUIRED
    life: Literal["first", "shared", "last"] = "shared"
    """Nothing was said yet; ready and idle, and left so; ready, and used up by the check."""


@dataclass(frozen=True)
class Result:
    """How a check went; for a failed one the fault, and what was said and heard."""

    name: str
    expected: str
    weight: Weight
    verdict: Verdict
    remark: str = ""
    exchange: tuple[str, ...] = ()

    def counts(self, strict: bool) -> bool:
        """Whether the engine fails by it; if strict, by what is excused too."""
        kinds = ("required", "excused") if strict else ("required",)
        return self.verdict in ("fail", "not tried") and self.weight.kind in kinds


def select(checks: Iterable[Check[EngineT]], *names: str) -> tuple[Check[EngineT], ...]:
    """The checks of some names, for a dialect that makes the same promises; KeyError if there is no such."""
    found = {check.name: check for check in checks}
    return tuple(found[name] for name in names)


def with_weight(checks: Iterable[Check[EngineT]], weight: Weight = REQUIRED) -> tuple[Check[EngineT], ...]:
    """Checks for a dialect in which they count otherwise; required if nothing else is said."""
    return tuple(replace(check, weight=weight) for check in checks)


def answers(*lines: str, by: str, within: float, what: str = "") -> Callable[[ExaminedEngine], None]:
    """Whether lines are answered by one that begins like a regular expression; `what` is what to call it."""

    def check(engine: ExaminedEngine) -> None:
        engine.process.say(*lines)
        engine.process.hear(by, within, what)

    return check


def offered(engine: ExaminedEngine, setups: Sequence[Setup]) -> Sequence[Setup]:
    """Positions of a kind, to be tried one by one; NotOffered if the engine's game has none."""
    if not setups:
        raise NotOffered(f"{engine.game.name} has none")
    return setups


def special_moves(
    answer: Callable[[EngineT, Sequence[Setup]], None],
) -> tuple[Check[EngineT], ...]:
    """A check for each kind of move that only some games have; `answer` has an engine answer positions."""

    def check(kind: str) -> Callable[[EngineT], None]:
        return lambda engine: answer(engine, SAMPLES[engine.game.name].special.get(kind, ()))

    return tuple(Check(kind, expected, check(kind)) for kind, expected in SPECIAL_MOVES.items())


def measure(limit: float, attempt: Callable[[], float], attempts: int = ATTEMPTS) -> str:
    """The shortest of several times, in words; Fault if all are over the limit of so many seconds."""
    shortest = shortest_time(limit, attempt, attempts)
    if shortest > limit:
        raise Fault(f"it took {milliseconds(shortest)}, {milliseconds(limit)} are allowed")
    return milliseconds(shortest)


def shortest_time(limit: float, attempt: Callable[[], float], attempts: int = ATTEMPTS) -> float:
    """The first time that keeps a limit, else the shortest of all attempts."""
    shortest = attempt()
    for _ in range(attempts - 1):
        if shortest <= limit:
            break
        shortest = min(shortest, attempt())
    return shortest


def milliseconds(seconds: float) -> str:
    """A time in words."""
    return f"{seconds * 1000:.0f} ms"
