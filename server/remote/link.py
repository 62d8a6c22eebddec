"""A connection to a server's gate, from greeting to end."""

import contextlib
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field

from boyi.protocol.lines import Lines
from boyi.server.handshake import AUTH, ENGINE, ERROR, OK

CHUNK = 1 << 16


class LinkError(Exception):
    """There is no connection; the text is one line."""

    final = False
    """Whether trying again would help as little."""


class LinkRefused(LinkError):  # noqa: N818  what it is, is its name
    """The server does not want us, whenever we come."""

    final = True


@dataclass(frozen=True)
class Target:
    """Which engine of which server is wanted."""

    host: str
    port: int
    engine: str
    dialect: str = ""
    token: str = field(default="", repr=False)
    context: ssl.SSLContext | None = None
    """For TLS."""


@dataclass
class Link:
    """A connection over which an engine speaks."""

    connection: socket.socket
    game: str
    unread: bytes
    """What the engine has said already."""

    def send(self, data: bytes) -> None:
        """Send bytes; OSError if the connection is lost."""
        self.connection.sendall(data)

    def chunks(self) -> Iterator[bytes]:
        """What the engine says, until the connection ends. Blocks."""
        if self.unread:
            yield self.unread
        with contextlib.suppress(OSError):
            while data := self.connection.recv(CHUNK):
                yield data

    def close(self) -> None:
        """Hang up; whoever waits for bytes gets none."""
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)
        self.connection.close()


def connect(target: Target, patience: float) -> Link:
    """A connection to an engine; LinkError says why there is none within so many seconds. Blocks."""
    place = f"{target.host}:{target.port}"
    try:
        connection = _open(target, patience)
    except ssl.SSLCertVerificationError as error:
        raise LinkRefused(f"{place}: its certificate is not to be trusted: {error.verify_message}") from None
    except ssl.SSLError as error:
        raise LinkRefused(f"{place}: no TLS there: {error.reason or error}") from None
    except (OSError, OverflowError) as error:
        raise LinkError(f"{place}: {getattr(error, 'strerror', None) or error}") from None
    try:
        link = _greet(connection, target)
    except OSError as error:
        connection.close()
        raise LinkError(f"{place}: {error.strerror or error}") from None
    except LinkError as error:
        connection.close()
        raise type(error)(f"{place}: {error}") from None
    connection.settimeout(None)
    return link


def _open(target: Target, patience: float) -> socket.socket:
    plain = socket.create_connection((target.host, target.port), patience)
    try:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        return target.context.wrap_socket(plain, server_hostname=target.host) if target.context else plain
    except BaseException:
        plain.close()
        raise


def _greet(connection: socket.socket, target: Target) -> Link:
    wanted = f"{AUTH} {target.token}\n" if target.token else ""
    connection.sendall(f"{wanted}{ENGINE} {target.engine} {target.dialect}\n".encode())
    unread = b""
    while b"\n" not in unread:
        data = connection.recv(CHUNK)
        if not data:
            raise LinkError("the server hung up")
        unread += data
    line, _, rest = unread.partition(b"\n")
    match Lines().feed(line + b"\n")[0], line.decode("utf-8", "replace").split():
        case _, [word, _, game, *_] if word == OK:
            return Link(connection, game, rest)
        case str(text), [word, *_] if word == ERROR:
            reason = text.removeprefix(ERROR).strip()
            raise (LinkError if reason.startswith("busy") else LinkRefused)(reason)
    raise LinkRefused(f"no server of engines: it answers {line[:60].decode('utf-8', 'replace')!r}")
