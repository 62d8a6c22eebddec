"""A Dask cluster as a farm."""

import hashlib
import itertools
import logging
import pickle
import secrets
import time
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

import dask
from distributed import Client, LocalCluster, Security
from distributed.client import FutureCancelledError

from boyi.arena.farm.address import ClusterAddress, security
from boyi.arena.farm.chores import Chore, OrderT, ResultT, batches
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
        self._counted, self._workers = 0.0, 0
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
        source, futures = batches(orders, batch), deque[Any]()
        try:
            while True:
                room = AHEAD * max(1, self.workers) - len(futures)
                for part in itertools.islice(source, max(0, room)):
                    key = f"batch-{self._run}-{next(self._numbers)}"
                    futures.append(self._client.submit(do_batch, name, sent, part, key=key, pure=False))
                if not futures:
                    return
                found: list[ResultT] = self._wait(futures[0])
                futures.popleft().release()
                yield from found
        finally:
            for future in futures:
                future.cancel()

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

    def _wait(self, future: Any) -> Any:
        lonely = 0.0
        while True:
            try:
                return future.result(timeout=COUNTED_EVERY)
            except FutureCancelledError:
                raise FarmError(GONE) from None
            except TimeoutError:
                if future.done():  # it came just then, or the order itself ran out of time
                    return future.result()
            if self._client.status != "running":
                raise FarmError(GONE)
            lonely = 0.0 if self.workers else lonely + COUNTED_EVERY
            if lonely and lonely % IDLE < COUNTED_EVERY:
                print("no worker is there; bin/worker ADDRESS starts some", flush=True)

    def _check(self) -> None:
        theirs = self._client.get_metadata([MARK], default=None)
        if theirs is None:
            self._client.close()
            raise FarmError("this is no scheduler that bin/scheduler started")
        if differs := difference(identity(), theirs):
            self._client.close()
            raise FarmError(f"the cluster is another: {differs}")


def _start_local(count: int) -> LocalCluster:
    return LocalCluster(
        n_workers=count,
        threads_per_worker=1,
        processes=True,
        memory_limit=0,
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.ERROR,
    )
