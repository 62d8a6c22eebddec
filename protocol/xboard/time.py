"""Time as XBoard tells it to an engine: a control for the game, clocks before each move, bounds."""

import re
from dataclasses import dataclass, replace

from boyi.engines.limits import Clock, Limits
from boyi.protocol.text import number

SECOND, CENTISECOND = 1000, 10
BASE = re.compile(r"(\d{1,6})(?::(\d{1,2}))?")
SECONDS = re.compile(r"\d{1,6}(?:\.\d{1,3})?")


@dataclass(frozen=True)
class XBoardTimeControl:
    """What is known of time. All times are milliseconds; to begin with, 40 moves in five minutes."""

    session: int = 40
    """Moves for which a clock must last; 0 for all of a game."""
    base: int = 300 * SECOND
    increment: int = 0
    movetime: int | None = None
    depth: int | None = None
    mine: int | None = None
    theirs: int | None = None

    def read(self, word: str, values: list[str]) -> "XBoardTimeControl | None":
        """What is known after a line about time; None if the line makes no sense."""
        match word, values:
            case "level", [moves, base, increment]:
                return self._level(number(moves), _minutes(base), _seconds(increment))
            case "st", [seconds] if (movetime := _seconds(seconds)) is not None:
                return replace(self, movetime=movetime)
            case "sd", [plies] if (depth := number(plies)) is not None:
                return replace(self, depth=max(1, depth))
            case "time", [left] if (mine := number(left)) is not None:
                return replace(self, mine=mine * CENTISECOND)
            case "otim", [left] if (theirs := number(left)) is not None:
                return replace(self, theirs=theirs * CENTISECOND)
        return None

    def restart(self) -> "XBoardTimeControl":
        """What holds at the start of a game: clocks as at first, no bound on depth."""
        return replace(self, mine=None, theirs=None, depth=None)

    def limits(self, played: int, draw: bool) -> Limits:
        """What a search is allowed when so many plies have been played under this control."""
        if self.movetime is not None:
            return Limits(movetime=self.movetime, depth=self.depth, draw=draw)
        mine, theirs = (self.base if left is None else left for left in (self.mine, self.theirs))
        clocks = Clock(max(0, mine), self.increment), Clock(max(0, theirs), self.increment)
        to_go = self.session - played // 2 % self.session if self.session else None
        return Limits(clocks=clocks, moves_to_go=to_go, depth=self.depth, draw=draw)

    def _level(
        self, moves: int | None, base: int | None, increment: int | None
    ) -> "XBoardTimeControl | None":
        if moves is None or base is None or increment is None:
            return None
        return XBoardTimeControl(max(0, moves), base, increment, depth=self.depth)


def _minutes(text: str) -> int | None:
    found = BASE.fullmatch(text)
    return found and (int(found[1]) * 60 + int(found[2] or 0)) * SECOND


def _seconds(text: str) -> int | None:
    return round(float(text) * SECOND) if SECONDS.fullmatch(text) else None
