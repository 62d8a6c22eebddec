"""Progress of a training: a bar with rate and time left on a terminal, a line now and then elsewhere."""

import sys
import time
from types import TracebackType

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

PAUSE = 10.0
"""Seconds between two lines."""


class Progress:
    """How far a work has come."""

    def __init__(self, title: str, total: int, unit: str, done: int = 0) -> None:
        """Of `total` units, `done` were done before."""
        self._title, self._total, self._unit = title, total, unit
        self._before, self._begun, self._next = done, time.monotonic(), 0.0
        self._bar: Bar | None = None
        if sys.stdout.isatty():
            told = TextColumn("{task.fields[told]}")
            self._bar = Bar(TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), told)
            self._task = self._bar.add_task(title, total=total, completed=done, told="")
            self._bar.start()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the terminal as it is."""
        if self._bar:
            self._bar.stop()

    def at(self, done: int, note: str = "") -> None:
        """So much is done; `note` says what came of it."""
        now = time.monotonic()
        rate = (done - self._before) / max(now - self._begun, 1e-9)
        if self._bar:
            self._bar.update(self._task, completed=done, told=f"{_told(rate)} {self._unit}/s {note}")
        elif now >= self._next or done == self._total:
            self._next = now + PAUSE
            left = (self._total - done) / rate if rate else 0.0
            of = f"{done} of {self._total} {self._unit}"
            print(f"{self._title}: {of}, {_told(rate)}/s, {left:.0f} s left {note}", flush=True)

    def say(self, text: str) -> None:
        """A line above the bar."""
        if self._bar:
            self._bar.console.print(text, markup=False)
        else:
            print(text, flush=True)


def _told(rate: float) -> str:
    """A rate in as many figures as are worth telling."""
    return f"{rate:.0f}" if rate >= 10 else f"{rate:.2g}"
