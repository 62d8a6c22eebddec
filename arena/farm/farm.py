"""Where orders are done: in this process, by processes of this machine, or by a cluster."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Self

from boyi.arena.farm.chores import Chore, OrderT, ResultT


class FarmError(ValueError):
    """A farm can't be had, or lost too much to go on; the text is one line."""


class Farm(ABC):
    """Workers that do orders side by side. Nothing above it knows of what kind they are."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the workers go."""
        self.close()

    @abstractmethod
    def map(
        self, chore: Chore[OrderT, ResultT], orders: Iterable[OrderT], batch: int = 1
    ) -> Iterator[ResultT]:
        """The result of each order, in their order, however many workers come and go meanwhile.

        Orders are drawn as results are taken, so that they may be endless; `batch` of them travel together.
        What an order raises is raised here. FarmError if the workers are lost. Blocks between items.
        """

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many there are at present."""

    @property
    def note(self) -> str:
        """What a progress tells of it; nothing where it goes without saying."""
        return ""

    @abstractmethod
    def close(self) -> None:
        """Let the workers go."""


class InlineFarm(Farm):
    """This very process."""

    def map(
        self, chore: Chore[OrderT, ResultT], orders: Iterable[OrderT], batch: int = 1
    ) -> Iterator[ResultT]:
        """Results as they are asked for."""
        return map(chore.prepare(), orders)

    @property
    def workers(self) -> int:
        """Ourselves."""
        return 1

    def close(self) -> None:
        """There is nothing to let go."""
