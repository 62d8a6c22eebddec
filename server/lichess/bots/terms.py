"""What a game is played under, as lichess words it: variant, position, clock, colour."""

import random
import secrets
from typing import Annotated, Any, Literal

import chess
from msgspec import Meta, Struct, field

from boyi.server.lichess.bots.accounts import Account
from boyi.server.refusal import Refusal

Colour = Literal["white", "black"]
COLOURS: tuple[Colour, Colour] = ("white", "black")
VARIANTS = {"standard": "Standard", "chess960": "Chess960", "fromPosition": "From Position"}
SPEEDS = ((30, "ultraBullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid"), (21_600, "classical"))
"""Seconds of a whole game, below which it is called so."""
LONG = 2_147_483_647
"""Milliseconds on the clock of a game without one."""
USUAL_MOVES = 40


class ChallengeForm(Struct):
    """What a challenger asks for."""

    rated: bool = False
    limit: Annotated[int, Meta(ge=0, le=10_800)] | None = field(default=None, name="clock.limit")
    increment: Annotated[int, Meta(ge=0, le=60)] | None = field(default=None, name="clock.increment")
    days: int | None = None
    color: Literal["white", "black", "random"] = "random"
    variant: Annotated[str, Meta(max_length=40)] = "standard"
    fen: Annotated[str, Meta(max_length=200)] | None = None
    level: Annotated[int, Meta(ge=1, le=8)] = 8
    """Of an engine of this server."""


class Terms(Struct, frozen=True):
    """What was agreed."""

    variant: str
    fen: str | None
    """None: where chess begins."""
    limit: int | None
    """Seconds; None: no clock."""
    increment: int

    @property
    def chess960(self) -> bool:
        """Whether castling is written as the king taking its rook."""
        return self.variant == "chess960" or (self.fen is not None and _unusual(self.fen))

    @property
    def speed(self) -> str:
        """How lichess calls games of this length."""
        if self.limit is None:
            return "correspondence"
        seconds = self.limit + USUAL_MOVES * self.increment
        return next((name for most, name in SPEEDS if seconds < most), "classical")

    @property
    def words(self) -> dict[str, Any]:
        """The terms, as they stand in challenges and games."""
        return {
            "variant": {"key": self.variant, "name": VARIANTS[self.variant], "short": self.variant[:3]},
            "speed": self.speed,
            "perf": {"icon": "", "name": self.speed.capitalize()},
            "rated": False,
        }

    @property
    def control(self) -> dict[str, Any]:
        """The clock, as it stands in challenges."""
        if self.limit is None:
            return {"type": "unlimited"}
        show = f"{self.limit / 60:g}+{self.increment}"
        return {"type": "clock", "limit": self.limit, "increment": self.increment, "show": show}


class Challenge(Struct, frozen=True):
    """One player's wish to play with another."""

    id: str
    challenger: Account
    opponent: Account
    terms: Terms
    colour: str
    """As asked for: white, black or random."""
    final: Colour
    """The challenger's."""

    @property
    def white(self) -> Account:
        """Who will have the white pieces."""
        return self.challenger if self.final == "white" else self.opponent

    @property
    def black(self) -> Account:
        """Who will have the black pieces."""
        return self.opponent if self.final == "white" else self.challenger

    def words(self, url: str, status: str, viewer: Account | None = None) -> dict[str, Any]:
        """The challenge, as lichess tells of it."""
        told: dict[str, Any] = {
            "id": self.id,
            "url": f"{url}/{self.id}",
            "status": status,
            "challenger": user_words(self.challenger),
            "destUser": user_words(self.opponent),
            **self.terms.words,
            "timeControl": self.terms.control,
            "color": self.colour,
            "finalColor": self.final,
        }
        if self.terms.fen:
            told["initialFen"] = self.terms.fen
        if viewer is not None:
            told["direction"] = "in" if viewer.id == self.opponent.id else "out"
        return told


def user_words(account: Account) -> dict[str, Any]:
    """A player, as lichess tells of one. Nobody is rated here."""
    return {
        "id": account.id,
        "name": account.name,
        "username": account.name,
        "title": "BOT",
        "rating": 1500,
        "provisional": True,
        "online": True,
    }


def agree(form: ChallengeForm) -> Terms:
    """The terms that a form asks for; Refusal names what can't be had."""
    if form.days is not None:
        raise Refusal(400, "correspondence games are not played here")
    if form.variant not in VARIANTS:
        raise Refusal(400, f"the variant {form.variant[:40]!r} is not played here")
    if (form.limit is None) != (form.increment is None):
        raise Refusal(400, "a clock wants clock.limit and clock.increment")
    if form.limit == 0 and not form.increment:
        raise Refusal(400, "a clock without any time can't be played by")
    variant, fen = form.variant, form.fen or None
    if variant == "chess960" and fen is None:
        fen = chess.Board.from_chess960_pos(random.randrange(960)).fen()
    if variant == "standard" and fen is not None:
        variant = "fromPosition"
    if variant == "fromPosition" and fen is None:
        raise Refusal(400, "a game from a position wants its fen")
    return Terms(variant, None if fen is None else _check(fen), form.limit, form.increment or 0)


def propose(challenger: Account, opponent: Account, form: ChallengeForm) -> Challenge:
    """A challenge on the terms of a form."""
    if challenger.id == opponent.id:
        raise Refusal(400, "you can't challenge yourself")
    final = random.choice(COLOURS) if form.color == "random" else form.color
    return Challenge(secrets.token_hex(6), challenger, opponent, agree(form), form.color, final)


def _check(fen: str) -> str:
    try:
        board = chess.Board(fen, chess960=True)
    except ValueError as error:
        raise Refusal(400, f"fen: {error}") from None
    if not board.is_valid() or board.is_game_over():
        raise Refusal(400, "fen: no game can begin there")
    return board.fen()


def _unusual(fen: str) -> bool:
    """Whether a king or a rook that may castle stands elsewhere than in usual chess."""
    usual, general = chess.Board(fen), chess.Board(fen, chess960=True)
    return usual.clean_castling_rights() != general.clean_castling_rights()
