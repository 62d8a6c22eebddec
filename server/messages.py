"""What clients ask for, as types: whatever does not fit is refused in one sentence."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from boyi.server.games.events import ClockWish, ShapeWish
from boyi.server.games.players import Name, OptionValue, PlayerWish
from boyi.server.games.state import GameState

GameName = Literal["chess", "xiangqi", "connect6", "einstein"]
MoveText = Annotated[str, Meta(min_length=1, max_length=20)]
PositionText = Annotated[str, Meta(max_length=1000)]
Line = Annotated[list[MoveText], Meta(max_length=1200)]
Die = Annotated[int, Meta(ge=1, le=6)]
Throws = Annotated[list[Annotated[int, Meta(ge=0, le=6)]], Meta(max_length=1200)]
Side = Literal[0, 1]
Layout = tuple[int, int, int, int, int, int]


class ErrorAnswer(Struct):
    """What was wrong."""

    error: str


class FileContent(Struct):
    """A file that is no text."""

    base64: Annotated[str, Meta(max_length=300_000)]


class PositionWish(Struct):
    """A position or a record in any format, and moves from it."""

    game: GameName
    text: Annotated[str, Meta(max_length=200_000)] | FileContent = ""
    moves: Line = []
    dice: Throws = []
    variations: bool = False


class RecordPly(Struct):
    """A move of a record that is to be written."""

    move: MoveText
    spent: int | None = None
    left: float | None = None
    score: int | None = None
    mate: int | None = None
    depth: Annotated[int, Meta(ge=0, le=1000)] = 0
    die: Annotated[int, Meta(ge=0, le=6)] = 0


class RecordWish(Struct):
    """A game that is to be written in a format."""

    game: GameName
    format: Annotated[str, Meta(max_length=20)] = ""
    start: PositionText | None = None
    moves: Annotated[list[RecordPly], Meta(max_length=1200)] = []
    tags: Annotated[
        dict[
            Annotated[str, Meta(max_length=40, pattern="^[A-Za-z0-9_]+$")],
            Annotated[str, Meta(max_length=500)],
        ],
        Meta(max_length=30),
    ] = {}


class GameWish(Struct):
    """A new game."""

    game: GameName
    players: tuple[PlayerWish, PlayerWish]
    start: PositionText | None = None
    layouts: tuple[Layout, Layout] | None = None
    shape: ShapeWish | None = None
    clock: ClockWish | None = None
    dice: Literal["server", "hand"] = "server"
    consent: bool = False
    public: bool = False


class GameCreated(Struct):
    """A new game, and the tokens of the persons at its board."""

    id: str
    tokens: tuple[str | None, str | None]
    state: GameState


class JoinWish(Struct):
    """Somebody wants the open seat."""

    name: Name = ""


class GameJoined(Struct):
    """A seat was taken."""

    side: int
    token: str
    state: GameState


class MoveWish(Struct):
    """A move, and the die that was thrown by hand for it."""

    move: MoveText
    die: Die | None = None


class DieWish(Struct):
    """A die that was thrown by hand."""

    die: Die


class RematchMade(Struct):
    """The game with colours swapped."""

    id: str
    side: int
    token: str
    state: GameState


class SearchLimits(Struct, frozen=True):
    """When a search ends; without any it ends with the server's longest."""

    movetime: Annotated[int, Meta(ge=1, le=600_000)] | None = None
    nodes: Annotated[int, Meta(ge=1, le=10**12)] | None = None
    depth: Annotated[int, Meta(ge=1, le=200)] | None = None
    infinite: bool = False


class AnalysisWish(Struct, tag_field="type", tag="go"):
    """A position to be analysed."""

    game: GameName
    engine: Annotated[str, Meta(max_length=200)] | None = None
    start: PositionText | None = None
    moves: Line = []
    dice: Throws = []
    multipv: Annotated[int, Meta(ge=1, le=20)] = 1
    limits: SearchLimits = SearchLimits()
    options: Annotated[dict[Annotated[str, Meta(max_length=60)], OptionValue], Meta(max_length=40)] = {}


class StopWish(Struct, tag_field="type", tag="stop"):
    """Let the search end, with its move told."""


class PingWish(Struct, tag_field="type", tag="ping"):
    """Is anybody there?"""


class EchoWish(Struct, tag_field="type", tag="echo"):
    """Say this back."""

    text: Annotated[str, Meta(max_length=1000)] = ""


AnalysisMessage = AnalysisWish | StopWish | PingWish
Token = Annotated[str, Meta(max_length=100)]


class HelloMessage(Struct, tag_field="type", tag="hello"):
    """Whose connection this is."""

    token: Token | None = None


class MoveMessage(Struct, tag_field="type", tag="move"):
    """A move."""

    move: MoveText
    token: Token
    die: Die | None = None


class DieMessage(Struct, tag_field="type", tag="die"):
    """A die that was thrown by hand."""

    die: Die
    token: Token


class TakebackMessage(Struct, tag_field="type", tag="takeback"):
    """The last move is wanted back, or given back."""

    token: Token


class DrawMessage(Struct, tag_field="type", tag="draw"):
    """A draw is offered, or taken."""

    token: Token


class ResignMessage(Struct, tag_field="type", tag="resign"):
    """The game is given up."""

    token: Token


GameMessage = (
    HelloMessage | PingWish | MoveMessage | DieMessage | TakebackMessage | DrawMessage | ResignMessage
)
