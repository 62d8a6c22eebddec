"""Who sits at a board: persons, seats that are open, engines; and the tokens by which seats are known."""

import hashlib
import hmac
import secrets
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from boyi.protocol.text import one_line, printable

LONGEST_NAME = 60
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
OptionValue = bool | int | Annotated[str, Meta(max_length=200)]


class PersonPlayer(Struct, tag_field="kind", tag="person", frozen=True):
    """Somebody who plays by hand, or by a program of their own."""

    name: Name = ""


class OpenPlayer(Struct, tag_field="kind", tag="open", frozen=True):
    """Nobody yet: whoever comes first may have the seat."""


class MachinePlayer(Struct, tag_field="kind", tag="engine", frozen=True):
    """One of the server's engines, and how strongly it plays."""

    engine: Annotated[str, Meta(max_length=200)]
    options: Annotated[dict[Annotated[str, Meta(max_length=60)], OptionValue], Meta(max_length=40)] = {}
    elo: Annotated[int, Meta(ge=0, le=5000)] | None = None
    movetime: Annotated[int, Meta(ge=1, le=60_000)] | None = None
    nodes: Annotated[int, Meta(ge=1, le=1_000_000_000)] | None = None


PlayerWish = PersonPlayer | OpenPlayer | MachinePlayer


class Seat(Struct):
    """A seat of a game, as it is kept."""

    player: PlayerWish
    digest: str = ""
    """Of the token by which its holder is known; empty: nobody holds it."""
    client: str = ""
    """A mark of where its holder came from, which tells nobody the address."""

    @property
    def name(self) -> str:
        """What the holder is called."""
        match self.player:
            case PersonPlayer(name):
                return name or "Anonymous"
            case MachinePlayer(engine):
                return engine
        return "…"

    @property
    def engine(self) -> MachinePlayer | None:
        """The engine that plays here, if one does."""
        return self.player if isinstance(self.player, MachinePlayer) else None

    @property
    def open(self) -> bool:
        """Whether somebody may still sit down."""
        return isinstance(self.player, OpenPlayer)

    @property
    def waits(self) -> bool:
        """Whether somebody has still to come before the game can begin."""
        return self.engine is None and not self.digest

    def held_by(self, token: str) -> bool:
        """Whether a token is the one of this seat; takes as long for wrong ones."""
        return bool(self.digest) and hmac.compare_digest(self.digest, digest_of(token))


def clean_name(name: str) -> str:
    """A name on one line, without signs that turn or hide other text."""
    return printable(one_line(name)).replace("\ufffd", "").strip()[:LONGEST_NAME]


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """The name of a game, which can't be guessed either."""
    return secrets.token_urlsafe(12)


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def plain_options(player: MachinePlayer) -> dict[str, str]:
    """Options as engines read them."""
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in player.options.items()
    }


def seat_of(player: PlayerWish, client: str = "") -> tuple[Seat, str | None]:
    """A seat for a player who came from somewhere, and the token of a person."""
    if not isinstance(player, PersonPlayer):
        return Seat(player), None
    token = new_token()
    named = msgspec.structs.replace(player, name=clean_name(player.name))
    return Seat(named, digest_of(token), client), token
