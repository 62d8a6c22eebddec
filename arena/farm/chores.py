"""What a farm does: a chore that is sent to each worker once, and orders of it by the thousand."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar

OrderT = TypeVar("OrderT")
ResultT = TypeVar("ResultT")
T = TypeVar("T")


class Chore(ABC, Generic[OrderT, ResultT]):
    """What many orders have in common: settings and weights. It is pickled, and so are orders and results."""

    @abstractmethod
    def prepare(self) -> Callable[[OrderT], ResultT]:
        """In a worker: load and compile, once; what then does one order after the other.

        A result depends on the chore and the order alone, never on orders done before.
        """


def tapering(orders: Iterable[T], size: int, workers: Callable[[], int]) -> Iterator[Sequence[T]]:
    """So many orders at a time, and fewer and fewer towards the end, so that all workers end together.

    For that some more of them are drawn than are given out.
    """
    source, ahead = iter(orders), deque[T]()
    while True:
        hands = 2 * workers()
        ahead.extend(islice(source, max(0, hands * size - len(ahead))))
        if not ahead:
            return
        share = min(size, -(-len(ahead) // hands))
        yield tuple(ahead.popleft() for _ in range(share))


def batches(orders: Iterable[T], size: int) -> Iterator[Sequence[T]]:
    """So many orders at a time."""
    source = iter(orders)
    while part := tuple(islice(source, size)):
        yield part
