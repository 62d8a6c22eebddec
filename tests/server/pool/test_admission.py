"""Searches take turns: so many at once, each client one after the other, and nobody's turn is lost."""

import asyncio
import random
from collections import Counter

import pytest

from boyi.server.errors import Busy
from boyi.server.pool.admission import Admission


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


class LentSearch:
    """Somebody who searches until told to end."""

    def __init__(self, admission: Admission, client: str, order: list[str]) -> None:
        self.places: list[int] = []
        self.waited = -1.0
        self.end = asyncio.Event()
        self.client = client
        self.task = asyncio.create_task(self._search(admission, order))

    async def _search(self, admission: Admission, order: list[str]) -> None:
        async with admission.search(self.client, self.places.append) as grant:
            self.waited = grant.waited
            order.append(self.client)
            await self.end.wait()


async def play_out(searchers: list[LentSearch]) -> None:
    for searcher in searchers:
        searcher.end.set()
    await asyncio.gather(*(searcher.task for searcher in searchers), return_exceptions=True)


def test_clients_take_turns_however_many_searches_one_wants():
    async def run() -> list[str]:
        admission, order = Admission(1), list[str]()
        first = LentSearch(admission, "a", order)
        await settle()
        others = [LentSearch(admission, client, order) for client in "aaabbc"]
        await settle()
        await play_out([first, *others])
        assert admission.running == admission.waiting == 0
        return order

    assert "".join(asyncio.run(run())) == "aabcaba"


def test_the_place_is_told_as_it_changes_and_the_time_waited():
    async def run() -> None:
        clock, order = Clock(), list[str]()
        admission = Admission(1, clock=clock)
        first, second, third = (LentSearch(admission, client, order) for client in "abc")
        await settle()
        assert (first.waited, second.places, third.places) == (0, [0], [1])
        clock.now = 2.5
        first.end.set()
        await settle()
        assert (second.waited, third.places) == (2.5, [1, 0])
        await play_out([second, third])

    asyncio.run(run())


def test_what_does_not_fit_is_busy():
    async def run() -> None:
        admission, order = Admission(1, waiting=5, per_client=3), list[str]()
        waiting = [LentSearch(admission, "a", order) for _ in range(4)]
        await settle()
        with pytest.raises(Busy, match="3 of your searches wait already"):
            async with admission.search("a"):
                pass
        waiting += [LentSearch(admission, client, order) for client in "bc"]
        await settle()
        with pytest.raises(Busy, match="5 searches wait already"):
            async with admission.search("d"):
                pass
        await play_out(waiting)
        assert len(order) == 6

    asyncio.run(run())


def test_whoever_is_cancelled_makes_room():
    async def run() -> None:
        admission, order = Admission(1), list[str]()
        searchers = [LentSearch(admission, client, order) for client in "abcd"]
        await settle()
        searchers[1].task.cancel()
        await settle()
        assert searchers[2].places[-1] == 0
        searchers[0].task.cancel()
        searchers[2].task.cancel()  # its turn may have come already
        await settle()
        assert order == ["a", "d"]
        await play_out(searchers)
        assert admission.running == admission.waiting == 0

    asyncio.run(run())


@pytest.mark.parametrize("seed", range(5))
def test_no_turn_is_lost_in_a_storm_of_searches_and_cancellations(seed: int):
    async def run() -> None:
        rng = random.Random(seed)
        admission, order, most = Admission(3, waiting=10), list[str](), 0
        searchers = list[LentSearch]()
        for _ in range(400):
            searchers.append(LentSearch(admission, rng.choice("abcdef"), order))
            for victim in rng.sample(searchers, min(2, len(searchers))):
                victim.task.cancel() if rng.random() < 0.5 else victim.end.set()
            for _ in range(rng.randrange(4)):
                await asyncio.sleep(0)
            most = max(most, admission.running)
            assert admission.running <= 3
        await play_out(searchers)
        assert (admission.running, admission.waiting, most) == (0, 0, 3)
        assert len(Counter(order)) == 6

    asyncio.run(run())
