"""Lengthy: what tells its lines over seconds or minutes, a bench or a perft, and may be broken off."""

import threading
from collections.abc import Callable, Iterable, Iterator


class Lengthy:
    """Tells lines as they come; one at a time."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """`tell` takes one line."""
        self._tell = tell
        self._broken_off = threading.Event()
        self.under_way = False
        """Whether lines are being told, which no command in turn could end."""

    def run(self, lines: Iterable[str]) -> None:
        """Tell lines until there are no more, or until broken off."""
        self._broken_off.clear()
        self.under_way = True
        try:
            for line in lines:
                self._tell(line)
                if self._broken_off.is_set():
                    break
        finally:
            self.under_way = False

    def break_off(self) -> None:
        """End after the present line; returns at once, from any thread."""
        self._broken_off.set()


def counts(moves: Iterable[tuple[str, int]]) -> Iterator[str]:
    """The lines of a perft: what follows each move, and the sum."""
    total = 0
    for move, count in moves:
        total += count
        yield f"{move}: {count}"
    yield f"\nNodes searched: {total}"
