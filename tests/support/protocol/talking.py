"""A UCI engine as a process: say lines, hear lines, and how long that took."""

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Self

PATIENCE = 100.0
"""Seconds before silence is an error: a wait that succeeds costs nothing, however many it allows."""

LOADING = 200.0
"""The same while an engine loads, which may have to compile."""

CHESS = (sys.executable, "-P", "-m", "boyi.engines.chess")
SLACK = 3
"""A promise of time may take so many times longer on a busy machine."""
KNOWN = "position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
"""White mates with a1a8, so that the position in use is told by the move it gives."""
MATE = "bestmove a1a8"


class Talk:
    """A conversation with a process, which is gone after the `with` block."""

    def __init__(self, command: tuple[str, ...] = CHESS, loading: float = LOADING) -> None:
        """Start the process; until it has settled, silence of `loading` seconds is an error."""
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0)
        self._unread = b""
        self._patience = loading

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self.process:
            self.process.kill()

    def say(self, *lines: str) -> None:
        """Send lines."""
        assert self.process.stdin
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    def close(self) -> None:
        """Have nothing more to say."""
        assert self.process.stdin
        self.process.stdin.close()

    def line(self) -> str:
        """The next line; EOFError after the last."""
        assert self.process.stdout
        while b"\n" not in self._unread:
            assert select.select([self.process.stdout], [], [], self._patience)[0], "silence"
            if not (data := os.read(self.process.stdout.fileno(), 1 << 16)):
                raise EOFError(f"the engine ended, exit code {self.process.wait(PATIENCE)}")
            self._unread += data
        text, _, self._unread = self._unread.partition(b"\n")
        return text.decode()

    def hear(self, pattern: str) -> list[str]:
        """The lines up to one that matches a regular expression."""
        heard = [self.line()]
        while not re.search(pattern, heard[-1]):
            heard.append(self.line())
        return heard

    def settle(self) -> list[str]:
        """What was told before all that was said is done."""
        self.say("isready")
        told = self.hear("^readyok$")[:-1]
        self._patience = PATIENCE
        return told

    def ask(self, *lines: str) -> list[str]:
        """Say lines; what is told until a best move comes."""
        self.say(*lines)
        return self.hear("^bestmove")

    def seconds(self, action: Callable[[], object]) -> float:
        """How long an action takes."""
        start = time.monotonic()
        action()
        return time.monotonic() - start

    def ends(self) -> tuple[int, list[str], float]:
        """Exit code, last lines, and the seconds until the end."""
        start = time.monotonic()
        code = self.process.wait(PATIENCE)
        took = time.monotonic() - start
        assert self.process.stdout
        return code, (self._unread + self.process.stdout.read()).decode().splitlines(), took
