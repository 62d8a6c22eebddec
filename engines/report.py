"""What a search reports: plain values, put into words by whoever speaks to the user."""

from dataclasses import dataclass
from typing import Literal

Bound = Literal["exact", "lower", "upper"]
Answer = Literal["", "draw", "resign"]


@dataclass(frozen=True)
class Score:
    """A value for the side to move: centipawns, or full moves to mate (negative: being mated)."""

    value: int
    mate: int | None = None
    bound: Bound = "exact"
    wdl: tuple[int, int, int] | None = None
    """Permille of wins, draws and losses to be expected."""


@dataclass(frozen=True)
class Info:
    """The state of a search after an iteration, or part of one."""

    depth: int
    seldepth: int
    multipv: int
    score: Score
    nodes: int
    nps: int
    hashfull: int
    tbhits: int
    time: int
    """Milliseconds."""
    pv: tuple[str, ...]


@dataclass(frozen=True)
class Ended:
    """The game is over."""

    points: float
    """What the first player gets: 1, a half, or nothing."""
    reason: str


@dataclass(frozen=True)
class Best:
    """How a search ended: the move to play, None if there is none, and the reply it expects."""

    move: str | None
    ponder: str | None = None
    rest: tuple[str, ...] = ()
    """What is played after the move before the turn passes, in games whose turns have several moves."""
    answer: Answer = ""
    """Said with the move: that a draw is agreed to, or that the game is given up."""
    ended: Ended | None = None
    """How the game ends with the move, or without one; only for moves that the engine plays itself."""

    @property
    def turn(self) -> tuple[str, ...]:
        """Every move until the turn passes."""
        return (self.move, *self.rest) if self.move else ()


@dataclass(frozen=True)
class Memory:
    """What earlier searches remember of a position: a move, and bounds of its value with their depths."""

    move: str | None = None
    lower: tuple[int, int] | None = None
    upper: tuple[int, int] | None = None
