"""Children: worker processes of our own, which ask now and then whether we are still there."""

import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.connection import wait
from multiprocessing.process import parent_process
from typing import Any


def forsaken(patience: float = 0.0) -> bool:
    """In a worker: whether the process that started it has ended; waits so many seconds for that."""
    parent = parent_process()
    return parent is not None and bool(wait([parent.sentinel], patience))


def work_side_by_side(work: Callable[..., None], orders: Sequence[tuple[Any, ...]]) -> bool:
    """Have a process for each order do `work(*order)`; whether all went well. Blocks."""
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=work, args=order) for order in orders]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    return not any(process.exitcode for process in processes)
