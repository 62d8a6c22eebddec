"""What everybody may see of a game: the state that players and watchers are sent."""

from typing import Literal

import numpy as np
from msgspec import UNSET, Struct, UnsetType

from boyi.arena.game.rules import Rulebook
from boyi.engines.jit import Record
from boyi.server.games.boards import Boards
from boyi.server.games.events import GameResultView, ShapeWish
from boyi.server.games.game import LiveGame

ANYWHERE = ("connect6",)
"""Games in which any empty point is legal: listing them would be most of a state."""


class PlayerView(Struct):
    """Who sits where."""

    kind: Literal["person", "open", "engine"]
    name: str
    connected: bool
    engine: str | UnsetType = UNSET
    elo: int | UnsetType | None = UNSET


class PlyView(Struct):
    """A move that was made."""

    move: str
    text: str
    spent: int
    left: float | None
    score: int | None
    mate: int | None
    depth: int
    die: int


class BoardView(Struct):
    """What the rules say of a position."""

    position: str
    side: int
    die: int
    legal: list[str] | None
    check: bool


class Thinking(Struct):
    """What an engine thinks, as long as it does."""

    side: int
    depth: int
    score: int | None
    mate: int | None
    pv: list[str]
    nodes: int


class OffersView(Struct):
    """Who offers what; None: nobody."""

    draw: int | None
    takeback: int | None


class GameState(Struct, tag_field="type", tag="state"):
    """All of a game."""

    id: str
    game: str
    start: str | None
    revision: int
    players: tuple[PlayerView, PlayerView]
    moves: list[PlyView]
    position: str
    side: int
    die: int
    legal: list[str] | None
    check: bool
    clocks: tuple[float | None, float | None]
    increment: int
    running: int | None
    now: int
    result: GameResultView | None
    offers: OffersView
    rematch: str | None
    dice: Literal["server", "hand"]
    thinking: Thinking | None
    started: str
    consent: bool
    shape: ShapeWish | UnsetType = UNSET


def view_board(rules: Rulebook, boards: Boards, game: LiveGame) -> BoardView:
    """What the rules say of where a game stands."""
    referee = game.board(rules, boards).referee
    legal = None if game.begun.game in ANYWHERE else referee.legal
    return BoardView(referee.now(), referee.side, referee.die, legal, is_check(referee.pos))


def is_check(pos: Record) -> bool:
    """Whether the side to move is in check, in games that have it."""
    return bool(np.any(pos["checkers"])) if "checkers" in (pos.dtype.names or ()) else False


def view_ply(game: LiveGame, number: int) -> PlyView:
    """A move of a game."""
    played = game.plies[number].played
    left = played.clocks[played.side]
    return PlyView(
        played.move, played.text, played.spent, None if left is None else round(left), played.score,
        played.mate, played.depth, played.die,
    )  # fmt: skip


def view_player(game: LiveGame, side: int, connected: bool) -> PlayerView:
    """A player of a game."""
    seat = game.seats[side]
    if (engine := seat.engine) is not None:
        return PlayerView("engine", seat.name, True, engine.engine, engine.elo)
    return PlayerView("open" if seat.open else "person", seat.name, connected)
