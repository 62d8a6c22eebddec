"""The moves and pongs that an engine has still to tell an XBoard client."""

from collections import deque
from dataclasses import dataclass

from boyi.protocol.messages import Command


@dataclass
class PendingSearch:
    """A search that was asked for and has not told its move."""

    command: Command
    wanted: bool
    """Whether its move is played; not of an analysis, nor once another command has overtaken it."""


class PendingSearches:
    """Searches in the order in which they tell their moves, and pings, of which some wait for a move."""

    def __init__(self) -> None:
        """Nothing is owed."""
        self._searches: deque[PendingSearch] = deque()
        self._pings: deque[str] = deque()
        self._held: list[str] = []
        """Pings that came while a move is owed: they are answered after it."""

    @property
    def searching(self) -> bool:
        """Whether a search has not told its move, wanted or not."""
        return bool(self._searches)

    @property
    def move(self) -> bool:
        """Whether a move is still to be told."""
        return any(search.wanted for search in self._searches)

    def begin(self, command: Command, wanted: bool) -> None:
        """Owe the end of a search, and its move if that is wanted."""
        self._searches.append(PendingSearch(command, wanted))

    def cancel(self) -> None:
        """Want no move any more."""
        for search in self._searches:
            search.wanted = False

    def finish(self) -> bool:
        """A search has told its move; whether that was wanted."""
        return bool(self._searches) and self._searches.popleft().wanted

    def drop(self, command: Command) -> None:
        """A command that was to begin a search has come to nothing."""
        self._searches = deque(search for search in self._searches if search.command is not command)

    def ping(self, number: str) -> bool:
        """Owe a pong; whether it may come before any move."""
        if self.move:
            self._held.append(number)
            return False
        self._pings.append(number)
        return True

    def pong(self) -> str:
        """The next pong that need not wait; empty if none is owed."""
        return f"pong {self._pings.popleft()}" if self._pings else ""

    def release_pongs(self) -> list[str]:
        """The pongs that waited for a move, if none is owed any more."""
        if self.move:
            return []
        held, self._held = self._held, []
        return [f"pong {number}" for number in held]
