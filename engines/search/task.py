"""What a search is given, what it reports, and what an engine asks of it, whatever the method."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from boyi.engines.jit import Record, Word
from boyi.engines.limits import Budget
from boyi.engines.options import Value
from boyi.engines.report import Bound


@dataclass(frozen=True)
class Line:
    """One best line: what a search found, in numbers."""

    depth: int
    deepest: int
    rank: int
    score: int
    bound: Bound
    moves: tuple[int, ...]


@dataclass(frozen=True)
class Task:
    """What to think about: a position, the moves to choose from, and what to do with what is found."""

    pos: Record
    weights: Record
    roots: tuple[int, ...]
    whole: bool
    """Whether `roots` are all legal moves."""
    budget: Budget
    lines: int
    on_line: Callable[[Line], None]
    """Called with each line found."""
    options: Mapping[str, Value] = field(default_factory=dict)
    """The engine's options when the search began, for methods that have some of their own."""


@dataclass(frozen=True)
class Recollection:
    """What a search remembers of one position; a move of 0 is none."""

    move: int
    score: int
    depth: int
    bound: Bound


@runtime_checkable
class Remembering(Protocol):
    """A thinker that can be asked what it remembers."""

    def recall(self, key: Word) -> Recollection | None:
        """What is known of the position with this key."""


class Thinker(Protocol):
    """A method of searching, with all that it remembers; at most one `think` runs at a time.

    Made with the number of the game's history indexes. `stop` and `start_clock` may come from another thread.
    """

    @property
    def megabytes(self) -> int:
        """Size of the memory for positions."""

    def resize(self, megabytes: int) -> int:
        """Replace the memory for positions by an empty one; megabytes really had."""

    def set_threads(self, count: int) -> None:
        """Search with this many threads."""

    def forget(self) -> None:
        """Lose all that earlier searches found."""

    @property
    def nodes(self) -> int:
        """Nodes of the present or last search, all threads together."""

    @property
    def fullness(self) -> int:
        """Permille of the memory for positions in use."""

    def prepare(self, budget: Budget, costs: Sequence[int]) -> None:
        """Clear what a search counts, before anything can stop it; prices are percent of a ply."""

    def start_clock(self, budget: Budget) -> None:
        """Start the clock of a budget now, also in mid-search."""

    def stop(self) -> None:
        """Have the running search end as soon as it can."""

    def think(self, task: Task) -> Line:
        """Search until the budget is used up or `stop`; the best line. Call `prepare` first. Blocks."""
