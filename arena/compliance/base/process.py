"""Interview: an engine's process, spoken to line by line; all that is said and heard is kept."""

import os
import re
import selectors
import socket
import subprocess
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple, Protocol, Self

from boyi.engines import platforms
from boyi.protocol.lines import Lines

CHUNK = 1 << 16
KEPT = 2000
"""Lines of a conversation that are remembered; a flood pushes out the oldest."""
POLL = 0.005
PAUSE = 0.03
"""Seconds between pieces of a line."""
UNREAD = 2.0
"""Seconds for an engine to take what was said."""
TOO_LONG = "(a line that is too long)"


class Fault(Exception):  # noqa: N818  a word of the field
    """The engine did not do what was expected; the text says what it did instead."""


class Replies(NamedTuple):
    """Lines of an engine, and the seconds from the last thing said to the last of them."""

    lines: tuple[str, ...]
    seconds: float

    @property
    def last(self) -> str:
        """The line that was waited for."""
        return self.lines[-1]


Stream = Literal["stdout", "stderr", "socket"]


class Outlet(Protocol):
    """Where what we say is written."""

    def send(self, data: memoryview, /) -> int:
        """Write what there is room for; how many bytes."""

    def close(self) -> None:
        """Let the engine see that we have nothing more to say."""


class ExaminedProcess:
    """A process in a session of its own, all of which is gone after the `with` block."""

    def __init__(
        self, command: Sequence[str], directory: Path | None = None, answers: Stream = "stdout"
    ) -> None:
        """Start the process, in a directory if need be; OSError if that can't be done.

        `answers` is the stream that counts; what comes on others is kept as complaints.
        """
        pipe, launch = subprocess.PIPE, platforms.launch(command)
        self._process = subprocess.Popen(
            launch.command, 0, None, pipe, pipe, pipe, cwd=directory, **launch.arguments
        )
        self._family = platforms.adopt(self._process.pid)
        self._family.begin(platforms.NO_BOUNDS)
        assert self._process.stdin
        self._outlet: Outlet = platforms.outlet(self._process.stdin)
        self.transcript: deque[str] = deque(maxlen=KEPT)
        """What was said ("> …") and heard ("< …"), in order."""
        self.complaints: deque[str] = deque(maxlen=KEPT)
        """What the engine wrote where it is not asked to answer."""
        self._unread: deque[str] = deque()
        self._closed = False
        self._said = time.monotonic()
        self._selector = selectors.DefaultSelector()
        for name, stream in (("stdout", self._process.stdout), ("stderr", self._process.stderr)):
            assert stream is not None  # it was asked for as a pipe
            kept = self._unread if name == answers else self.complaints
            self._register(platforms.selectable(stream), Lines(), kept)

    def _register(self, stream: IO[bytes] | socket.socket, lines: Lines, kept: deque[str]) -> None:
        self._selector.register(stream, selectors.EVENT_READ, (lines, kept))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for key in self._selector.get_map().values():
            if isinstance(key.fileobj, socket.socket):
                key.fileobj.close()
        self._selector.close()
        self._family.kill()
        with suppress(OSError):
            self._outlet.close()
        with suppress(BrokenPipeError), self._process:
            pass  # closes the pipes and waits for the end

    def say(self, *lines: str) -> None:
        """Send lines; Fault if nobody is there to read them."""
        self.send_lines(*(line.encode() for line in lines))

    def send_lines(self, *lines: bytes) -> None:
        """Send lines that may be no text."""
        self.send(b"".join(line + b"\n" for line in lines))

    def say_in_pieces(self, line: str, at: int) -> None:
        """Send a line that is cut at a letter, with a pause between, in which nothing should be heard."""
        self.send(line[:at].encode())
        self.listen(PAUSE)
        self.send(f"{line[at:]}\n".encode())

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.transcript.extend(f"> {line}" for line in data.decode("utf-8", "replace").splitlines())
        self._said = time.monotonic()
        rest = memoryview(data)
        while rest:
            rest = rest[self._write(rest) :]

    def _write(self, data: memoryview) -> int:
        """Send as much as the engine takes for now, and hear it meanwhile, lest both wait for each other."""
        try:
            return self._outlet.send(data)
        except BlockingIOError:
            if self.seconds > UNREAD:
                raise Fault(f"it has not read its input for {UNREAD:g} s") from None
            self._take_in(POLL)
            return 0
        except ConnectionError:
            raise Fault(f"it is gone, exit code {self.exit_code(1.0)}") from None

    def hang_up(self) -> None:
        """Have nothing more to say: the engine sees the end of its input."""
        self.transcript.append("> (end of input)")
        self._said = time.monotonic()
        with suppress(BrokenPipeError):
            self._outlet.close()

    def hear(self, pattern: str, patience: float, what: str = "") -> Replies:
        """The lines up to one that begins like a regular expression; Fault if none comes in time.

        `what` is what to call such a line, where the expression would puzzle a reader.
        """
        deadline = time.monotonic() + patience
        heard: list[str] = []
        while not heard or not re.match(pattern, heard[-1]):
            line = self._line(deadline)
            if line is None:
                raise Fault(f"no {what or pattern} within {patience:g} s")
            heard.append(line)
        return Replies(tuple(heard), time.monotonic() - self._said)

    def listen(self, seconds: float) -> list[str]:
        """The lines that come in a given time; fewer seconds pass if the engine ends."""
        deadline = time.monotonic() + seconds
        heard: list[str] = []
        with suppress(Fault):
            while (line := self._line(deadline)) is not None:
                heard.append(line)
        return heard

    def exit_code(self, patience: float) -> int:
        """The exit code, once the process has ended; Fault if it goes on."""
        deadline = time.monotonic() + patience
        while (code := self._process.poll()) is None:
            if time.monotonic() > deadline:
                raise Fault(f"it still runs after {patience:g} s")
            self._take_in(POLL)
        self._take_in(0)  # its last words
        return code

    @property
    def seconds(self) -> float:
        """Seconds since the last thing said."""
        return time.monotonic() - self._said

    def _line(self, deadline: float) -> str | None:
        """The next line, None if the deadline passes; Fault if there will be none."""
        while (left := deadline - time.monotonic()) > 0:
            if self._unread:
                line = self._unread.popleft()
                self.transcript.append(f"< {line}")
                return line
            if self._closed:
                raise Fault(f"it closed its output, exit code {self.exit_code(1.0)}")
            self._take_in(left)
        return None

    def _take_in(self, seconds: float) -> None:
        """Take in whatever comes first, if anything comes in time."""
        for key, _ in self._selector.select(seconds):
            lines, kept = key.data
            if data := _read(key.fileobj):
                kept.extend(TOO_LONG if line is None else line for line in lines.feed(data))
            else:
                self._selector.unregister(key.fileobj)
                self._closed = self._closed or kept is self._unread


def _read(stream: Any) -> bytes:
    """What has come; nothing at the end of a stream, however it ended."""
    try:
        if isinstance(stream, socket.socket):
            return stream.recv(CHUNK)
        return os.read(stream.fileno(), CHUNK)
    except ConnectionError:
        return b""
