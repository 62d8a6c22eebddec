"""Progress: a run as it goes. A live table on a terminal, plain lines elsewhere."""

import sys
import time
from typing import Protocol

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.markup import escape

from boyi.arena import ratings, summary, table
from boyi.arena.outcome import GameResult
from boyi.arena.records import POINTS
from boyi.arena.settings import Settings
from boyi.arena.standing import Standing

LEAST_PAUSE = 0.5
"""Seconds between two pictures of the table …"""
SHARE = 0.02
"""… or more: drawing may take this share of the time, for tables of long runs take some."""


class Progress(Protocol):
    """Who is told how a run goes."""

    def remark(self, text: str) -> None:
        """Something that is worth a line."""

    def finished(self, result: GameResult, standing: Standing) -> None:
        """A game has ended; `standing` counts it already."""

    def close(self) -> None:
        """Nothing more will happen."""


def progress(settings: Settings, total: int | None) -> Progress:
    """What suits stdout; `total` is how many games there will be, if that is known."""
    return LiveTable(settings, total) if sys.stdout.isatty() else Lines(total)


def line(result: GameResult, total: int | None) -> str:
    """A finished game in one line."""
    number = f"game {result.number + 1}" + (f" of {total}" if total else "")
    first, second = result.players
    told = f"{number}: {first} {POINTS[result.score]} {second}, {result.reason}, {result.plies} plies"
    return f"{told}, {result.seconds:.1f} s" + (f" ({result.fault})" if result.fault else "")


class Lines:
    """One line for each game; remarks go to stderr."""

    def __init__(self, total: int | None) -> None:
        """`total` is how many games there will be, if that is known."""
        self._total = total

    def remark(self, text: str) -> None:
        """Print it."""
        print(f"arena: {text}", file=sys.stderr, flush=True)

    def finished(self, result: GameResult, standing: Standing) -> None:
        """Print it."""
        print(line(result, self._total), flush=True)

    def close(self) -> None:
        """Nothing is open."""


class LiveTable:
    """Tables that stay in place and change; faults and remarks scroll away above them."""

    def __init__(self, settings: Settings, total: int | None, console: Console | None = None) -> None:
        """Take over the terminal's last lines; `console` is another one than stdout's."""
        if len(settings.engines) > 2:
            ratings.prepare()
        self._settings = settings
        self._total = total
        self._live = Live(console=console or Console(), auto_refresh=False)
        self._live.start()
        self._begun = time.monotonic()
        self._played = 0
        self._next = 0.0

    def remark(self, text: str) -> None:
        """Print it above the tables."""
        self._live.console.print(escape(f"arena: {text}"))

    def finished(self, result: GameResult, standing: Standing) -> None:
        """Draw the tables again, unless that was done a moment ago."""
        self._played += 1
        if result.fault:
            self.remark(line(result, self._total))
        now = time.monotonic()
        if now >= self._next or len(standing.results) == self._total:
            self._live.update(self._picture(standing), refresh=True)
            took = time.monotonic() - now
            self._next = now + max(LEAST_PAUSE, took / SHARE)

    def close(self) -> None:
        """Leave the terminal as it is."""
        self._live.stop()

    def _picture(self, standing: Standing) -> RenderableType:
        results = list(standing.results.values())
        names = [engine.name for engine in self._settings.engines]
        speed = self._played / max(time.monotonic() - self._begun, 1e-3)
        count = f"{len(results)} of {self._total} games" if self._total else f"{len(results)} games"
        foot = f"{count}, {speed:.2g} a second, {summary.overhead(results) or 0:.2f} ms overhead a move"
        if len(names) == 2:
            return Group(table.pairing(results, names[0], names[1], standing.walk), foot)
        return Group(table.standings(results, samples=0), foot)
