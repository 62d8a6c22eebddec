"""A provider's calls to a host like lichess: registering, fetching work, delivering. All of them block."""

import contextlib
import http.client
import json
import socket
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import msgspec

from boyi.server.lichess.orders import Assignment, Registration

ROOT = "/api/external-engine"
PATIENCE = 90.0
"""Seconds for an answer; a host lets a provider wait for work up to a minute."""
MOST_BYTES = 1 << 20
"""Of an answer."""


class HostError(Exception):
    """A host can't be reached, or says no; the text is one line."""


@dataclass
class HostClient:
    """Where a host is, and the token by which it knows us."""

    lichess: str
    """Where engines are registered: `https://lichess.org`."""
    broker: str
    """Where work is fetched: `https://engine.lichess.ovh`."""
    token: str = field(repr=False)
    _open: set[http.client.HTTPConnection] = field(default_factory=set, repr=False)

    def hang_up(self) -> None:
        """Break off every call that other threads have under way; they fail as if the host had."""
        for connection in list(self._open):
            if connection.sock is not None:
                with contextlib.suppress(OSError):
                    connection.sock.shutdown(socket.SHUT_RDWR)

    def register(self, wanted: Registration) -> None:
        """Register an engine, or renew what is registered under its name."""
        body = msgspec.json.encode(wanted)
        known = self._json("GET", ROOT)
        for engine in known if isinstance(known, list) else []:
            if isinstance(engine, dict) and engine.get("name") == wanted.name:
                self._json("PUT", f"{ROOT}/{engine.get('id')}", body)
                return
        self._json("POST", ROOT, body)

    def acquire(self, provider_secret: str) -> Assignment | None:
        """Wait for work; None if there is none."""
        body = json.dumps({"providerSecret": provider_secret}).encode()
        status, answer = self._call(self.broker, "POST", f"{ROOT}/work", body, {})
        if status == http.client.NO_CONTENT:
            return None
        try:
            return msgspec.json.decode(answer, type=Assignment)
        except msgspec.DecodeError as error:
            raise HostError(f"{self.broker} sends work that makes no sense: {error}") from None

    def deliver(self, id: str, lines: Iterator[bytes]) -> None:
        """Send an engine's output as it comes; returns when it ends, or the host wants no more of it."""
        connection = self._connect(self.broker)
        try:
            path = f"{urlsplit(self.broker).path.rstrip('/')}{ROOT}/work/{id}"
            headers = {"Content-Type": "text/plain", "Transfer-Encoding": "chunked"}
            connection.request("POST", path, lines, headers, encode_chunked=True)
            connection.getresponse().read(MOST_BYTES)
        except (OSError, http.client.HTTPException):
            return  # the way in which a host says that nobody listens any more
        finally:
            self._close(connection)

    def _json(self, method: str, path: str, body: bytes | None = None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"}
        try:
            return json.loads(self._call(self.lichess, method, path, body, headers)[1])
        except ValueError:
            raise HostError(f"{self.lichess} does not answer as lichess does") from None

    def _call(
        self, url: str, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> tuple[int, bytes]:
        connection = self._connect(url)
        try:
            kinds = {"Content-Type": "application/json"} if body is not None else {}
            connection.request(method, urlsplit(url).path.rstrip("/") + path, body, {**headers, **kinds})
            response = connection.getresponse()
            answer = response.read(MOST_BYTES)
        except (OSError, http.client.HTTPException) as error:
            raise HostError(f"{url} can't be reached: {error}") from None
        finally:
            self._close(connection)
        if response.status >= http.client.BAD_REQUEST:
            raise HostError(f"{url} says {response.status}: {answer.decode(errors='replace')[:200].strip()}")
        return response.status, answer

    def _connect(self, url: str) -> http.client.HTTPConnection:
        connection = _connection(url)
        self._open.add(connection)
        return connection

    def _close(self, connection: http.client.HTTPConnection) -> None:
        self._open.discard(connection)
        connection.close()


def _connection(url: str) -> http.client.HTTPConnection:
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:
        raise HostError(f"{url} is no address of a host") from None
    if not parts.hostname or parts.scheme not in ("http", "https"):
        raise HostError(f"{url} is no address of a host: it begins with https:// or http://")
    if parts.scheme == "https":
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(parts.hostname, port, timeout=PATIENCE, context=context)
    return http.client.HTTPConnection(parts.hostname, port, timeout=PATIENCE)
