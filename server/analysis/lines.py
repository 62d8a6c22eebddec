"""What a search tells on its way: the latest of each line, never a queue of old ones."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from boyi.engines.report import Info
from boyi.protocol.driving.spec import Reply

PAUSE = 0.05
"""Seconds between two tellings: eyes see no more."""
LONGEST_LINE = 40
"""Moves of a line that are told."""


class WaitingEvent(Struct, tag_field="type", tag="waiting"):
    """So many searches come first."""

    id: int
    place: int


class InfoEvent(Struct, tag_field="type", tag="info"):
    """A line of play. Scores are for the side to move: centipawns, or moves to mate."""

    id: int
    multipv: int
    depth: int
    seldepth: int
    score: int | None
    mate: int | None
    nodes: int
    nps: int
    time: int
    pv: list[str]
    wdl: tuple[int, int, int] | UnsetType = UNSET


class BestEvent(Struct, tag_field="type", tag="best"):
    """The search has ended with a move."""

    id: int
    move: str | None
    ponder: str | None


class ErrorEvent(Struct, tag_field="type", tag="error"):
    """Something was wrong."""

    error: str


Tell = Callable[[Any], Awaitable[None]]


def event_of(number: int, info: Info) -> InfoEvent:
    """A line of play as it is told."""
    score = info.score
    mate = score.mate
    return InfoEvent(
        number,
        info.multipv,
        info.depth,
        info.seldepth,
        None if mate is not None else score.value,
        mate,
        info.nodes,
        info.nps,
        info.time,
        list(info.pv[:LONGEST_LINE]),
        UNSET if score.wdl is None else score.wdl,
    )


class LineFeed:
    """Takes lines as fast as they come, and tells them as fast as they are taken."""

    def __init__(self, number: int) -> None:
        """`number` tells the lines of this search from those of others."""
        self._number = number
        self._latest: dict[int, Info] = {}
        self._place: int | None = None
        self._ready = asyncio.Event()
        self._reply: Reply | None = None
        self._closed = False

    def wait(self, place: int) -> None:
        """So many searches come first."""
        self._place = place
        self._ready.set()

    def hear(self, info: Info) -> None:
        """A line of play."""
        self._latest[info.multipv] = info
        self._ready.set()

    def close(self, reply: Reply | None) -> None:
        """Nothing more will come."""
        self._reply, self._closed = reply, True
        self._ready.set()

    async def deliver(self, tell: Tell) -> None:
        """Tell everything until the search has ended."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            if self._place is not None:
                place, self._place = self._place, None
                await tell(WaitingEvent(self._number, place))
            lines, self._latest = self._latest, {}
            for multipv in sorted(lines):
                await tell(event_of(self._number, lines[multipv]))
            if self._closed and not self._latest:
                break
            if not self._closed:
                await asyncio.sleep(PAUSE)
        if self._reply is not None:
            await tell(_best(self._number, self._reply))


def _best(number: int, reply: Reply) -> BestEvent:
    pv = reply.info.pv if reply.info else ()
    ponder = pv[1] if len(pv) > 1 and pv[0] == reply.move else None
    return BestEvent(number, reply.move, ponder)
