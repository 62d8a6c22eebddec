"""Chores whose results can be foretold, done in processes of their own."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from boyi.arena.farm.chores import Chore


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
