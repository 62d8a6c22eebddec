"""Commands that answer over seconds or minutes, a bench or a perft, and may be broken off."""

import threading
from collections.abc import Callable, Iterable, Iterator

from boyi.protocol.messages import Event, PerftCount, Text


class LongCommands:
    """Tells events as they come; one at a time."""

    def __init__(self, tell: Callable[[Event], None]) -> None:
        """`tell` takes one event."""
        self._tell = tell
        self._lock = threading.Lock()
        self._breaks = 0
        """How often the client has broken off what came before, of which some may still be to come."""

    def run(self, events: Iterable[Event]) -> None:
        """Tell events until there are no more, or until broken off, also before they began."""
        remaining = iter(events)
        while not self.broken_off and (event := next(remaining, None)) is not None:
            if not self.broken_off:
                self._tell(event)

    @property
    def broken_off(self) -> bool:
        """Whether what is run next ends at once."""
        return self._breaks > 0

    def break_off(self) -> None:
        """End what runs, and all that is run before `go_on`; returns at once, from any thread."""
        with self._lock:
            self._breaks += 1

    def go_on(self) -> None:
        """All that came before a call of `break_off` has ended."""
        with self._lock:
            self._breaks = max(0, self._breaks - 1)


def perft_events(moves: Iterable[tuple[str, int]]) -> Iterator[Event]:
    """What a perft tells: what follows each move, and the sum."""
    total = 0
    for move, count in moves:
        total += count
        yield PerftCount(move, count)
    yield Text(f"\nNodes searched: {total}")
