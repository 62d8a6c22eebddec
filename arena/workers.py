"""Worker processes of our own, which ask now and then whether we are still there."""

from multiprocessing.connection import wait
from multiprocessing.process import parent_process


def parent_ended(patience: float = 0.0) -> bool:
    """In a worker: whether the process that started it has ended; waits so many seconds for that."""
    parent = parent_process()
    return parent is not None and bool(wait([parent.sentinel], patience))
