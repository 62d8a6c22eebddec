"""Examine: hold an engine to every check of a dialect, over as few processes as possible."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Generic

from boyi.arena.compliance.check import REQUIRED, Check, NotOffered, Result, SpeakerT, Verdict
from boyi.arena.compliance.interview import Fault, Interview
from boyi.arena.errors import ArenaError
from boyi.protocol.client import EngineSpec

HOPELESS = 5
"""Required checks that may fail before the rest is given up: each may have waited in vain for seconds."""
FIRST, LAST = 8, 16
"""Lines of a failed check's conversation that are shown, from its beginning and from its end."""

Meet = Callable[[Sequence[str], Path | None], Interview]
"""Starts a command in a directory; OSError if that can't be done."""


class Examiner(Generic[SpeakerT]):
    """Keeps one process ready for the checks that share it; all are gone after the `with` block."""

    def __init__(
        self, spec: EngineSpec, speaker: Callable[[Interview], SpeakerT], interview: Meet = Interview
    ) -> None:
        """Nothing is started yet; `interview` starts a process to which a speaker can speak."""
        self._spec = spec
        self._speaker = speaker
        self._interview = interview
        self._shared: SpeakerT | None = None
        self._processes = ExitStack()
        self._hopeless = ""
        """Why nothing more is tried; empty while there is hope."""
        self._broken = 0
        """Required checks that failed."""

    def __enter__(self) -> "Examiner[SpeakerT]":
        return self

    def __exit__(self, *_: object) -> None:
        self._processes.close()

    def examine(self, checks: Sequence[Check[SpeakerT]]) -> Iterator[Result]:
        """Each check's result, as it is known; ArenaError if the engine can't be started at all."""
        for check in checks:
            yield self._try(check)

    def _try(self, check: Check[SpeakerT]) -> Result:
        """Hold the engine to one check; it goes on in the same process only after success."""
        if check.life == "first":
            self._discard()
        if self._hopeless or (check.life != "first" and not self._ready()):
            return _result(check, "not tried", self._hopeless)
        engine = self._shared or self._start()
        engine.interview.transcript.clear()
        try:
            remark = check.run(engine)
        except NotOffered as absence:
            return _result(check, "not offered", str(absence))
        except Fault as fault:
            self._discard()
            if check.weight == REQUIRED:
                self._lose_hope(check, fault)
            return _result(check, "fail", str(fault), _excerpt(list(engine.interview.transcript)))
        if check.life == "last" or not engine.greeted:
            self._discard()
        return _result(check, "pass", remark)

    def _lose_hope(self, check: Check[SpeakerT], fault: Fault) -> None:
        """Take account of a broken rule; some are such that no other can be tried."""
        self._broken += 1
        if check.life == "first":
            self._hopeless = f"{check.name}: {fault}"
        elif self._broken >= HOPELESS:
            self._hopeless = f"{self._broken} rules are broken"

    def _ready(self) -> bool:
        """Whether the shared engine is ready, a new one if need be."""
        if self._shared:
            try:
                self._shared.settle()
            except Fault:
                self._discard()
        if not self._shared and not self._hopeless:
            try:
                self._start().greet()
            except Fault as fault:
                self._discard()
                self._hopeless = f"it does not get ready: {fault}"
        return self._shared is not None

    def _start(self) -> SpeakerT:
        try:
            interview = self._interview(self._spec.command, self._spec.directory)
        except OSError as error:
            raise ArenaError(f"{self._spec.name}: {error.strerror}") from None
        self._shared = self._speaker(self._processes.enter_context(interview))
        return self._shared

    def _discard(self) -> None:
        self._processes.close()
        self._shared = None


def _excerpt(lines: list[str]) -> tuple[str, ...]:
    cut = lines[FIRST:-LAST]
    return (*lines[:FIRST], f"({len(cut)} lines)", *lines[-LAST:]) if cut else tuple(lines)


def _result(check: Check[SpeakerT], verdict: Verdict, remark: str, exchange: tuple[str, ...] = ()) -> Result:
    return Result(check.name, check.expected, check.weight, verdict, remark, exchange)
