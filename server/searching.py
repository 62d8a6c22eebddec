"""What the games and analysis of a server ask of its engines."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from boyi.engines.options import Option
from boyi.engines.report import Info
from boyi.protocol.driving.spec import Reply, Turn
from boyi.server.refusal import Refusal

LIMIT, ELO = "UCI_LimitStrength", "UCI_Elo"
Hear = Callable[[Info], None]
Place = Callable[[int], None]


class LentSearch(Protocol):
    """An engine that is lent for a search."""

    async def new_game(self, start: str | None) -> None:
        """What follows belongs to a game from this position."""

    async def analyse(self, turn: Turn, hear: Hear, patience: float | None) -> Reply:
        """Search; `hear` gets every line of play that is told on the way."""

    def stop(self) -> None:
        """End the search soon; its answer comes as usual."""


class OfferedEngine(Protocol):
    """An engine that clients may ask for."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def game(self) -> str:
        """What it plays."""

    @property
    def options(self) -> Sequence[Option]:
        """What may be set."""


class EngineRoom(Protocol):
    """All engines, and the queue before them."""

    def offered(self) -> Sequence[OfferedEngine]:
        """Every engine that clients may ask for."""

    def find(self, name: str, game: str) -> OfferedEngine:
        """The engine of a name; Refusal if there is none for the game."""

    def search(
        self, name: str, options: Mapping[str, str], client: str, on_wait: Place
    ) -> AbstractAsyncContextManager[LentSearch]:
        """An engine with these options, for one search, when it is the client's turn.

        `on_wait` hears how many searches come first. Busy if no more may wait; NotServed, EngineError or
        ProtocolError if there is no such engine.
        """


def settings_of(engine: OfferedEngine, options: Mapping[str, str], elo: int | None = None) -> dict[str, str]:
    """What is to be set for these options and a strength; Refusal for what the engine does not offer."""
    offered = {option.name.lower(): option for option in engine.options}
    wanted = dict(options)
    if elo is not None:
        if ELO.lower() not in offered:
            raise Refusal(400, f"{engine.name} can't be told a strength; give it nodes instead")
        wanted |= {LIMIT: "true", ELO: str(elo)}
    for name, value in wanted.items():
        option = offered.get(name.lower())
        if option is None:
            raise Refusal(400, f"{engine.name} offers no option {name[:40]!r}")
        _check_value(option, value)
    return wanted


def _check_value(option: Option, value: str) -> None:
    try:
        _, complaint = option.read(value)
    except ValueError as error:
        raise Refusal(400, str(error)) from None
    if complaint or any(ord(letter) < 32 for letter in value):
        raise Refusal(400, complaint or f"option {option.name} takes one line")


def elo_range(engine: OfferedEngine) -> tuple[int, int] | None:
    """The weakest and the strongest rating that an engine can be told to play at."""
    return next(((each.least, each.most) for each in engine.options if each.name == ELO), None)
