"""Check: one promise of a protocol, and what came of holding an engine to it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Generic, Literal, Protocol, TypeVar

from boyi.arena.compliance.interview import Fault, Interview

ATTEMPTS = 5
"""A promise of time is broken only if it is broken so often in a row: the machine may be busy."""


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


class Speaker(Protocol):
    """An engine as the checks of one dialect speak to it."""

    interview: Interview
    greeted: bool
    """Whether it is ready, and may serve for the next check."""

    def greet(self) -> None:
        """From a process to which nothing was said to one that is ready; Fault if it isn't."""

    def settle(self) -> None:
        """Wait until all that was said is done; Fault if the engine does not say so."""


SpeakerT = TypeVar("SpeakerT", bound=Speaker)
SpeakerT_contra = TypeVar("SpeakerT_contra", bound=Speaker, contravariant=True)


@dataclass(frozen=True)
class Check(Generic[SpeakerT_contra]):
    """One promise: its name, what the engine should do, and the function that finds out.

    The function gets an engine in the state that `life` says, raises Fault or NotOffered, and
    returns a remark (a measured time, say), empty if there is nothing to add.
    """

    name: str
    expected: str
    run: Callable[[SpeakerT_contra], str]
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


def those(checks: Iterable[Check[SpeakerT]], *names: str) -> tuple[Check[SpeakerT], ...]:
    """The checks of some names, for a dialect that makes the same promises; KeyError if there is no such."""
    found = {check.name: check for check in checks}
    return tuple(found[name] for name in names)


def weighed(checks: Iterable[Check[SpeakerT]], weight: Weight = REQUIRED) -> tuple[Check[SpeakerT], ...]:
    """The same checks for a dialect in which they count otherwise; required if nothing else is said."""
    return tuple(replace(check, weight=weight) for check in checks)


def promptly(limit: float, attempt: Callable[[], float], attempts: int = ATTEMPTS) -> str:
    """The shortest of several times, in words; Fault if all are over the limit of so many seconds."""
    shortest = min_of_attempts(limit, attempt, attempts)
    if shortest > limit:
        raise Fault(f"it took {milliseconds(shortest)}, {milliseconds(limit)} are allowed")
    return milliseconds(shortest)


def min_of_attempts(limit: float, attempt: Callable[[], float], attempts: int = ATTEMPTS) -> float:
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
