"""Chores whose results can be foretold, done in processes of their own."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from boyi.arena.farm.chores import Chore
from boyi.arena.farm.farm import Farm


@dataclass(frozen=True)
class Squares(Chore[int, int]):
    """Squares numbers; `pause` seconds each."""

    pause: float = 0.0

    def prepare(self):
        return self._square

    def _square(self, number):
        time.sleep(self.pause)
        return number * number


@dataclass(frozen=True)
class Mortal(Chore[int, int]):
    """Squares numbers; whoever meets a number of `fatal` dies of it, the first time."""

    folder: Path
    fatal: tuple[int, ...]

    def prepare(self):
        return self._square

    def _square(self, number):
        mark = self.folder / str(number)
        if number in self.fatal and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.Signals["SIGKILL"])
        return number * number


@dataclass(frozen=True)
class Faulty(Chore[int, int]):
    """Has no root of what is negative."""

    def prepare(self):
        return self._root

    def _root(self, number):
        if number < 0:
            raise ValueError(f"{number} has no root")
        return number


@dataclass(frozen=True)
class Counted(Chore[int, int]):
    """Notes each preparation in a folder."""

    folder: Path

    def prepare(self):
        with (self.folder / f"{os.getpid()}").open("a") as file:
            file.write("prepared\n")
        return abs


@dataclass(frozen=True)
class Deadly(Chore[int, int]):
    """Kills whoever does it."""

    def prepare(self):
        return lambda number: os.kill(os.getpid(), signal.Signals["SIGKILL"])


def reaches_the_asker(farm: Farm) -> bool:
    """Whether what an order raises does, and the farm works on."""
    with pytest.raises(ValueError, match="-1 has no root"):
        list(farm.map(Faulty(), [1, 2, -1, 4]))
    return list(farm.map(Faulty(), [1, 2])) == [1, 2]


def preparations(farm: Farm, folder: Path) -> list[str]:
    """What each worker notes of its preparations while one chore is done three times."""
    for _ in range(3):
        list(farm.map(Counted(folder), range(40)))
    return [path.read_text() for path in folder.iterdir()]
