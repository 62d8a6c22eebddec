"""The broker: clients order analysis, providers fetch the orders and deliver, and neither sees the other."""

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator, Mapping
from typing import Any, TypeVar

from boyi.engines.report import Info
from boyi.server.lichess.emits import Emits
from boyi.server.lichess.orders import Assignment, CheckedWork, ExternalEngine
from boyi.server.refusal import Refusal

T = TypeVar("T")
POLL = 10.0
"""Seconds for which a provider waits for work, until it is told that there is none."""
PATIENCE = 15.0
"""Seconds in which a provider must have fetched an order, and begun to deliver."""
SILENCE = 120.0
"""Seconds without a new state after which a client is let go."""
MOST_WAITING = 32
"""Orders that wait for one provider."""


class AnalysisJob:
    """One order: what the provider delivers, as the state that the client gets to see last.

    States are conflated: a slow client misses some, and never holds anything up.
    """

    def __init__(self, engine: ExternalEngine, checked: CheckedWork) -> None:
        """Nobody works at it yet."""
        self.assignment = Assignment(secrets.token_urlsafe(12), checked.work, engine)
        self.board = checked.board
        self._emits = Emits(checked.board, checked.work.multi_pv)
        self._latest: Mapping[str, Any] | None = None
        self._news, self._ended = asyncio.Event(), asyncio.Event()
        self.begun = False
        """Whether a provider works at it."""

    @property
    def over(self) -> bool:
        """Whether nobody waits for more: the client went away, a limit is reached, the provider is done."""
        return self._ended.is_set()

    async def wait_for_end(self) -> None:
        """Wait until nobody waits for more."""
        await self._ended.wait()

    def deliver(self, line: str) -> None:
        """Take in a line of the engine's output."""
        self._show(self._emits.hear(line))

    def report(self, info: Info) -> None:
        """Take in what the engine found."""
        self._show(self._emits.take(info))

    def _show(self, state: Mapping[str, Any] | None) -> None:
        work = self.assignment.work
        if state is not None:
            self._latest = state
            self._news.set()
        if self._emits.ended or (state is not None and self._emits.reached(state, work.depth, work.nodes)):
            self.end()

    def end(self) -> None:
        """Nothing more comes, or nobody listens any more."""
        self._ended.set()
        self._news.set()

    async def states(self, first: float, silence: float = SILENCE) -> AsyncIterator[Mapping[str, Any]]:
        """The states as they come, the latest each time; ends when there is none within so many seconds."""
        patience = first
        while not self.over or self._latest is not None:
            try:
                await asyncio.wait_for(self._news.wait(), patience)
            except TimeoutError:
                if patience == first and self.begun:  # an engine may have to start, and its turn to come
                    patience = silence
                    continue
                return
            self._news.clear()
            if self._latest is not None:
                state, self._latest = self._latest, None
                yield state
            patience = silence


class Broker:
    """Orders that wait, by provider, and those that are worked at, by their ids."""

    def __init__(self) -> None:
        """There are none."""
        self._waiting: dict[str, deque[AnalysisJob]] = {}
        self._polls: dict[str, deque[asyncio.Future[AnalysisJob]]] = {}
        self._taken: dict[str, AnalysisJob] = {}

    def order(self, selector: str, engine: ExternalEngine, checked: CheckedWork) -> AnalysisJob:
        """Have a provider analyse; Refusal if too many wait for it already."""
        if len(self._waiting.get(selector, ())) >= MOST_WAITING:
            raise Refusal(429, "the provider of this engine is busy")
        job = AnalysisJob(engine, checked)
        self._offer(selector, job)
        return job

    def withdraw(self, selector: str, job: AnalysisJob) -> None:
        """End an order, wherever it is."""
        job.end()
        self._taken.pop(job.assignment.id, None)
        queue = self._waiting.get(selector)
        if queue is not None and job in queue:
            queue.remove(job)
            self._forget(self._waiting, selector)

    async def acquire(self, selector: str, patience: float = POLL) -> AnalysisJob | None:
        """The order that has waited longest for a provider; None if none comes within so many seconds.

        An order that comes while this is broken off goes to the next who asks.
        """
        if queue := self._waiting.get(selector):
            job = queue.popleft()
            self._forget(self._waiting, selector)
            return self._take(job)
        poll: asyncio.Future[AnalysisJob] = asyncio.get_running_loop().create_future()
        polls = self._polls.setdefault(selector, deque())
        polls.append(poll)
        try:
            await asyncio.wait((poll,), timeout=patience)
            return self._take(poll.result()) if poll.done() else None
        except asyncio.CancelledError:
            if poll.done():
                self._offer(selector, poll.result())
            raise
        finally:
            if poll in polls:
                polls.remove(poll)
                self._forget(self._polls, selector)

    def give_back(self, selector: str, job: AnalysisJob) -> None:
        """Offer an order again whose provider never heard of it."""
        if self._taken.pop(job.assignment.id, None) is not None and not job.over:
            self._offer(selector, job)

    def begin(self, id: str) -> AnalysisJob:
        """The order for which a provider begins to deliver; Refusal if nobody waits for it."""
        job = self._taken.pop(id, None)
        if job is None or job.over:
            raise Refusal(404, "No such work, or nobody waits for it any more")
        job.begun = True
        return job

    def _offer(self, selector: str, job: AnalysisJob) -> None:
        """To the provider that has waited longest, or into the queue."""
        polls = self._polls.get(selector)
        if polls:
            polls.popleft().set_result(job)
            self._forget(self._polls, selector)
        else:
            self._waiting.setdefault(selector, deque()).append(job)

    def _take(self, job: AnalysisJob) -> AnalysisJob:
        self._taken[job.assignment.id] = job
        return job

    def _forget(self, queues: dict[str, deque[T]], selector: str) -> None:
        """Anybody may name a selector, so that none is kept in vain."""
        if not queues.get(selector):
            queues.pop(selector, None)
