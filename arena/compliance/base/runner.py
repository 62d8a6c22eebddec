"""Hold an engine to every check of a dialect, over as few processes as possible."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Generic

from boyi.arena.compliance.base.check import REQUIRED, Check, NotOffered, Result, Verdict
from boyi.arena.compliance.base.engine import EngineT
from boyi.arena.compliance.base.process import ExaminedProcess, Fault
from boyi.arena.errors import ArenaError
from boyi.engines.game import Game
from boyi.protocol.driving.spec import EngineSpec

MOST_BROKEN = 5
"""Required checks that may fail before the rest is given up: each may have waited in vain for seconds."""
FIRST, LAST = 8, 16
"""Lines of a failed check's conversation that are shown, from its beginning and from its end."""

StartProcess = Callable[[Sequence[str], Path | None], ExaminedProcess]
"""Starts a command in a directory; OSError if that can't be done."""
MakeEngine = Callable[[ExaminedProcess, EngineSpec, Game], EngineT]
"""Makes the engine to which checks speak, of its process."""


class CheckRunner(Generic[EngineT]):
    """Keeps one process ready for the checks that share it; all are gone after the `with` block."""

    def __init__(
        self,
        spec: EngineSpec,
        game: Game,
        make_engine: MakeEngine[EngineT],
        start_process: StartProcess = ExaminedProcess,
    ) -> None:
        """Nothing is started yet."""
        self._spec, self._game = spec, game
        self._make_engine, self._start_process = make_engine, start_process
        self._shared: EngineT | None = None
        self._processes = ExitStack()
        self._given_up = ""
        """Why nothing more is tried; empty while there is hope."""
        self._broken = 0
        """Required checks that failed."""

    def __enter__(self) -> "CheckRunner[EngineT]":
        return self

    def __exit__(self, *_: object) -> None:
        self._processes.close()

    def run(self, checks: Sequence[Check[EngineT]]) -> Iterator[Result]:
        """Each check's result, as it is known; ArenaError if the engine can't be started at all."""
        for check in checks:
            yield self._try(check)

    def _try(self, check: Check[EngineT]) -> Result:
        """Hold the engine to one check; it goes on in the same process only after success."""
        if check.life == "first":
            self._discard()
        if self._given_up or (check.life != "first" and not self._ready()):
            return _result(check, "not tried", self._given_up)
        engine = self._shared or self._start()
        engine.process.transcript.clear()
        try:
            remark = check.run(engine) or ""
        except NotOffered as absence:
            return _result(check, "not offered", str(absence))
        except Fault as fault:
            self._discard()
            if check.weight == REQUIRED:
                self._count_broken(check, fault)
            return _result(check, "fail", str(fault), _excerpt(list(engine.process.transcript)))
        if check.life == "last" or not engine.greeted:
            self._discard()
        return _result(check, "pass", remark)

    def _count_broken(self, check: Check[EngineT], fault: Fault) -> None:
        """Take account of a broken rule; some are such that no other can be tried."""
        self._broken += 1
        if check.life == "first":
            self._given_up = f"{check.name}: {fault}"
        elif self._broken >= MOST_BROKEN:
            self._given_up = f"{self._broken} rules are broken"

    def _ready(self) -> bool:
        """Whether the shared engine is ready, a new one if need be."""
        if self._shared:
            try:
                self._shared.settle()
            except Fault:
                self._discard()
        if not self._shared and not self._given_up:
            try:
                self._start().greet()
            except Fault as fault:
                self._discard()
                self._given_up = f"it does not get ready: {fault}"
        return self._shared is not None

    def _start(self) -> EngineT:
        try:
            process = self._start_process(self._spec.command, self._spec.directory)
        except OSError as error:
            raise ArenaError(f"{self._spec.name}: {error.strerror}") from None
        self._shared = self._make_engine(self._processes.enter_context(process), self._spec, self._game)
        return self._shared

    def _discard(self) -> None:
        self._processes.close()
        self._shared = None


def _excerpt(lines: list[str]) -> tuple[str, ...]:
    cut = lines[FIRST:-LAST]
    return (*lines[:FIRST], f"({len(cut)} lines)", *lines[-LAST:]) if cut else tuple(lines)


def _result(check: Check[EngineT], verdict: Verdict, remark: str, exchange: tuple[str, ...] = ()) -> Result:
    return Result(check.name, check.expected, check.weight, verdict, remark, exchange)
