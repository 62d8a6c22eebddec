"""The clocks of a match by hand: that of the side to move runs, from one move told to the next."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from boyi.protocol.einstein.manual_match import ManualMatch


@dataclass
class ManualClock:
    """Since when the clock of the side to move runs; what is left stands in the match."""

    now: Callable[[], float] = time.monotonic
    _since: float | None = None

    def run(self, match: ManualMatch) -> None:
        """Have the clock of the side to move run from now on, once both layouts are known."""
        self._since = self.now() if match.placed else None

    def stop(self) -> None:
        """Have both clocks stand."""
        self._since = None

    @property
    def running(self) -> bool:
        """Whether a clock runs."""
        return self._since is not None

    def spent(self) -> float:
        """Seconds that the side to move has thought so far."""
        return 0.0 if self._since is None else self.now() - self._since

    def settle(self, match: ManualMatch) -> ManualMatch:
        """The match with what the side to move has thought so far taken off its clock."""
        if match.game is None or self._since is None:
            return match
        match = match.clocked(match.turn, self.left(match, match.turn))
        self._since = self.now()
        return match

    def left(self, match: ManualMatch, side: int) -> float:
        """Seconds left to a side now."""
        runs = match.game is not None and side == match.turn
        return max(0.0, match.clocks[side] - (self.spent() if runs else 0.0))

    def set(self, match: ManualMatch, side: int, seconds: float) -> ManualMatch:
        """The match with a side's clock set; before a game's first move, that is what games begin with."""
        if match.game is None or not match.game.plies:
            return replace(match, whole=seconds, clocks=(seconds, seconds))
        return self.settle(match).clocked(side, seconds)

    def told(self, match: ManualMatch) -> str:
        """What is left to both."""
        stands = "" if self.running else ", standing"
        return f"R {self.left(match, 1):.0f} s, B {self.left(match, 0):.0f} s left{stands}"
