"""What happens in a game, as it stands in the ledger: a game is what its events make of it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from boyi.server.games.players import Seat


class ClockWish(Struct, frozen=True):
    """Milliseconds for the game, and for each turn more."""

    base: Annotated[int, Meta(ge=0, le=86_400_000)]
    increment: Annotated[int, Meta(ge=0, le=3_600_000)] = 0


class ShapeWish(Struct, frozen=True):
    """The sizes of Connect(m, n, k, p, q)."""

    width: int = 19
    height: int = 19
    in_a_row: int = 6
    turn: int = 2
    first: int = 1


class GameResultView(Struct, frozen=True):
    """How a game ended: the first player's points, None if it counts for nobody."""

    score: float | None
    reason: str
    winner: int | None = None


class Begun(Struct, tag_field="event", tag="begun", frozen=True):
    """A game is created."""

    game: str
    start: str | None
    seats: tuple[Seat, Seat]
    at: str
    """ISO time, UTC."""
    clock: ClockWish | None = None
    shape: ShapeWish | None = None
    dice: Literal["server", "hand"] = "server"
    consent: bool = False
    """Whether the players let engines learn from it."""
    public: bool = False
    origin: str = "page"
    """Where it came from."""
    die: int = 0
    """What is thrown for the first move."""
    client: str = ""
    """A mark of who created it."""
    predecessor: str = ""
    """The game that this one is the rematch of."""


class Joined(Struct, tag_field="event", tag="joined", frozen=True):
    """Somebody takes a seat, or its holder gets another token."""

    side: int
    seat: Seat


class Played(Struct, tag_field="event", tag="played", frozen=True):
    """A move is accepted."""

    side: int
    move: str
    text: str
    spent: int
    clocks: tuple[float | None, float | None]
    """Milliseconds that both have left after it."""
    score: int | None = None
    mate: int | None = None
    depth: int = 0
    die: int = 0
    thrown: int = 0
    """The die of the next move; 0 if there is none, or it is not thrown yet."""


class Thrown(Struct, tag_field="event", tag="thrown", frozen=True):
    """A die that was thrown by hand is entered."""

    die: int


class TakenBack(Struct, tag_field="event", tag="taken back", frozen=True):
    """So many plies are left."""

    plies: int


class Over(Struct, tag_field="event", tag="over", frozen=True):
    """The game ends."""

    result: GameResultView


class Rematched(Struct, tag_field="event", tag="rematched", frozen=True):
    """There is a game with the colours swapped."""

    id: str


GameEvent = Begun | Joined | Played | Thrown | TakenBack | Over | Rematched
