"""A Dask cluster as a farm."""

import contextlib
import hashlib
import itertools
import logging
import pickle
import secrets
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from typing import Any

import dask
from distributed import Client, LocalCluster, Security, wait

from boyi.arena.farm.address import ClusterAddress, security
from boyi.arena.farm.chores import Chore, OrderT, ResultT, tapering
from boyi.arena.farm.dask import MARK, SETTINGS, carry, do_batch
from boyi.arena.farm.farm import Farm, FarmError
from boyi.arena.farm.identity import difference, identity

PATIENCE = 6.0
"""Seconds to reach a scheduler."""
AHEAD = 4
"""Batches for each worker that are under way before the first of them is waited for."""
COUNTED_EVERY = 2.0
"""Seconds between two counts of the workers."""
GONE = "the scheduler is gone; what was finished is kept"
IDLE = 60.0
"""Seconds without any worker after which somebody is told."""


class ClusterFarm(Farm):
    """The workers of a scheduler, however many there are at a time."""

    def __init__(self, address: ClusterAddress) -> None:
        """Join the cluster; FarmError says in one line why that can't be."""
        dask.config.set(SETTINGS)
        for name in ("distributed", "distributed.client", "distributed.core", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._cluster = _start_local(address.local) if address.local else None
        where = self._cluster.scheduler_address if self._cluster else address.url
        try:
            self._client = Client(
                where,
                security=Security(**security(address.certificate)),
                timeout=PATIENCE,
                set_as_default=False,
            )
        except (OSError, TimeoutError, ValueError) as error:
            raise FarmError(f"{where} can't be reached: {str(error).splitlines()[0]}") from None
        self._counted, self._workers, self._seen = 0.0, 0, time.monotonic()
        self._run, self._numbers = secrets.token_hex(6), itertools.count()
        self._sent: dict[str, Any] = {}
        if not self._cluster:
            self._check()

    @property
    def workers(self) -> int:
        """How many there are, as counted a moment ago."""
        now = time.monotonic()
        if now - self._counted > COUNTED_EVERY:
            self._counted, self._workers = now, len(self._client.scheduler_info(n_workers=-1)["workers"])
        return self._workers

    @property
    def note(self) -> str:
        """How many workers there are."""
        return f"{self.workers} workers"

    def map(
        self, chore: Chore[OrderT, ResultT], orders: Iterable[OrderT], batch: int = 1
    ) -> Iterator[ResultT]:
        """See `Farm`."""
        name, sent = self._send(chore)
        source, futures = tapering(orders, batch, lambda: max(1, self.workers)), deque[Any]()
        try:
            while True:
                room = AHEAD * max(1, self.workers) - len(futures)
                for part in itertools.islice(source, max(0, room)):
                    futures.append(self._submit(name, sent, part))
                if not futures:
                    return
                self._wait(futures[0])
                for found in self._take(futures):
                    yield from found
        finally:
            for future in futures:
                future.cancel()

    def start(self, chore: Chore[OrderT, ResultT], order: OrderT) -> "Future[ResultT]":
        """One order, whose result comes when it does; once nobody waits for it, its worker can know.

        FarmError is its result if the scheduler is lost.
        """
        name, sent = self._send(chore)
        task = self._submit(name, sent, (order,))
        found: Future[ResultT] = Future()
        found.add_done_callback(lambda found: task.cancel() if found.cancelled() else task.release())
        task.add_done_callback(lambda task: _settle(found, task))
        return found

    def check(self) -> None:
        """FarmError if the scheduler is gone; the user hears if no worker was there for long. Blocks."""
        if self._client.status != "running":
            raise FarmError(GONE)
        now = time.monotonic()
        if self.workers:
            self._seen = now
        elif now - self._seen > IDLE:
            self._seen = now
            print("no worker is there; bin/worker ADDRESS starts some", flush=True)

    def close(self) -> None:
        """Leave the cluster; one of our own ends."""
        self._sent.clear()
        self._client.close()
        if self._cluster:
            self._cluster.close()

    def _send(self, chore: Chore[OrderT, ResultT]) -> tuple[str, Any]:
        """The name of a chore, and where workers find it; the one before it is forgotten."""
        packed = pickle.dumps(chore)
        name = hashlib.sha256(packed).hexdigest()[:16]
        if name not in self._sent:
            self._sent.clear()
            key = f"chore-{self._run}-{name}"
            self._sent[name] = self._client.submit(carry, packed, key=key, pure=False)
        return name, self._sent[name]

    def _submit(self, name: str, sent: Any, part: Sequence[Any]) -> Any:
        key = f"batch-{self._run}-{next(self._numbers)}"
        # As one that makes data, a batch goes to whoever has room. Others go to who has what they depend on,
        # and that is at first the one worker that got the chore.
        return self._client.submit(do_batch, name, sent, part, key=key, pure=False, _data_producer=True)

    def _wait(self, future: Any) -> None:
        while not future.done():
            with self._client.as_current(), contextlib.suppress(TimeoutError, CancelledError):
                wait(future, timeout=COUNTED_EVERY)
            self.check()
        if future.cancelled():
            raise FarmError(GONE)

    def _take(self, futures: deque[Any]) -> list[Any]:
        """The results of the first and of those after it that are there, too, fetched in one go."""
        ready = list(itertools.takewhile(lambda future: future.status == "finished", futures))
        if not ready:
            futures[0].result()  # which raises what the order raised
        try:
            results: list[Any] = self._client.gather(ready)
        except CancelledError:
            raise FarmError(GONE) from None
        for future in ready:
            futures.popleft()
            future.release()
        return results

    def _check(self) -> None:
        theirs = self._client.get_metadata([MARK], default=None)
        if theirs is None:
            self._client.close()
            raise FarmError("this is no scheduler that bin/scheduler started")
        if differs := difference(identity(), theirs):
            self._client.close()
            raise FarmError(f"the cluster is another: {differs}")


def _settle(found: "Future[Any]", task: Any) -> None:
    """Hand over what a task of Dask came to, in the thread where Dask tells of it."""
    if not found.set_running_or_notify_cancel():
        return
    try:
        (result,) = task.result()
    except CancelledError:
        found.set_exception(FarmError(GONE))
    except Exception as error:  # the asker's, whatever it is
        found.set_exception(error)
    else:
        found.set_result(result)


def _start_local(count: int) -> LocalCluster:
    return LocalCluster(
        n_workers=count,
        threads_per_worker=1,
        processes=True,
        memory_limit=0,
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.ERROR,
    )
