"""How long to think where a platform tells no clock, from the options `Move Time` and `Game Time`."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from boyi.engines.limits import Limits
from boyi.engines.options import Value

MOVES_LEFT = 10
"""What is left of a game's time is spread over this many moves, so that it never runs out."""

USUAL = 1000
"""Milliseconds a move where neither option says anything."""
MS = 1000


def movetime(usual: int, left: float | None) -> int:
    """Milliseconds for a move: the usual ones, where 0 means as many as the game's time allows.

    `left` is the seconds left of the game's time, if there is such a limit.
    """
    if left is None:
        return usual or USUAL
    share = int(left * MS / MOVES_LEFT)
    return max(1, min(usual, share) if usual else share)


class TimeAllowance:
    """Keeps the time of one game; a move's time runs from `grant` to `stop`."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter, most: int | None = None) -> None:
        """A game begins; `clock` gives seconds, `most` is milliseconds that no move may take."""
        self._clock, self._most = clock, most
        self._since: float | None = None
        self._spent = 0.0

    def begin(self) -> None:
        """Give another game its whole time."""
        self._since, self._spent = None, 0.0

    def grant(self, limits: Limits, options: Mapping[str, Value]) -> Limits:
        """Limits for the next move: those given, or the options' where nothing was said."""
        self._since = self._clock()
        if not limits.silent or "Move Time" not in options:
            return limits
        return replace(limits, movetime=self._movetime(options))

    def stop(self) -> None:
        """The move was told; nothing happens if no time runs."""
        if self._since is not None:
            self._spent += self._clock() - self._since
            self._since = None

    def _movetime(self, options: Mapping[str, Value]) -> int:
        usual, whole = int(options["Move Time"]), int(options["Game Time"])
        granted = movetime(usual, whole - self._spent if whole else None)
        return granted if self._most is None else min(granted, self._most)
