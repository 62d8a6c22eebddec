"""What the server's owner decides: where it listens, who may come, and what each may use."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from ipaddress import ip_address
from pathlib import Path

from boyi.engines import platforms
from boyi.engines.files import user_path
from boyi.server.errors import ServerError

LOOPBACK = "127.0.0.1"
OWN_NAMES = ("localhost", LOOPBACK, "::1")
"""What a client on the same machine calls it."""
LEAST_TOKEN = 16
"""Letters of a token that a stranger on the network may try to guess."""
MEGABYTE = 1 << 20


def usable_cores() -> int:
    """How many processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    else:  # noqa: RET505  a type checker for Linux takes what follows for dead code otherwise
        return os.cpu_count() or 1


def usual_searches() -> int:
    """Searches at once: one processor is left to the server itself, as far as there are several."""
    return max(1, usable_cores() - 1)


def usual_data() -> Path:
    """Where games are kept; ServerError for a user without a home."""
    try:
        return platforms.data_home() / "boyi" / "server"
    except RuntimeError:
        raise ServerError("there is no home for games; say --data FOLDER") from None


@dataclass(frozen=True)
class Address:
    """Where a service listens; port 0 is any free one."""

    host: str = LOOPBACK
    port: int = 0

    @property
    def local(self) -> bool:
        """Whether nobody but this very machine can reach it."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True)
class Quotas:
    """What clients may use: places, bytes, seconds."""

    sockets: int = 1000
    """Connections at once, of the gate and of the web each."""
    sockets_per_address: int = 20
    line: int = 64 << 10
    """Bytes of a line or a message."""
    searches: int = field(default_factory=usual_searches)
    """Searches at once."""
    waiting: int = 32
    """Searches that may wait for their turn."""
    waiting_per_client: int = 3
    longest_search: float = 60.0
    """Seconds."""
    idle: float = 600.0
    """Seconds after which a client that says nothing is let go; they don't run while it is owed an answer."""
    greeting: float = 10.0
    """Seconds for a client of the gate to say who it is and what it wants."""
    longest_game: int = 600
    """Moves."""
    memory: int = 4096
    """Megabytes of address space of an engine's process."""
    processes: int = 24
    """Engines' processes at once, spare ones among them."""


@dataclass(frozen=True)
class ServerSettings:
    """Everything that is decided at the start. ServerError names what can't be."""

    web: Address = Address(LOOPBACK, 8080)
    gate: Address = Address(LOOPBACK, 8081)
    token: str = field(default="", repr=False)
    """What every client must know; empty: nothing."""
    certificate: Path | None = None
    key: Path | None = None
    proxied: bool = False
    """Whether a proxy in front ends TLS."""
    names: tuple[str, ...] = ()
    """What clients may call this server in the header Host, beside the names of loopback."""
    runs: Path | None = None
    """A folder of runs of the arena and the trainer that may be looked at."""
    data: Path = field(default_factory=usual_data)
    """Where the ledger of games is."""
    engines: Path | None = None
    """A TOML file that lists engines beside ours."""
    caps: Mapping[str, int] = field(default_factory=lambda: {"Hash": 64, "Threads": 1})
    """The most that a client may set, by option."""
    forbidden: tuple[str, ...] = ("paths", "Endgame Tables")
    """Options that no client may set; `paths` are all that name a file or a folder."""
    quotas: Quotas = Quotas()

    def __post_init__(self) -> None:
        """Refuse what would let anybody in."""
        if bool(self.certificate) != bool(self.key):
            raise ServerError("TLS wants both --certificate and --key")
        if not all(33 <= ord(letter) <= 126 for letter in self.token):
            raise ServerError("a token is made of printable ASCII letters without spaces")
        for what, address in (("web", self.web), ("gate", self.gate)):
            if not address.local:
                self._check_public(what, address)
            if not 0 <= address.port <= 65535:
                raise ServerError(f"{what}: {address.port} is no port")

    def _check_public(self, what: str, address: Address) -> None:
        if len(self.token) < LEAST_TOKEN:
            raise ServerError(
                f"{what}: {address.host} can be reached from outside, which wants a token of "
                f"{LEAST_TOKEN} letters or more (--token-file)"
            )
        if not (self.certificate or self.proxied):
            raise ServerError(
                f"{what}: {address.host} can be reached from outside, which wants TLS "
                "(--certificate and --key, or --proxied if a proxy ends it)"
            )

    @property
    def secure(self) -> bool:
        """Whether we speak TLS ourselves."""
        return self.certificate is not None

    @cached_property
    def hosts(self) -> frozenset[str]:
        """The names in the header Host, in lower case and without a port, that mean this server."""
        own = {self.web.host} if self.web.host not in ("0.0.0.0", "::") else set()
        return frozenset(name.lower() for name in (*OWN_NAMES, *self.names, *own))


def read_token(path: Path | None, environment: Mapping[str, str]) -> str:
    """The token of a file, or else of the environment's BOYI_TOKEN; ServerError if the file can't be read."""
    if path is None:
        return environment.get("BOYI_TOKEN", "").strip()
    try:
        return user_path(str(path)).read_text("ascii").strip()
    except (OSError, ValueError) as error:
        raise ServerError(f"{path}: {getattr(error, 'strerror', None) or 'that is no token'}") from None
