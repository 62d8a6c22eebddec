"""The progress of a run: a live table on a terminal, plain lines elsewhere."""

import sys
import time

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.markup import escape

from boyi.arena.game.record import POINTS
from boyi.arena.game.result import GameResult
from boyi.arena.report import terminal
from boyi.arena.runs.settings import RunSettings
from boyi.arena.runs.state import RunState
from boyi.arena.stats import ratings, summary

LEAST_PAUSE = 0.5
"""Seconds between two pictures of the table …"""
SHARE = 0.02
"""… or more: drawing may take this share of the time, for tables of long runs take some."""


def result_line(result: GameResult, total: int | None) -> str:
    """A finished game in one line."""
    number = f"game {result.number + 1}" + (f" of {total}" if total else "")
    first, second = result.players
    text = f"{number}: {first} {POINTS[result.score]} {second}, {result.reason}, {result.plies} plies"
    text += "" if result.pace == 1 else f", {result.pace:.2f} times the time"
    return f"{text}, {result.seconds:.1f} s" + (f" ({result.fault})" if result.fault else "")


class RunProgress:
    """Tells how a run goes: one line for each game; remarks go to stderr."""

    def __init__(self, total: int | None) -> None:
        """`total` is how many games there will be, if that is known."""
        self._total = total

    def remark(self, text: str) -> None:
        """Print something that is worth a line."""
        print(f"arena: {text}", file=sys.stderr, flush=True)

    def finished(self, result: GameResult, state: RunState) -> None:
        """A game has ended; `state` counts it already."""
        print(result_line(result, self._total), flush=True)

    def close(self) -> None:
        """Nothing more will happen."""


class LiveTable(RunProgress):
    """Tables that stay in place and change; faults and remarks scroll away above them."""

    def __init__(self, settings: RunSettings, total: int | None, console: Console | None = None) -> None:
        """Take over the terminal's last lines; `console` is another one than stdout's."""
        if len(settings.engines) > 2:
            ratings.prepare()
        super().__init__(total)
        self._settings = settings
        self._live = Live(console=console or Console(), auto_refresh=False)
        self._live.start()
        self._begun = time.monotonic()
        self._played = 0
        self._next = 0.0

    def remark(self, text: str) -> None:
        """Print it above the tables."""
        self._live.console.print(escape(f"arena: {text}"))

    def finished(self, result: GameResult, state: RunState) -> None:
        """Draw the tables again, unless that was done a moment ago."""
        self._played += 1
        if result.fault:
            self.remark(result_line(result, self._total))
        now = time.monotonic()
        if now >= self._next or len(state.results) == self._total:
            self._live.update(self._picture(state), refresh=True)
            took = time.monotonic() - now
            self._next = now + max(LEAST_PAUSE, took / SHARE)

    def close(self) -> None:
        """Leave the terminal as it is."""
        self._live.stop()

    def _picture(self, state: RunState) -> RenderableType:
        results = list(state.results.values())
        names = [engine.name for engine in self._settings.engines]
        speed = self._played / max(time.monotonic() - self._begun, 1e-3)
        count = f"{len(results)} of {self._total} games" if self._total else f"{len(results)} games"
        foot = f"{count}, {speed:.2g} a second, {summary.overhead(results) or 0:.2f} ms overhead a move"
        if len(names) == 2:
            return Group(terminal.pairing(results, names[0], names[1], state.walk), foot)
        return Group(terminal.standings(results, samples=0), foot)


def progress(settings: RunSettings, total: int | None) -> RunProgress:
    """What suits stdout; `total` is how many games there will be, if that is known."""
    return LiveTable(settings, total) if sys.stdout.isatty() else RunProgress(total)
