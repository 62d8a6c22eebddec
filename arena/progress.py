"""How far long work has come: a bar with rate and time left on a terminal, a line now and then elsewhere."""

import sys
import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

T = TypeVar("T")
PAUSE = 10.0
"""Seconds between two lines."""


class Progress:
    """How far a work has come."""

    def __init__(self, title: str, total: int, unit: str, done: int = 0) -> None:
        """Of `total` units, `done` were done before."""
        self._title, self.total, self._unit = title, total, unit
        self._before, self._begun, self._next = done, time.monotonic(), 0.0
        self._bar: Bar | None = None
        if sys.stdout.isatty():
            note = TextColumn("{task.fields[note]}")
            self._bar = Bar(TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), note)
            self._task = self._bar.add_task(title, total=total, completed=done, note="")
            self._bar.start()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the terminal as it is."""
        if self._bar:
            self._bar.stop()

    def at(self, done: int, note: str = "") -> None:
        """Tell that so much is done; `note` says what came of it."""
        now = time.monotonic()
        rate = (done - self._before) / max(now - self._begun, 1e-9)
        if self._bar:
            self._bar.update(self._task, completed=done, note=f"{_format_rate(rate)} {self._unit}/s {note}")
        elif now >= self._next or done == self.total:
            self._next = now + PAUSE
            of = f"{done} of {self.total} {self._unit}"
            pace = f", {_format_rate(rate)}/s, {time_left((self.total - done) / rate)} left" if rate else ""
            print(f"{self._title}: {of}{pace} {note}".rstrip(), flush=True)

    def say(self, text: str) -> None:
        """A line above the bar."""
        if self._bar:
            self._bar.console.print(text, markup=False)
        else:
            print(text, flush=True)


def track(title: str, items: Sequence[T], unit: str) -> Iterator[T]:
    """The items one by one; after each it is told how far that is."""
    with Progress(title, len(items), unit) as progress:
        for done, item in enumerate(items, 1):
            yield item
            progress.at(done)


def time_left(seconds: float) -> str:
    """A span of time in words: 40 s, 12 min, 3 h 5 min."""
    minutes = round(seconds / 60)
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


def _format_rate(rate: float) -> str:
    """A rate in as many figures as are worth telling."""
    return f"{rate:.0f}" if rate >= 10 else f"{rate:.2g}"
