"""What Dask runs in a worker, and how it is set up on every side."""

import pickle
from collections.abc import Callable, Sequence
from typing import Any

from boyi.arena.farm.speed import measured

SETTINGS: dict[str, Any] = {
    # A batch whose worker dies is done by another, however often that happens.
    "distributed.scheduler.allowed-failures": 1000,
    # Orders are done one by one, as they come: to have many wait at one worker helps nobody.
    "distributed.scheduler.worker-saturation": 1.5,
    "distributed.scheduler.work-stealing": True,
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http-routes": [],
    "distributed.admin.large-graph-warning-threshold": "1GB",
    # A worker's memory is its own affair.
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
    # Nobody looks at what it measures of itself, a hundred times a second in each process.
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.comm.timeouts.connect": "10s",
    "distributed.logging.distributed": "error",
}
"""Of Dask, wherever a part of it runs."""
MARK = "boyi"
"""Under which a scheduler keeps its identity."""
SPEEDS = "boyi.speeds"
"""Under which the settings of a worker's Dask say how fast it is in each game."""


class PreparedChores:
    """The chore that this worker did last, ready for the next order."""

    def __init__(self) -> None:
        """None yet."""
        self._key = ""
        self._work: Callable[[Any], Any] | None = None

    def do(self, key: str, chore: bytes, orders: Sequence[Any]) -> list[Any]:
        """Do orders of a chore, which was pickled."""
        work = self._work
        if key != self._key or work is None:
            self._key, self._work = "", None  # what it holds is let go before the next is loaded
            work = pickle.loads(chore).prepare()
            self._key, self._work = key, work
        return list(map(work, orders))


PREPARED = PreparedChores()
"""Of this process, which does one order after the other."""


def do_batch(key: str, chore: bytes, orders: Sequence[Any]) -> list[Any]:
    """In a worker: do orders of a chore."""
    return PREPARED.do(key, chore, orders)


def carry(chore: bytes) -> bytes:
    """A chore that travels to each worker once, since each keeps what this returned."""
    return chore


def still_wanted() -> bool:
    """In a worker, by the thread that does a batch: whether somebody still waits for it."""
    from distributed import get_worker  # noqa: PLC0415  who asks is a worker, and has it

    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    return task is not None and task.state != "cancelled"


def own_address() -> str:
    """In a worker: what the others call it."""
    from distributed import get_worker  # noqa: PLC0415

    return str(get_worker().address)


def own_speed(game: str) -> float:
    """In a worker that bin/worker started: its nodes per second in a game, measured now if that was not done
    before; 0 in any other."""
    import dask  # noqa: PLC0415

    speeds = dask.config.get(SPEEDS, default=None)
    if speeds is None:
        return 0.0
    return float(speeds[game]) if game in speeds else measured(game)
