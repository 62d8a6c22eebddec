"""An engine's process as it is lent: raw bytes for the gate, lines for a driver, and word of its own end."""

import asyncio
from collections.abc import Callable, Sequence
from typing import cast

from boyi.protocol.driving.process import STDOUT, Process
from boyi.protocol.driving.spec import EngineSpec
from boyi.protocol.serving.activity import IDLE, READY, SPEAK, read_report

HIGH_WATER = 1 << 20
"""Bytes that an engine may be behind in reading, before nothing more is sent to it."""


def pass_over(_: object) -> None:
    """Take no interest."""


def do_nothing() -> None:
    """Nothing."""


class LentProcess(Process):
    """A process that may be spare for a while, and then belongs to one client."""

    def __init__(self, spec: EngineSpec, log: Callable[[str], None]) -> None:
        """Nothing is started yet; `log` hears what it says aside."""
        super().__init__(spec, pass_over, do_nothing, log)
        self.prepared = False
        """Whether it has loaded its kernels; only ours say so."""
        self._take_bytes: Callable[[bytes], None] | None = None
        self._on_idle: Callable[[int], None] = pass_over
        self._told = asyncio.Event()
        """Set by word that it is loaded, or can't be, and by its end."""

    async def wait_until_loaded(self, patience: float) -> bool:
        """Whether one of ours has loaded its kernels within so many seconds."""
        try:
            await asyncio.wait_for(self._told.wait(), patience)
        except TimeoutError:
            return False
        return self.prepared

    def choose_dialects(self, names: Sequence[str]) -> None:
        """Have one of ours speak these dialects alone, or any with none; the first word that it hears."""
        self.write(f"{SPEAK} {' '.join(names)}\n")

    def open_pipe(
        self,
        take: Callable[[bytes], None],
        hear: Callable[[str], None],
        on_idle: Callable[[int], None],
        on_end: Callable[[], None],
    ) -> None:
        """Pass on what it writes: `take` gets the bytes, `hear` then the lines that they complete.

        `on_idle` gets how many lines one of ours has acted on, when it owes no answer.
        """
        self.attach(hear, on_end, pass_over)
        self._take_bytes, self._on_idle = take, on_idle

    @property
    def behind(self) -> bool:
        """Whether much of what it was sent is yet to be read."""
        return not self._stdin.is_closing() and self._stdin.get_write_buffer_size() > HIGH_WATER

    @property
    def exit_code(self) -> int | None:
        """How it ended; None if it runs, or if only its output has ended."""
        return self._transport.get_returncode()

    def send(self, data: bytes) -> bool:
        """Send bytes; whether it keeps up with reading them."""
        if self.ended or self._stdin.is_closing():
            return True
        self._stdin.write(data)
        return not self.behind

    def close_input(self) -> None:
        """Let it see the end of its input."""
        if not self._stdin.is_closing():
            self._stdin.close()

    def pause(self, paused: bool) -> None:
        """Stop or go on reading what it writes, since its client is slow."""
        pipe = cast(asyncio.ReadTransport | None, self._transport.get_pipe_transport(STDOUT))
        if pipe is None or pipe.is_closing():
            return
        if paused:
            pipe.pause_reading()
        else:
            pipe.resume_reading()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Pass bytes on before their lines."""
        if fd == STDOUT and self._take_bytes:
            self._take_bytes(data)
        super().pipe_data_received(fd, data)

    def _hear_error(self, line: str) -> None:
        report = read_report(line)
        if report is None:
            super()._hear_error(line)
        elif report[0] == IDLE:
            self._on_idle(report[1])
        else:
            self.prepared = report[0] == READY
            self._told.set()

    def _end(self) -> None:
        self._told.set()
        super()._end()
