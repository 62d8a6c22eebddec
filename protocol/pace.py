"""Pace: how long to think where a platform tells no clock, from the options `Move Time` and `Game Time`."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from boyi.engines.limits import Limits
from boyi.engines.options import Value

MOVES_LEFT = 10
"""What is left of a game's time is spread over this many moves, so that it never runs out."""

MS = 1000


class Pace:
    """Keeps the time of one game; a move's time runs from `grant` to `rest`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """A game begins; `clock` gives seconds."""
        self._clock = clock
        self._since: float | None = None
        self._spent = 0.0

    def begin(self) -> None:
        """Another game begins, with its whole time."""
        self._since, self._spent = None, 0.0

    def grant(self, limits: Limits, options: Mapping[str, Value]) -> Limits:
        """Limits for the next move: those given, or the options' where nothing was said."""
        self._since = self._clock()
        if not limits.silent or "Move Time" not in options:
            return limits
        return replace(limits, movetime=self._movetime(options))

    def rest(self) -> None:
        """The move was told; nothing happens if no time runs."""
        if self._since is not None:
            self._spent += self._clock() - self._since
            self._since = None

    def _movetime(self, options: Mapping[str, Value]) -> int:
        usual, whole = int(options["Move Time"]), int(options["Game Time"])
        if not whole:
            return usual
        left = whole * MS - self._spent * MS
        return max(1, min(usual, int(left / MOVES_LEFT)))
