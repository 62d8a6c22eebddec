"""The clocks of a game: milliseconds, counted by a clock that never jumps."""

from boyi.server.games.events import ClockWish

GRACE = 0.1
"""Seconds over the time that are forgiven: they are the network's more often than the player's."""
Faces = tuple[float | None, float | None]


class GameClock:
    """Both players' time. It stands until `start`, and while the server is down."""

    def __init__(self, wish: ClockWish | None) -> None:
        """Without a wish nobody runs out of time, and only what is spent is counted."""
        self.base: float | None = None if wish is None else float(wish.base)
        self.increment = 0 if wish is None else wish.increment
        self._left: list[float | None] = [self.base, self.base]
        self.running: int | None = None
        """Whose time runs."""
        self._since = 0.0

    @property
    def left(self) -> Faces:
        """What both had when the clock was last started or stopped."""
        return self._left[0], self._left[1]

    def start(self, side: int, now: float) -> None:
        """Let a player's time run, from a moment in seconds on."""
        self.running, self._since = side, now

    def stop(self) -> None:
        """Let no time run; what was used since the start is given back."""
        self.running = None

    def spent(self, now: float) -> float:
        """Milliseconds since the time of the one who thinks began to run."""
        return 0.0 if self.running is None else max(0.0, 1000 * (now - self._since))

    def faces(self, now: float) -> Faces:
        """What the clocks show; never less than nothing."""
        first, second = (self._face(side, now) for side in (0, 1))
        return first, second

    def _face(self, side: int, now: float) -> float | None:
        left = self._left[side]
        if left is None:
            return None
        return max(0.0, left - self.spent(now)) if side == self.running else left

    def after_move(self, side: int, spent: float, turn_ends: bool) -> Faces:
        """What both have after a move that took so long; the increment is for whole turns."""
        left = self._left[side]
        if left is None:
            return self.left
        rest = max(0.0, left - spent) + (self.increment if turn_ends else 0)
        return (rest, self._left[1]) if side == 0 else (self._left[0], rest)

    def put(self, left: Faces) -> None:
        """Set both, as after a move or before one that is taken back; nobody's time runs."""
        self._left = list(left)
        self.running = None

    def deadline(self) -> float | None:
        """The moment at which the running time is up; None if it never is."""
        left = None if self.running is None else self._left[self.running]
        return None if left is None else self._since + left / 1000

    def overdue(self, now: float) -> bool:
        """Whether the running time is up."""
        deadline = self.deadline()
        return deadline is not None and now >= deadline + GRACE
