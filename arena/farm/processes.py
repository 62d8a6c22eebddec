"""Processes of this machine that do orders. One that dies is replaced, and its orders are done again."""

import contextlib
import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from boyi.arena.farm.chores import Chore, OrderT, ResultT, batches
from boyi.arena.farm.farm import Farm, FarmError

MOST_DEATHS = 10
"""Deaths without a result between them, after which it is the work that kills."""
AHEAD = 3
"""Batches for each process that are done before the first of them is waited for."""


def serve(orders: Connection) -> None:
    """In a worker: do what comes until the other end is closed, as it is when its process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the interrupt is its parent's, which then closes the pipe
    work = None
    with contextlib.suppress(EOFError, OSError):
        while True:
            chore, batch = orders.recv()
            try:
                work = chore.prepare() if chore is not None else work
                assert work is not None
                orders.send((True, [work(order) for order in batch]))
            except Exception as error:  # the asker's, whatever it is
                orders.send((False, error))


@dataclass
class FarmHand:
    """A worker process and what it is busy with."""

    process: BaseProcess
    pipe: Any
    knows: Any = None
    """The chore that it was sent."""
    task: "FarmTask | None" = None


@dataclass(eq=False)
class FarmTask:
    """A batch of orders on its way."""

    chore: Any
    orders: Sequence[Any]
    results: list[Any] = field(default_factory=list)
    error: Exception | None = None
    done: bool = False


class ProcessFarm(Farm):
    """So many processes, started when there is something to do."""

    def __init__(self, count: int) -> None:
        """Nothing is started yet."""
        self._count, self._deaths = count, 0
        self._context = multiprocessing.get_context("spawn")
        self._hands: list[FarmHand] = []
        self._waiting: deque[FarmTask] = deque()

    @property
    def workers(self) -> int:
        """How many processes there may be."""
        return self._count

    def map(
        self, chore: Chore[OrderT, ResultT], orders: Iterable[OrderT], batch: int = 1
    ) -> Iterator[ResultT]:
        """See `Farm`."""
        source = batches(orders, batch)
        tasks: deque[FarmTask] = deque()
        try:
            while True:
                while len(tasks) < AHEAD * self._count and (part := next(source, None)) is not None:
                    tasks.append(FarmTask(chore, part))
                    self._waiting.append(tasks[-1])
                if not tasks:
                    return
                while not tasks[0].done:
                    self._step()
                task = tasks.popleft()
                if task.error is not None:
                    raise task.error
                yield from task.results
        finally:
            self._forget(tasks)

    def close(self) -> None:
        """End the processes; what they are busy with is lost."""
        for hand in self._hands:
            hand.pipe.close()
            hand.process.kill()
        for hand in self._hands:
            hand.process.join()
            hand.process.close()
        self._hands.clear()

    def _step(self) -> None:
        """Give out what waits, and wait for something to come back."""
        while len(self._hands) < self._count:
            self._hands.append(self._hire())
        for hand in self._hands:
            if hand.task is None and self._waiting:
                self._give(hand, self._waiting.popleft())
        busy = {hand.pipe: hand for hand in self._hands if hand.task is not None}
        for pipe in wait(list(busy)):
            self._take(busy[pipe])

    def _hire(self) -> FarmHand:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=serve, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        return FarmHand(process, ours)

    def _give(self, hand: FarmHand, task: FarmTask) -> None:
        hand.task = task
        news = None if hand.knows is task.chore else task.chore
        hand.knows = task.chore
        with contextlib.suppress(OSError):  # it died, as its pipe will say
            hand.pipe.send((news, task.orders))

    def _take(self, hand: FarmHand) -> None:
        assert hand.task is not None
        try:
            good, found = hand.pipe.recv()
        except (EOFError, OSError):
            self._bury(hand)
            return
        task, hand.task, self._deaths = hand.task, None, 0
        task.done = True
        if good:
            task.results = found
        else:
            task.error, hand.knows = found, None

    def _bury(self, hand: FarmHand) -> None:
        """Have its orders done by another."""
        assert hand.task is not None
        self._deaths += 1
        self._hands.remove(hand)
        hand.pipe.close()
        hand.process.join()
        if self._deaths >= MOST_DEATHS:
            code = hand.process.exitcode
            raise FarmError(f"{self._deaths} workers died one after the other (exit code {code})")
        self._waiting.appendleft(hand.task)

    def _forget(self, tasks: Iterable[FarmTask]) -> None:
        """Nobody waits for these any more; who is busy with one of them is let go."""
        lost = set(tasks)
        self._waiting = deque(task for task in self._waiting if task not in lost)
        for hand in [hand for hand in self._hands if hand.task in lost]:
            self._hands.remove(hand)
            hand.pipe.close()
            hand.process.kill()
            hand.process.join()
