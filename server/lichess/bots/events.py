"""What a bot is told beside its games: challenges, and games that begin and end."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any

Event = Mapping[str, Any]
MOST_EVENTS = 256
"""That wait for one listener; one that takes none of so many is let go."""


class EventHub:
    """Who listens, by account. A second stream of an account ends the first, as on lichess."""

    def __init__(self) -> None:
        """Nobody does."""
        self._queues: dict[str, asyncio.Queue[Event | None]] = {}

    def online(self, account: str) -> bool:
        """Whether an account listens."""
        return account in self._queues

    def tell(self, account: str, event: Event) -> None:
        """Tell an account of something, if it listens."""
        queue = self._queues.get(account)
        if queue is None:
            return
        try:
            queue.put_nowait(event)
        except asyncio.QueueFull:
            self._dismiss(account)

    def listen(self, account: str, first: list[Event]) -> AsyncIterator[Event]:
        """What an account is told from this very moment on, after what is to be said at once."""
        self._dismiss(account)
        queue = self._queues[account] = asyncio.Queue(MOST_EVENTS)
        return self._stream(account, queue, first)

    async def _stream(
        self, account: str, queue: "asyncio.Queue[Event | None]", first: list[Event]
    ) -> AsyncIterator[Event]:
        try:
            for event in first:
                yield event
            while (told := await queue.get()) is not None:
                yield told
        finally:
            if self._queues.get(account) is queue:
                del self._queues[account]

    def _dismiss(self, account: str) -> None:
        queue = self._queues.pop(account, None)
        if queue is not None:
            while queue.full():
                queue.get_nowait()
            queue.put_nowait(None)
