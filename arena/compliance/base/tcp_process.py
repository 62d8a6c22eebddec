"""Server: the conversation with an engine that is told a port and connects to it."""

import socket
import time
from collections.abc import Sequence
from pathlib import Path

from boyi.arena.compliance.base.process import POLL, ExaminedProcess, Fault
from boyi.protocol.lines import Lines

HOST = "127.0.0.1"
PORT = "{port}"
"""What stands for the port in an engine's command."""
APART = 0.1
"""Seconds between messages: nothing marks their end but that no more comes."""


class ExaminedTcpProcess(ExaminedProcess):
    """A process that connects to us. Messages to it have no end of their own, its answers end with a NUL."""

    def __init__(self, command: Sequence[str], directory: Path | None = None) -> None:
        """Listen, and start the process; nothing can be said before `wait_for_connection`."""
        self._server = socket.create_server((HOST, 0))
        self._server.setblocking(False)
        self._link: socket.socket | None = None
        port = str(self._server.getsockname()[1])
        try:
            super().__init__([word.replace(PORT, port) for word in command], directory, "socket")
        except OSError:
            self._server.close()
            raise

    def __exit__(self, *gone: object) -> None:
        super().__exit__(*gone)
        for open_socket in (self._link, self._server):
            if open_socket:
                open_socket.close()

    def wait_for_connection(self, patience: float) -> None:
        """Wait for the engine's call; Fault if none comes in time."""
        deadline = time.monotonic() + patience
        while self._link is None:
            if (code := self._process.poll()) is not None:
                raise Fault(f"it is gone, exit code {code}")
            if time.monotonic() > deadline:
                raise Fault(f"it has not connected within {patience:g} s")
            self._take_in(POLL)
            self._accept()

    def _accept(self) -> None:
        try:
            self._link, _ = self._server.accept()
        except BlockingIOError:
            return
        self._link.setblocking(False)
        self._stdin, self._outlet = self._outlet, self._link  # stdin stays open, and says nothing
        self._register(self._link, Lines(end=b"\0"), self._unread)

    def send_lines(self, *lines: bytes) -> None:
        """Send messages, so far apart that each is taken for one."""
        for line in lines:
            if self.transcript and self.transcript[-1].startswith(">"):  # which nothing has answered
                time.sleep(max(0.0, APART - self.seconds))
            self.send(line)

    def hang_up(self) -> None:
        """Close the connection on our side."""
        assert self._link
        self.transcript.append("> (end of the connection)")
        self._said = time.monotonic()
        self._link.shutdown(socket.SHUT_WR)
