"""Process: the operating system's side of an engine: pipes, end, and a death that leaves nothing behind."""

import asyncio
import contextlib
import os
import shlex
import signal
from collections import deque
from collections.abc import Callable
from typing import cast

from boyi.protocol.inflow import Inflow
from boyi.protocol.launch import bound_to_us, confine, find_program
from boyi.protocol.player import EngineSpec
from boyi.protocol.words import printable, shorten

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
        self._inflows = {
            STDOUT: Inflow(self._hear_output, self._remark),
            STDERR: Inflow(self._hear_error, self._remark),
        }
        self._last_words: deque[str] = deque(maxlen=LAST_WORDS)
        self._open = {*self._inflows}
        """The pipes from which something may still come."""
        self._ended = False
        self._started = False

    async def spawn(self) -> None:
        """Start the program; OSError if there is none that could run."""
        loop = asyncio.get_running_loop()
        self._exited: asyncio.Future[None] = loop.create_future()
        self._closed: asyncio.Future[None] = loop.create_future()
        command, in_child = bound_to_us([find_program(self._spec), *self._spec.command[1:]])
        spawning = loop.create_task(
            loop.subprocess_exec(
                lambda: self,
                *command,
                cwd=self._spec.directory,
                start_new_session=True,
                preexec_fn=in_child,
            )
        )
        try:
            await asyncio.shield(spawning)
        except asyncio.CancelledError:
            # Broken off in the middle, a loop may forget a process that is already there.
            with contextlib.suppress(OSError):
                await spawning
            raise
        pid = self._transport.get_pid()
        confine(pid, self._spec)
        self._remark(f"process {pid}: {shlex.join(self._spec.command)}")

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

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the program and all it started in its group, if any of it is left and ours."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._transport.get_pid(), number)

    async def destroy(self) -> None:
        """Kill what is left, collect it, and close the pipes; without effect before the start."""
        if not self._started:
            return
        self.signal(signal.SIGKILL)
        await self.wait(GRACE)
        self._end()
        self._transport.close()
        await asyncio.wait({self._closed}, timeout=GRACE)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Know the pipes."""
        self._transport = cast(asyncio.SubprocessTransport, transport)
        self._stdin = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(STDIN))
        self._started = True

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Pass on lines; stop reading for a while if there are too many of them."""
        if pause := self._inflows[fd].feed(data):
            pipe = cast(asyncio.ReadTransport, self._transport.get_pipe_transport(fd))
            pipe.pause_reading()
            asyncio.get_running_loop().call_later(pause, self._resume, pipe)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Without stdout it can tell nothing more."""
        if fd in self._open:
            self._open.remove(fd)
            self._inflows[fd].close()
        if fd == STDOUT or self._exited.done():
            self._end_soon()

    def process_exited(self) -> None:
        """Its last lines may still be in the pipe."""
        self._exited.set_result(None)
        self._end_soon()

    def connection_lost(self, exc: Exception | None) -> None:
        """All is closed."""
        self._closed.set_result(None)

    def _remark(self, text: str) -> None:
        self._log(f"# {text}")

    def _hear_output(self, line: str) -> None:
        if not self._inflows[STDOUT].flooded:
            self._log(f"< {line}")
        self._hear(line)

    def _hear_error(self, line: str) -> None:
        if not self._inflows[STDERR].flooded:
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
