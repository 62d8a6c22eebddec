"""Limits: what a search was asked for. Budget: what it is allowed."""

from dataclasses import dataclass, replace

LEAST_NS = 1_000_000
"""Even with no time left a search gets this long, enough for a legal move."""

MS = 1_000_000
LONGEST = 10**10
"""Milliseconds; more would not fit the machine's words as nanoseconds."""

MOVES_AHEAD = 20
"""Without a number of moves to go, the clock is spread over this many."""


@dataclass(frozen=True)
class Clock:
    """One player's time, in milliseconds."""

    time: int
    increment: int = 0


@dataclass(frozen=True)
class Limits:
    """What `go` asks for; None where it says nothing. Times are milliseconds, depth is plies."""

    clocks: tuple[Clock | None, Clock | None] = (None, None)
    """The first and the second player's."""
    moves_to_go: int | None = None
    depth: int | None = None
    nodes: int | None = None
    movetime: int | None = None
    mate: int | None = None
    infinite: bool = False
    ponder: bool = False
    moves: tuple[str, ...] = ()
    """Search these moves only; all if empty."""
    draw: bool = False
    """Whether the opponent offers a draw."""

    @property
    def bounded(self) -> bool:
        """Whether the search ends by itself."""
        return not (self.infinite or self.ponder)

    @property
    def silent(self) -> bool:
        """Whether nothing at all was said about when to end."""
        said = (*self.clocks, self.depth, self.nodes, self.movetime, self.mate)
        return self.bounded and all(limit is None for limit in said)

    def scaled(self, factor: int) -> "Limits":
        """These limits with clocks that count units of so many milliseconds."""
        first, second = (
            None if clock is None else Clock(clock.time * factor, clock.increment * factor)
            for clock in self.clocks
        )
        return replace(self, clocks=(first, second))

    def after(self, milliseconds: int) -> "Limits":
        """These limits when part of the time is already gone; a quarter of each is left at least."""

        def rest(time: int) -> int:
            return max(time - milliseconds, time // 4)

        first, second = (clock and replace(clock, time=rest(clock.time)) for clock in self.clocks)
        movetime = None if self.movetime is None else rest(self.movetime)
        return replace(self, clocks=(first, second), movetime=movetime)


@dataclass(frozen=True)
class Budget:
    """What a search may use. Times are nanoseconds from its start, None for no bound.

    Past `soft` no new iteration starts; at `hard` the search is broken off.
    """

    soft: int | None = None
    hard: int | None = None
    nodes: int | None = None
    depth: int | None = None
    mate: int | None = None

    @staticmethod
    def of(limits: Limits, side: int, overhead: int) -> "Budget":
        """The budget of the side to move; `overhead` milliseconds of each move are lost on its way."""
        soft, hard = _time(limits, side, overhead)
        nodes = None if limits.nodes is None else max(limits.nodes, 1)
        depth = None if limits.depth is None else max(limits.depth, 1)
        if limits.mate is not None and limits.mate < 1:
            depth = 1
        return Budget(soft, hard, nodes, depth, limits.mate)


def _time(limits: Limits, side: int, overhead: int) -> tuple[int | None, int | None]:
    if limits.movetime is not None:
        movetime = min(limits.movetime, LONGEST)
        return None, max(LEAST_NS, (movetime - min(overhead, movetime // 10)) * MS)
    clock = limits.clocks[side] or limits.clocks[1 - side]
    if clock is None:
        return None, None
    left, increment = min(max(0, clock.time - overhead), LONGEST), min(clock.increment, LONGEST)
    moves = limits.moves_to_go or MOVES_AHEAD
    share = left / max(moves, 1) + 0.8 * increment
    most = left * (0.8 if moves == 1 else 0.35) + 0.5 * min(increment, left)
    hard = min(4.5 * share, most, left * 0.9)
    soft = min(0.9 * share, hard)
    return max(LEAST_NS, int(soft * MS)), max(LEAST_NS, int(hard * MS))
