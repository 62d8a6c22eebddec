"""Watchers of what changes: each is sent the latest state and never a queue of old ones."""

import asyncio
from collections.abc import Awaitable, Callable

Send = Callable[[str], Awaitable[None]]

STALLED = 5.0
"""Seconds in which a watcher has to take something; after that it is dropped."""


class Stalled(Exception):  # noqa: N818  what it does is its name
    """A watcher takes nothing."""


class Watcher:
    """One listener, and the latest that it has not been sent yet."""

    def __init__(self, side: int | None = None) -> None:
        """`side` is the seat that it belongs to, if it is a player's."""
        self.side = side
        self._latest: str | None = None
        self._ready = asyncio.Event()
        self._closed = False

    def offer(self, state: str) -> None:
        """Have something newer to send; what was not sent yet is forgotten."""
        self._latest = state
        self._ready.set()

    def close(self) -> None:
        """Have nothing more to send."""
        self._closed = True
        self._ready.set()

    async def deliver(self, send: Send, patience: float = STALLED) -> None:
        """Send the latest, over and over, until closed; Stalled if one is not taken in time."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            state, self._latest = self._latest, None
            if state is not None:
                try:
                    await asyncio.wait_for(send(state), patience)
                except TimeoutError:
                    raise Stalled from None
            if self._closed:
                return


class Audience:
    """All watchers of one thing."""

    def __init__(self) -> None:
        """Nobody watches yet."""
        self._watchers: set[Watcher] = set()

    def __len__(self) -> int:
        return len(self._watchers)

    def add(self, watcher: Watcher) -> None:
        """Somebody begins to watch."""
        self._watchers.add(watcher)

    def remove(self, watcher: Watcher) -> None:
        """Somebody watches no more."""
        self._watchers.discard(watcher)

    def sides(self) -> set[int]:
        """The seats whose holders watch."""
        return {watcher.side for watcher in self._watchers if watcher.side is not None}

    def tell(self, state: str) -> None:
        """Offer all of them the latest."""
        for watcher in self._watchers:
            watcher.offer(state)
