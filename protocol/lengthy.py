"""Lengthy: what is told over seconds or minutes, a bench or a perft, and may be broken off."""

import threading
from collections.abc import Callable, Iterable, Iterator

from boyi.protocol.messages import Counted, Event, Text


class Lengthy:
    """Tells events as they come; one at a time."""

    def __init__(self, tell: Callable[[Event], None]) -> None:
        """`tell` takes one event."""
        self._tell = tell
        self._broken_off = threading.Event()
        self.under_way = False
        """Whether events are being told, which no command in turn could end."""

    def run(self, events: Iterable[Event]) -> None:
        """Tell events until there are no more, or until broken off."""
        self._broken_off.clear()
        self.under_way = True
        try:
            for event in events:
                self._tell(event)
                if self._broken_off.is_set():
                    break
        finally:
            self.under_way = False

    def break_off(self) -> None:
        """End after the present event; returns at once, from any thread."""
        self._broken_off.set()


def counts(moves: Iterable[tuple[str, int]]) -> Iterator[Event]:
    """What a perft tells: what follows each move, and the sum."""
    total = 0
    for move, count in moves:
        total += count
        yield Counted(move, count)
    yield Text(f"\nNodes searched: {total}")
