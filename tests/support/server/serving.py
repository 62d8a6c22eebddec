"""The server as a process of its own, and the bridge to it."""

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.support.arena.processes import survivors

NUMBERS = itertools.count(2_000_000 + os.getpid() * 100)
PATIENCE = 60.0
REMOTE = (sys.executable, "-P", "-m", "boyi.server.remote")


class ServerProcess:
    """`bin/server` on free ports of loopback; nothing of it is left after the `with` block."""

    def __init__(self, folder: Path, *words: str, **environment: str) -> None:
        self.mark = str(next(NUMBERS))
        command = [
            *(sys.executable, "-P", "-m", "boyi.server", "--web", "127.0.0.1:0", "--gate", "127.0.0.1:0"),
            *("--data", str(folder), "--cap", "Hash=4", "--cap", f"Move Overhead={self.mark}", *words),
        ]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdout=pipe, stderr=subprocess.STDOUT, text=True, env={**os.environ, **environment}
        )
        assert self.process.stdout
        self.lines = [self.process.stdout.readline(), self.process.stdout.readline()]
        self.web, self.gate = (
            int(found[1]) if (found := re.search(r"//127\.0\.0\.1:(\d+)", line)) else 0 for line in self.lines
        )
        assert self.web and self.gate, (self.lines, self.process.stdout.read())

    def __enter__(self) -> "ServerProcess":
        return self

    def __exit__(self, *_: object) -> None:
        with self.process:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            finally:
                self.process.kill()
        assert survivors(self.mark, 2.0) == []

    def remote(self, engine: str, *words: str) -> tuple[str, ...]:
        """The command of a bridge to one of its engines."""
        return (*REMOTE, f"127.0.0.1:{self.gate}", engine, *words)
