"""How an engine is started, what it is asked, what it replies; alike in every dialect."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from boyi.engines.limits import Limits
from boyi.engines.report import Info


@dataclass(frozen=True)
class EngineSpec:
    """An engine as a program: how it is started and what is set."""

    name: str
    command: tuple[str, ...]
    """A path with a slash counts from `directory`, if that is given; a bare name is looked up in PATH."""
    dialect: str = "uci"
    options: Mapping[str, str] = field(default_factory=dict)
    """Sent at the start, in this order."""
    directory: Path | None = None
    """Where it works; None: where we do."""
    patience: float = 90.0
    """Seconds for the whole of its start, which may have to compile."""
    memory: int | None = None
    """Megabytes of address space that it may use."""
    largest_file: int | None = None
    """Megabytes of the largest file that it may write."""
    descriptors: int | None = None
    """How many files it may hold open."""
    polite: bool = False
    """Whether other processes go first where processors are short."""


@dataclass(frozen=True)
class Turn:
    """What a player is asked: the game so far, and how long it may think."""

    start: str | None
    """Position where the game began; None: the game's usual start."""
    moves: tuple[str, ...]
    """Played since, in the game's own notation."""
    side: int
    """Who is to move: 0 the first player, 1 the second."""
    limits: Limits
    now: Callable[[], str]
    """The present position as text, for dialects that send whole positions."""


@dataclass(frozen=True)
class Reply:
    """What a player answers to a turn."""

    move: str | None
    """In the game's own notation; None: it says that it has no move."""
    seconds: float
    """From the question's writing to the line that answers, by the monotonic clock."""
    info: Info | None
    """The last one with a score, its line of play as the engine told it."""
    resigns: bool = False
    claims: str = ""
    """A result that it claims, as it said it."""
