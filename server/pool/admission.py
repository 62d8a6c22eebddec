"""Who may search: so many at once, and a queue in which clients take turns."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from boyi.server.errors import Busy

Place = Callable[[int], None]
"""Hears how many searches come before one's own, 0 when it is the next."""


def ignore(place: int) -> None:
    """Don't care how many come first."""


@dataclass(frozen=True)
class Grant:
    """The right to search."""

    waited: float
    """Seconds from the wish to the right; 0 if it was there at once."""


class Admission:
    """So many searches at once; whoever comes then waits, and clients take turns, one search each."""

    def __init__(
        self,
        searches: int,
        waiting: int = 32,
        per_client: int = 3,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Nobody searches yet; at most `waiting` searches wait, and `per_client` of one client."""
        self.searches, self._most, self._per_client = searches, waiting, per_client
        self.running = 0
        """Searches that have the right now."""
        self._clock = clock
        self._queues: dict[str, deque[tuple[asyncio.Future[None], Place]]] = {}
        """What each client waits for; the clients stand in the order in which they will be served."""

    @property
    def waiting(self) -> int:
        """Searches that wait."""
        return sum(len(queue) for queue in self._queues.values())

    @asynccontextmanager
    async def search(self, client: str, on_wait: Place = ignore) -> AsyncIterator[Grant]:
        """The right to search, for as long as the block runs. Busy if no more may wait.

        `on_wait` hears how many come first as soon as that is known, and whenever it changes; it must not
        raise. Whoever is cancelled, waiting or searching, makes room for the next.
        """
        began = self._clock()
        waited = await self._enter(client, on_wait)
        try:
            yield Grant(self._clock() - began if waited else 0.0)
        finally:
            self._leave()

    async def _enter(self, client: str, on_wait: Place) -> bool:
        """Get the right; whether that took waiting."""
        if self.running < self.searches and not self._queues:
            self.running += 1
            return False
        turn = self._queue_up(client, on_wait)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave()  # the right came together with the cancellation
            else:
                self._forget(client, turn)
            raise
        return True

    def _queue_up(self, client: str, on_wait: Place) -> asyncio.Future[None]:
        queue = self._queues.get(client, deque())
        if self.waiting >= self._most:
            raise Busy(f"busy: {self.waiting} searches wait already")
        if len(queue) >= self._per_client:
            raise Busy(f"busy: {len(queue)} of your searches wait already")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append((turn, on_wait))
        self._queues[client] = queue
        on_wait(next(place for place, (waiter, _) in enumerate(self._order()) if waiter is turn))
        return turn

    def _leave(self) -> None:
        """Give up the right, to the next client if there is one."""
        self.running -= 1
        while self._queues and self.running < self.searches:
            client = next(iter(self._queues))
            queue = self._queues.pop(client)
            turn, _ = queue.popleft()
            if queue:
                self._queues[client] = queue  # at the end: the others come first
            if not turn.done():  # it is, if it was cancelled and has not got so far as to say so
                self.running += 1
                turn.set_result(None)
                self._tell_places()

    def _forget(self, client: str, turn: asyncio.Future[None]) -> None:
        left = deque(entry for entry in self._queues.get(client, ()) if entry[0] is not turn)
        if left:
            self._queues[client] = left
        else:
            self._queues.pop(client, None)
        self._tell_places()

    def _tell_places(self) -> None:
        for place, (_, on_wait) in enumerate(self._order()):
            on_wait(place)

    def _order(self) -> list[tuple[asyncio.Future[None], Place]]:
        """All that wait, in the order in which they will be served."""
        queues = list(self._queues.values())
        longest = max(map(len, queues), default=0)
        return [queue[i] for i in range(longest) for queue in queues if i < len(queue)]
