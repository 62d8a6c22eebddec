"""Children: worker processes of our own, which end when we do, however we end."""

from multiprocessing.connection import wait
from multiprocessing.process import parent_process


def forsaken(patience: float = 0.0) -> bool:
    """In a worker: whether the process that started it has ended; waits so many seconds for that."""
    parent = parent_process()
    return parent is not None and bool(wait([parent.sentinel], patience))
