"""What a search tells: plain values, put into words by whoever speaks to the user."""

from dataclasses import dataclass
from typing import Literal

Bound = Literal["exact", "lower", "upper"]


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
class Best:
    """How a search ended: the move to play, None if there is none, and the reply it expects."""

    move: str | None
    ponder: str | None = None
