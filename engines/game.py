"""Game: what Python code needs to know of a game, before and after its kernels are loaded.

A `Game` is cheap to import: it names its heavy parts as "module:attribute", found on first use.
"""

import functools
import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

from boyi.engines.options import COMMON, NO_CEILINGS, Ceilings, Option
from boyi.engines.strength import LADDER, Ladder

if TYPE_CHECKING:
    from boyi.engines.jit import Record
    from boyi.engines.search.task import Thinker


ORDERING = "Quiet Ordering"
"""Option of games whose quiet moves can be ordered in several ways."""
LATE_HELP = "percent of a ply that such a move costs in endgames; -1 for the same as before"


class Notation(Protocol):
    """The module that carries a game's records to text and back."""

    def read(self, text: str, options: Mapping[str, Any]) -> "Record":
        """A position from the game's usual notation; ValueError names the fault."""

    def write(self, pos: "Record") -> str:
        """A position in the game's usual notation."""

    def text(self, pos: "Record", move: int) -> str:
        """A legal move as the game's dialects write it."""

    def move(self, pos: "Record", text: str) -> int:
        """The legal move that a text means; ValueError if there is none."""

    def mirror(self, pos: "Record") -> "Record":
        """The position with the two sides exchanged."""

    def draw(self, pos: "Record") -> str:
        """A picture of the position for a terminal."""

    def ending(self, pos: "Record") -> str:
        """Why the game is over in a position where it is, in a word or two of the game's own."""


class Oracle(Protocol):
    """Something that knows moves without searching: an opening book, endgame tables."""

    def advise(self, pos: "Record", legal: list[int]) -> list[int]:
        """Moves it recommends, the best or a random one first; none if it knows none better than others."""


@runtime_checkable
class Keeper(Protocol):
    """An oracle that knows results."""

    def keeping(self, pos: "Record", legal: list[int]) -> list[int]:
        """The moves that give nothing away; none if it knows nothing."""


@dataclass(frozen=True)
class Game:
    """A game's name, where its play starts, what can be set, and where its parts lie.

    Its package, of the same name, has two modules that every game has: importing `kernels` registers the
    game's kernels, and its HISTORY_SIZE is above every index that `history_index` gives; `notation` is a
    `Notation`.
    """

    name: str
    title: str
    start: str
    evaluators: Mapping[str, str]
    """Name of each evaluator -> the function that makes its built-in weights. The first is the default."""
    costs: Mapping[str, int]
    """Option of each extension class -> what a move of the class costs by default, percent of a ply."""
    soundness: Mapping[str, str] = field(default_factory=dict)
    """Evaluator -> the function that looks whether a file's numbers can be relied on, where kernels make
    places of them: weights -> None, ValueError if not."""
    endgame: int = 0
    """Pieces on the board at or below which the endgame's own prices hold, where any are set."""
    orderings: Mapping[str, str] = field(default_factory=dict)
    """Name of each way to order quiet moves -> what makes its thread, none for the shared one."""
    search: str = "boyi.engines.search.deepening:Searcher"
    """What makes the game's `Thinker` of its number of history indexes."""
    warm: str = ""
    """The function that calls kernels which the first search would not: (Record, weights) -> None."""
    settings: tuple[Option, ...] = ()
    """The game's own options, beside the common ones."""
    chance: str = ""
    """The function that lets chance have its turn in a position: (Record, random.Random) -> None."""
    starts: str = ""
    """The function that draws a start, where `start` is one of many: random.Random -> text."""
    openings: str = ""
    """The file of level openings that matches begin from unless they are told otherwise."""
    placement: str = ""
    """The function that chooses where a side's pieces start: (side, options) -> squares as text."""
    book: str = ""
    """The function that opens a book: path -> Oracle."""
    tables: str = ""
    """The function that opens endgame tables: path -> Oracle."""
    tables_option: str = ""
    record: str = ""
    """Suffix and function that write the game's own records; `arena/game/record.py` has the contract."""
    fitted: str = ""
    """The function that fits weights to the options: (weights, options) -> weights."""
    ladder: Ladder = LADDER
    """How each rating plays, where strength can be limited."""
    wdl: tuple[float, float] | None = None
    """Value at which half the games are won, and how sharply that changes."""
    bench: tuple[str, ...] = field(default=(), repr=False)
    """Positions of the node signature."""
    bench_depth: int = 10
    ceilings: Ceilings = NO_CEILINGS
    """What its options may not be set to."""

    @functools.cached_property
    def options(self) -> tuple[Option, ...]:
        """Every option of the game's engine."""
        names = tuple(self.evaluators)
        evaluator = Option("Evaluator", "combo", names[0], choices=names, help="which evaluation plays")
        costs = tuple(
            Option(name, "spin", cost, 0, 100, help="percent of a ply that such a move costs")
            for name, cost in self.costs.items()
        )
        late = tuple(Option(name, "spin", -1, -1, 100, help=LATE_HELP) for name in self.endgame_costs)
        table = (*COMMON, evaluator, *self.settings, *costs, *late, *self._ordering_option)
        return self.ceilings.over(table)

    @property
    def _ordering_option(self) -> tuple[Option, ...]:
        names, said = tuple(self.orderings), "how quiet moves are ordered"
        return (Option(ORDERING, "combo", names[0], choices=names, help=said),) if names else ()

    @property
    def endgame_costs(self) -> tuple[str, ...]:
        """Options of what each extension class costs in endgames."""
        return tuple(f"Endgame {name}" for name in self.costs) if self.endgame else ()

    @property
    def _package(self) -> str:
        return f"boyi.engines.{self.name}"

    @property
    def notation(self) -> Notation:
        """Positions and moves as text; loads the game's kernels."""
        return cast(Notation, importlib.import_module(f"{self._package}.notation"))

    @property
    def history_size(self) -> int:
        """Entries of a table by `history_index`; loads the game's kernels."""
        return cast(int, self.part(f"{self._package}.kernels:HISTORY_SIZE"))

    def thinker(self, ordering: str = "") -> "Thinker":
        """A new search for this game, which orders quiet moves in one of `orderings`."""
        search, place = self.part(self.search), self.orderings.get(ordering, "")
        own_thread = {"thread": self.part(place)()} if place else {}
        return cast("Thinker", search(self.history_size, **own_thread))

    def part(self, place: str) -> Any:
        """The heavy part at "module:attribute"."""
        module, _, attribute = place.partition(":")
        return getattr(importlib.import_module(module), attribute)
