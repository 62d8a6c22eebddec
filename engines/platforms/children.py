"""Child processes on every system: how they are started, bounded, and ended with all that they start."""

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Bounds:
    """What a child may use; None: as much as it likes. A system without such a bound does not set it."""

    memory: int | None = None
    """Bytes of address space; on Windows, of memory, together with all that it starts."""
    largest_file: int | None = None
    """Bytes of the largest file that it may write; Windows has no such bound."""
    descriptors: int | None = None
    """How many files it may hold open; Windows has no such bound."""
    polite: bool = False
    """Whether other processes go first, as far as processors are short."""


NO_BOUNDS = Bounds()


@dataclass(frozen=True)
class Launch:
    """How a child is to be started: its command, and arguments of `subprocess.Popen`."""

    command: list[str]
    arguments: dict[str, Any]


class Family(Protocol):
    """A child that was started as its `Launch` says, and all that it starts in turn."""

    def begin(self, bounds: Bounds) -> None:
        """Bound it, and let it run where it has waited for that; OSError or ValueError if that can't be."""

    def terminate(self) -> None:
        """Ask all of it to end, if any of it is left; without effect after `kill`."""

    def kill(self) -> None:
        """End all of it, if any of it is left; may be called again."""
