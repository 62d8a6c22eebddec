"""Who plays by the Bot API: a name, and a token that only its owner knows."""

import hashlib
import re
import secrets
import time
from pathlib import Path

from msgspec import Struct

from boyi.server.lichess.tables import load_table, save_table
from boyi.server.refusal import Refusal

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{1,29}")
MOST_ACCOUNTS = 1000


class Account(Struct, frozen=True):
    """A bot, or an engine of this server."""

    name: str
    created: int
    """Milliseconds since 1970."""
    digest: str = ""
    """Of its token; empty for an engine of this server."""

    @property
    def id(self) -> str:
        """The name as it is compared."""
        return self.name.lower()

    @property
    def house(self) -> bool:
        """Whether an engine of this server plays under this name."""
        return not self.digest


class Accounts:
    """All accounts; those of bots outlive the server if it has a file for them."""

    def __init__(self, engines: tuple[str, ...], path: Path | None = None) -> None:
        """The engines, and what a file holds; ValueError if it makes no sense."""
        self._path = path
        self._engines = {name.lower(): Account(name, _now()) for name in engines}
        self._bots = load_table(path, Account)
        self._by_digest = {account.digest: account for account in self._bots.values()}

    def add(self, name: str) -> str:
        """Open an account; its token, which is told this once."""
        if not NAME.fullmatch(name):
            raise Refusal(400, "a name has 2 to 30 letters, digits, - and _")
        if name.lower() in self._bots or name.lower() in self._engines:
            raise Refusal(409, "this name is taken")
        if len(self._bots) >= MOST_ACCOUNTS:
            raise Refusal(429, "there are too many accounts")
        token = f"lip_{secrets.token_urlsafe(24)}"
        account = Account(name, _now(), _digest(token))
        self._bots[account.id] = self._by_digest[account.digest] = account
        save_table(self._path, self._bots)
        return token

    def owner(self, token: str) -> Account | None:
        """Whose a token is; tokens are found by their digests, which tells nothing about them by time."""
        return self._by_digest.get(_digest(token))

    def of(self, token: str) -> Account:
        """Whose a token is; Refusal if it is nobody's."""
        found = self.owner(token)
        if found is None:
            raise Refusal(401, "No such token")
        return found

    def named(self, name: str) -> Account:
        """The account of a name; Refusal if there is none."""
        found = self._bots.get(name.lower()) or self._engines.get(name.lower())
        if found is None:
            raise Refusal(404, "No such user")
        return found

    @property
    def engines(self) -> list[Account]:
        """The engines of this server."""
        return list(self._engines.values())


def _digest(token: str) -> str:
    return hashlib.sha256(f"bot {token}".encode()).hexdigest()


def _now() -> int:
    return int(time.time() * 1000)
