"""Playing on a server of Nanjing's dialect: the connection, our name, and messages out of a stream of bytes.

Nothing marks where a message ends, and several may come in one packet or one in several. A message is whole
once its die can't grow any more, or when the server falls silent.
"""

import re
import socket
import sys
import threading
from collections.abc import Iterator

from boyi.engines.game import Game
from boyi.engines.options import Options
from boyi.protocol.einstein.nanjing import DIALECT
from boyi.protocol.serving.session import Session
from boyi.protocol.serving.settings import StartSettings

IDENTITY = "Identity"
"""The option that names us."""
MESSAGE = re.compile(rb"close|\[\s*\[[\[\]0-9,\s]*\|\s*[0-9]{1,2}")
GROWING = b"1"
"""A die that may be the beginning of another: of 10, 11 or 12."""
IDLE = b"\0\r\n\t "
LULL = 0.05
"""Seconds of silence after which what has come is taken for whole."""
MOST = 1 << 16
"""Bytes without a message in them that are kept."""
PATIENCE = 5.0


class MessageStream:
    """Cuts a stream of bytes into messages."""

    def __init__(self) -> None:
        """Nothing has come."""
        self._unread = b""

    @property
    def waiting(self) -> bool:
        """Whether something came that is not whole yet."""
        return bool(self._unread)

    def feed(self, data: bytes) -> list[str]:
        """The messages that are whole now; noise before one is a message, too."""
        self._unread = (self._unread + data).lstrip(IDLE)
        found = list[str]()
        while (message := MESSAGE.search(self._unread)) and not self._may_grow(message):
            found += [self._unread[: message.start()].decode("utf-8", "replace"), message[0].decode()]
            self._unread = self._unread[message.end() :].lstrip(IDLE)
        if len(self._unread) > MOST:
            found += self.flush()
        return [message for message in found if message]

    def _may_grow(self, message: re.Match[bytes]) -> bool:
        """Whether a message ends what has come with a die that could be the beginning of another."""
        return message.end() == len(self._unread) and message[0].partition(b"|")[2].strip() == GROWING

    def flush(self) -> list[str]:
        """What has come, taken for whole: no more follows."""
        rest, self._unread = self._unread.decode("utf-8", "replace").strip("\0\r\n\t "), b""
        return [rest[:MOST]] if rest else []


class ServerLink:
    """The connection to a server: what is said before there is one goes nowhere."""

    def __init__(self) -> None:
        """Not connected yet."""
        self._socket: socket.socket | None = None
        self._lock = threading.Lock()

    def open(self, host: str, port: int) -> socket.socket:
        """Connect; OSError if the server can't be reached."""
        self._socket = socket.create_connection((host, port), PATIENCE)
        return self._socket

    def write(self, text: str) -> None:
        """Say some lines, from any thread; OSError if the server is gone."""
        with self._lock:
            if self._socket:
                self._socket.sendall(b"".join(f"{line}\0".encode() for line in text.split("\n")))


def connect(game: Game, host: str, port: int, settings: StartSettings) -> None:
    """Play on a server until it says close or hangs up. Blocks; OSError if it can't be reached.

    The engine is made ready before: from the connection on, a move's time may run.
    """
    options, link = Options(game.options), ServerLink()
    settings.apply(options)
    session = Session(game, [DIALECT], link.write, aside=_remark)
    session.prepare(settings)
    if not session.get_ready():
        raise OSError("the engine can't be made ready")
    with link.open(host, port) as connection:
        link.write(options.string(IDENTITY))
        _play(session, connection)
        session.halt(PATIENCE)


def _play(session: Session, link: socket.socket) -> None:
    """Answer until the end, or until the server is gone."""
    for message in _messages(link):
        if not session.handle(message):
            break


def _messages(link: socket.socket) -> Iterator[str]:
    """The server's messages, one after the other."""
    stream = MessageStream()
    while True:
        link.settimeout(LULL if stream.waiting else None)
        try:
            data = link.recv(1 << 16)
        except TimeoutError:
            yield from stream.flush()
            continue
        except ConnectionError:
            return
        if not data:
            yield from stream.flush()
            return
        yield from stream.feed(data)


def _remark(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
