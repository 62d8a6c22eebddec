"""The operating system's side of an engine: pipes, end, and a death that leaves nothing behind."""

import asyncio
import contextlib
import shlex
import signal
from collections import deque
from collections.abc import Callable
from typing import cast

from boyi.engines import platforms
from boyi.engines.platforms import Family
from boyi.protocol.driving.launch import bounds, find_program
from boyi.protocol.driving.line_reader import LineReader
from boyi.protocol.driving.spec import EngineSpec
from boyi.protocol.text import printable, shorten

STDIN, STDOUT, STDERR = 0, 1, 2
GRACE = 0.25
"""Seconds from a process's end to that of its output, or the other way round, until one will do."""
LAST_WORDS = 3
"""How many lines of stderr are kept for the obituary."""


class Process(asyncio.SubprocessProtocol):
    """A child in a session of its own, so that no key at the terminal reaches it, and it can be killed whole.

    Each line is passed on as it comes; nothing is queued, so that no flood fills the memory.
    """

    def __init__(
        self,
        spec: EngineSpec,
        hear: Callable[[str], None],
        on_end: Callable[[], None],
        log: Callable[[str], None],
    ) -> None:
        """`hear` gets the lines of stdout; `on_end` is called once, when no more will come."""
        self._spec = spec
        self._hear = hear
        self._on_end = on_end
        self._log = log
        self._readers = {
            STDOUT: LineReader(self._hear_output, self._remark),
            STDERR: LineReader(self._hear_error, self._remark),
        }
        self._last_words: deque[str] = deque(maxlen=LAST_WORDS)
        self._open = {*self._readers}
        """The pipes from which something may still come."""
        self._ended = False
        self._started = False

    def attach(
        self, hear: Callable[[str], None], on_end: Callable[[], None], log: Callable[[str], None]
    ) -> None:
        """Have another listener from now on, as if it had started the process."""
        self._hear, self._on_end, self._log = hear, on_end, log

    @property
    def started(self) -> bool:
        """Whether the process has been there."""
        return self._started

    async def spawn(self) -> None:
        """Start the program; OSError if there is none that could run."""
        loop = asyncio.get_running_loop()
        self._exited: asyncio.Future[None] = loop.create_future()
        self._closed: asyncio.Future[None] = loop.create_future()
        bounded = bounds(self._spec)
        launch = platforms.launch([find_program(self._spec), *self._spec.command[1:]], bounded)
        spawning = loop.create_task(
            loop.subprocess_exec(lambda: self, *launch.command, cwd=self._spec.directory, **launch.arguments)
        )
        try:
            await asyncio.shield(spawning)
        except asyncio.CancelledError:
            # Broken off in the middle, a loop may forget a process that is already there.
            with contextlib.suppress(OSError):
                await spawning
            raise
        self._family.begin(bounded)
        self._remark(f"process {self._transport.get_pid()}: {shlex.join(self._spec.command)}")

    def write(self, text: str) -> None:
        """Send whole lines; without effect once nobody can read them."""
        if not self._stdin.is_closing():
            self._stdin.write(text.encode("utf-8", "replace"))

    @property
    def running(self) -> bool:
        """Whether the program itself runs; what it started may outlive it."""
        return not self._exited.done()

    @property
    def ended(self) -> bool:
        """Whether nothing more will be heard."""
        return self._ended

    def obituary(self) -> str:
        """How it ended, and the last it wrote to stderr, in one line."""
        words = f"; its last words: {' | '.join(self._last_words)}" if self._last_words else ""
        return shorten(self._manner() + words)

    async def wait(self, patience: float) -> bool:
        """Whether the program ends within so many seconds."""
        await asyncio.wait({self._exited}, timeout=patience)
        return self._exited.done()

    def terminate(self) -> None:
        """Ask the program and all it started in its group to end, if any of it is left and ours."""
        self._family.terminate()

    async def destroy(self) -> None:
        """Kill what is left, collect it, and close the pipes; without effect before the start."""
        if not self._started:
            return
        self._family.kill()
        await self.wait(GRACE)
        self._end()
        self._transport.close()
        await asyncio.wait({self._closed}, timeout=GRACE)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Know the pipes."""
        self._transport = cast(asyncio.SubprocessTransport, transport)
        self._stdin = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(STDIN))
        self._family: Family = platforms.adopt(self._transport.get_pid())
        self._started = True

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Pass on lines; stop reading for a while if there are too many of them."""
        if pause := self._readers[fd].feed(data):
            pipe = cast(asyncio.ReadTransport, self._transport.get_pipe_transport(fd))
            pipe.pause_reading()
            asyncio.get_running_loop().call_later(pause, self._resume, pipe)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Without stdout it can tell nothing more."""
        if fd in self._open:
            self._open.remove(fd)
            self._readers[fd].close()
        if fd == STDOUT or self._exited.done():
            self._end_soon()

    def process_exited(self) -> None:
        """Note the end of the process, whose last lines may still be in the pipe."""
        self._exited.set_result(None)
        self._end_soon()

    def connection_lost(self, exc: Exception | None) -> None:
        """All is closed."""
        self._closed.set_result(None)

    def _remark(self, text: str) -> None:
        self._log(f"# {text}")

    def _hear_output(self, line: str) -> None:
        if not self._readers[STDOUT].flooded:
            self._log(f"< {line}")
        self._hear(line)

    def _hear_error(self, line: str) -> None:
        if not self._readers[STDERR].flooded:
            self._log(f"! {line}")
        self._last_words.append(printable(shorten(line)))

    def _resume(self, pipe: asyncio.ReadTransport) -> None:
        if not pipe.is_closing():
            pipe.resume_reading()

    def _end_soon(self) -> None:
        """Say that it ended, at once or after a grace, for a child of its own may hold the pipe open."""
        if self._exited.done() and not self._open:
            self._end()
        else:
            asyncio.get_running_loop().call_later(GRACE, self._end)

    def _end(self) -> None:
        if not self._ended:
            self._ended = True
            self._remark(self.obituary())
            self._on_end()

    def _manner(self) -> str:
        code = self._transport.get_returncode()
        if code is None:
            return "it closed its output"
        if code >= 0:
            return f"it ended with exit code {code}"
        with contextlib.suppress(ValueError):
            return f"it was ended by {signal.Signals(-code).name}"
        return f"it was ended by signal {-code}"
