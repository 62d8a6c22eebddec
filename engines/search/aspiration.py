"""Aspiration windows: narrow ones around the last iteration's score, widened until the score is inside."""

from collections.abc import Callable
from typing import NamedTuple

from boyi.engines.jit import Record
from boyi.engines.report import Bound
from boyi.engines.search.table import INFINITE, MATE_BOUND


class AspirationWindow(NamedTuple):
    """How wide the first window is, and how it changes when the score falls outside."""

    width: int
    """Half of it, around the guess."""
    growth: int
    """By how much it widens."""
    least_depth: int
    """Shallower searches have the full window."""
    lowers_beta: bool
    """Whether beta comes down when the score is too low."""

    def search(
        self,
        window: Callable[[int, int], int],
        thread: Record,
        depth: int,
        guess: int,
        on_bound: Callable[[int, Bound], None] = lambda score, bound: None,
    ) -> tuple[int, bool]:
        """Search `window(alpha, beta)` around a guess; the score, and False if `thread.stop` broke it off.

        `on_bound` hears of each score outside its window.
        """
        narrow = depth >= self.least_depth and abs(guess) < MATE_BOUND
        width = self.width if narrow else 2 * INFINITE
        alpha, beta = max(guess - width, -INFINITE), min(guess + width, INFINITE)
        while True:
            score = int(window(alpha, beta))
            if thread.stop:
                return score, False
            if alpha < score < beta:
                return score, True
            width *= self.growth
            if score <= alpha:
                on_bound(score, "upper")
                beta = (alpha + beta) // 2 if self.lowers_beta else beta
                alpha = max(score - width, -INFINITE)
            else:
                on_bound(score, "lower")
                beta = min(score + width, INFINITE)
