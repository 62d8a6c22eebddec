"""How long the players may think: time controls as `--tc` has them, and the clocks of a game.

    10+0.1       ten seconds for the game, a tenth more for each move
    40/60+0.5    sixty seconds for every forty moves, half a second more for each
    st=1         one second a move
    nodes=5000   so many nodes a move
    depth=8      so many plies deep

Several of them may be joined by commas; the tightest one ends the thinking.
"""

import re
from dataclasses import dataclass, replace

from boyi.engines.limits import Clock, Limits

NUMBER = r"[0-9]{1,9}(?:\.[0-9]+)?"
GAME_TIME = re.compile(rf"(?:([0-9]{{1,9}})/)?({NUMBER})(?:\+({NUMBER}))?")
WHOLE = re.compile(r"[0-9]{1,15}")
SECONDS = re.compile(NUMBER)

STALLED = 1.0
"""Seconds after clock and margin have run out until an engine counts as stalled, not as late."""


@dataclass(frozen=True)
class TimeControl:
    """What a player is granted; None where nothing is said. Times are seconds."""

    base: float | None = None
    increment: float = 0.0
    moves: int | None = None
    """How many moves `base` is for; None: for all."""
    movetime: float | None = None
    nodes: int | None = None
    depth: int | None = None

    @staticmethod
    def read(text: str) -> "TimeControl":
        """The time control that a text names; ValueError if there is none."""
        values: dict[str, float | int | None] = {}
        for item in text.split(","):
            found = _read_item(item.strip())
            if found is None or values.keys() & found.keys():
                raise ValueError(f"no time control: {text!r} (10+0.1, 40/60+0.5, st=1, nodes=5000, depth=8)")
            values |= found
        return TimeControl(**values)  # type: ignore[arg-type]

    @property
    def timed(self) -> bool:
        """Whether a clock runs."""
        return self.base is not None or self.movetime is not None

    def scaled(self, factor: float) -> "TimeControl":
        """So many times the time; nodes and depth stay."""
        return replace(
            self,
            base=None if self.base is None else factor * self.base,
            increment=factor * self.increment,
            movetime=None if self.movetime is None else factor * self.movetime,
        )


def _read_item(item: str) -> dict[str, float | int | None] | None:
    name, _, value = item.partition("=")
    match name:
        case "st":
            return {"movetime": float(value)} if SECONDS.fullmatch(value) and float(value) > 0 else None
        case "nodes" | "depth":
            return {name: int(value)} if WHOLE.fullmatch(value) and int(value) > 0 else None
    return _read_game_time(item)


def _read_game_time(item: str) -> dict[str, float | int | None] | None:
    if (found := GAME_TIME.fullmatch(item)) is None:
        return None
    moves, base, increment = found.groups()
    if float(base) + float(increment or 0) <= 0 or (moves is not None and int(moves) < 1):
        return None
    return {
        "base": float(base),
        "increment": float(increment or 0),
        "moves": None if moves is None else int(moves),
    }


class PlayerClock:
    """One player's clock during a game. What it shows is worked out once for each move."""

    def __init__(self, control: TimeControl, margin: float, patience: float) -> None:
        """`margin` seconds over the time are forgiven; `patience` is for moves without a clock."""
        self.control = control
        self.left = control.base
        self._margin = margin
        self._to_go = control.moves
        self._movetime = None if control.movetime is None else max(1, round(control.movetime * 1000))
        self._increment = round(control.increment * 1000)
        self.patience = patience
        """Seconds after which the player is given up."""
        self._show()

    def _show(self) -> None:
        left, movetime = self.left, self.control.movetime
        self.face = None if left is None else Clock(max(1, int(left * 1000)), self._increment)
        """What both players see; never less than a millisecond."""
        self.granted = movetime if left is None else left if movetime is None else min(left, movetime)
        """Seconds for the next move; None without a clock."""
        if self.granted is not None:
            self.patience = self.granted + self._margin + STALLED

    def limits(self, faces: tuple[Clock | None, Clock | None]) -> Limits:
        """What the player is asked for, given both clocks."""
        return Limits(faces, self._to_go, self.control.depth, self.control.nodes, self._movetime)

    def spend(self, seconds: float) -> bool:
        """Take a move's time off; whether it was within the time and the margin."""
        if self.granted is not None and seconds > self.granted + self._margin:
            return False
        if self.left is not None:
            self.left = max(0.0, self.left - seconds) + self.control.increment
            self._count_down()
            self._show()
        return True

    def _count_down(self) -> None:
        if self._to_go is None or self.left is None or self.control.base is None:
            return
        self._to_go -= 1
        if self._to_go == 0:
            self._to_go = self.control.moves
            self.left += self.control.base
