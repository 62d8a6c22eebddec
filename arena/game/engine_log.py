"""What was said between the arena and an engine, kept in the run's folder.

Usually only the last lines are held in memory, and written when something goes wrong; `all` writes
every line. A log that can't be written is given up with one remark: games matter more.
"""

import re
from collections import deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

HELD = 60
"""Lines before a fault that are worth reading."""


class EngineLog:
    """The conversation with one process; call it with each line."""

    def __init__(self, write: Callable[[Sequence[str]], None], all_lines: bool) -> None:
        """`write` takes lines for the file; `all_lines` are written as they come."""
        self._write = write
        self._all = all_lines
        self._held: deque[str] = deque(maxlen=HELD)

    def __call__(self, line: str) -> None:
        """Take a line: "> " to the engine, "< " from it, "! " its stderr, "# " a remark."""
        self._held.append(line)
        if self._all:
            self._write((line,))

    @property
    def asked(self) -> str:
        """The last line that the engine was sent."""
        return next((line[2:] for line in reversed(self._held) if line.startswith("> ")), "")

    def keep(self, heading: str) -> None:
        """Write the lines held, under a heading; after that they are held no more."""
        self._write((f"# {heading}", *(() if self._all else self._held)))
        self._held.clear()


class EngineLogs:
    """The logs of a run's engines."""

    def __init__(self, write: Callable[[str, Sequence[str]], None], all_lines: bool) -> None:
        """`write` takes the name of an engine and lines for its log; `all_lines` are written as they come."""
        self._write = write
        self._all = all_lines

    def open(self, name: str) -> EngineLog:
        """The log of a new process of an engine."""
        return EngineLog(partial(self._write, name), self._all)


class LogFiles:
    """The log files of a run, one for each engine; its processes share it."""

    def __init__(self, folder: Path, names: Sequence[str], say: Callable[[str], None]) -> None:
        """`say` is called once if a log can't be written."""
        self._paths = {
            name: folder / f"{number}-{re.sub(r'[^A-Za-z0-9.-]+', '_', name)[:60]}.log"
            for number, name in enumerate(names, 1)
        }
        self._say = say
        self._broken = False

    def append(self, name: str, lines: Sequence[str]) -> None:
        """Add lines to an engine's file, with the time; never raises."""
        if self._broken:
            return
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        try:
            with self._paths[name].open("a", encoding="utf-8", errors="replace") as file:
                file.writelines(f"{now} {line}\n" for line in lines)
        except OSError as error:
            self._broken = True
            self._say(f"engine logs end here: {self._paths[name]}: {error.strerror}")
