"""What a process that is lent to a client tells its lender, on lines of stderr that nobody else reads.

Dialects there are in which nothing says that a search has ended, or was refused; here it is said in all.
"""

import threading
from collections.abc import Callable

MARK = "\x01"
"""What such a line begins with, since remarks go to stderr, too."""
READY, BROKEN, IDLE = "ready", "broken", "idle"
"""What is told of an engine: it is loaded, it can't be, or all of so many lines are acted on and answered."""
SPEAK = "speak"
"""The first line of a client's that is none: the lender names dialects, or none where all will do."""


class Activity:
    """Keeps account of what is owed, from any thread; silent until somebody listens."""

    def __init__(self) -> None:
        """Nothing is owed."""
        self._lock = threading.Lock()
        self._acted = self._owed = 0
        self._report: Callable[[str], None] | None = None

    def listen(self, report: Callable[[str], None]) -> None:
        """Have lines for the lender written from now on."""
        self._report = report

    def say(self, word: str) -> None:
        """Tell the lender something."""
        if self._report:
            self._report(f"{MARK}{word}")

    def began(self) -> None:
        """An answer is owed."""
        with self._lock:
            self._owed += 1

    def answered(self) -> None:
        """An answer was given, or will never be."""
        with self._lock:
            self._owed -= 1
            self._say_idle()

    def acted(self, lines: int) -> None:
        """So many lines have been acted on."""
        with self._lock:
            self._acted = lines
            self._say_idle()

    def _say_idle(self) -> None:
        if self._report and not self._owed:
            self.say(f"{IDLE} {self._acted}")


def read_report(line: str) -> tuple[str, int] | None:
    """The word and the number of a lender's line; None for a remark."""
    if not line.startswith(MARK):
        return None
    word, _, number = line[len(MARK) :].partition(" ")
    return word, int(number) if number.isdecimal() else 0
