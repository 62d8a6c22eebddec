"""The engines that are registered, and whose they are; they outlive the server if it has a file for them."""

import hashlib
import hmac
import secrets
from pathlib import Path

from msgspec import Struct

from boyi.server.lichess.orders import ExternalEngine, Registration
from boyi.server.lichess.tables import load_table, save_table
from boyi.server.refusal import Refusal

MOST_ENGINES = 32
"""Of one user."""


class RegisteredEngine(Struct):
    """An engine, and the digest of the secret by which its provider is known."""

    engine: ExternalEngine
    selector: str


def selector_of(provider_secret: str) -> str:
    """What stands for a provider's secret, which is not kept."""
    return hashlib.sha256(f"provider {provider_secret}".encode()).hexdigest()


class Registry:
    """All registrations."""

    def __init__(self, house: str = "", path: Path | None = None) -> None:
        """What a file holds, if there is one; ValueError if it makes no sense.

        The engines of `house` are for everybody.
        """
        self._house, self._path = house, path
        self._engines = load_table(path, RegisteredEngine)

    def of(self, user: str) -> list[ExternalEngine]:
        """A user's engines."""
        return [found.engine for found in self._engines.values() if found.engine.user_id == user]

    def shown(self, user: str) -> list[ExternalEngine]:
        """A user's engines and those of the house."""
        return [*self.of(user), *self.of(self._house)]

    def get(self, user: str, id: str) -> ExternalEngine:
        """One of a user's engines; Refusal if there is none of this id."""
        found = self._engines.get(id)
        if found is None or found.engine.user_id not in (user, self._house):
            raise Refusal(404, "No such engine")
        return found.engine

    def own(self, user: str, id: str) -> ExternalEngine:
        """One of a user's engines that it may change; Refusal if it may not."""
        engine = self.get(user, id)
        if engine.user_id != user:
            raise Refusal(403, "an engine of this server stays as it is")
        return engine

    def for_client(self, id: str, client_secret: str) -> RegisteredEngine:
        """The engine that a secret opens; Refusal if it doesn't."""
        found = self._engines.get(id)
        known = found.engine.client_secret if found else ""
        if not hmac.compare_digest(known.encode(), client_secret.encode()) or found is None:
            raise Refusal(404, "No such engine")
        return found

    @property
    def house(self) -> str:
        """Whose engines everybody may use."""
        return self._house

    def add(self, user: str, wanted: Registration) -> ExternalEngine:
        """Register an engine."""
        if len(self.of(user)) >= MOST_ENGINES:
            raise Refusal(429, f"at most {MOST_ENGINES} engines may be registered")
        id, secret = f"eei_{secrets.token_urlsafe(12)}", f"ees_{secrets.token_urlsafe(24)}"
        return self._put(id, secret, user, wanted)

    def change(self, user: str, id: str, wanted: Registration) -> ExternalEngine:
        """Describe an engine anew; its id and its client's secret stay."""
        return self._put(id, self.own(user, id).client_secret, user, wanted)

    def remove(self, user: str, id: str) -> None:
        """Forget an engine."""
        self.own(user, id)
        del self._engines[id]
        self._save()

    def _put(self, id: str, secret: str, user: str, wanted: Registration) -> ExternalEngine:
        engine = ExternalEngine(
            id=id,
            name=wanted.name,
            client_secret=secret,
            user_id=user,
            max_threads=wanted.max_threads,
            max_hash=wanted.max_hash,
            default_depth=wanted.default_depth,
            variants=wanted.variants or ["chess"],
            provider_data=wanted.provider_data,
        )
        self._engines[id] = RegisteredEngine(engine, selector_of(wanted.provider_secret))
        self._save()
        return engine

    def _save(self) -> None:
        save_table(self._path, self._engines)
