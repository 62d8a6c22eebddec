"""Endgame tables in the user's data folder: built once by whoever comes first, fetched in the background."""

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from boyi.engines import platforms

Progress = Callable[[int], None]
"""Told how many percent of a build are done."""


def folder() -> Path:
    """Where the tables of all games lie."""
    return platforms.data_home() / "boyi"


@contextlib.contextmanager
def alone(name: str) -> Iterator[None]:
    """While no other process builds tables of this name; what one left that was broken off in writing is
    swept away."""
    folder().mkdir(parents=True, exist_ok=True)
    with (folder() / f"{name}.lock").open("a+b") as file:
        platforms.lock_file(file.fileno(), wait=True)
        for part in folder().glob(f"{name}-*.part"):
            part.unlink(missing_ok=True)
        yield


class BackgroundTables:
    """Tables by the pieces they have at most: there as soon as they are, asked for as often as one likes."""

    def __init__(self, load: Callable[[int], np.ndarray | None], build: Callable[[int], np.ndarray]) -> None:
        """Know nothing yet. `load` returns None where there are none; `build` blocks, MemoryError or
        RuntimeError if there can't be any."""
        self._load, self._build = load, build
        self._tables: dict[int, np.ndarray] = {}
        self._threads: dict[int, threading.Thread] = {}

    def get(self, most: int) -> np.ndarray | None:
        """The tables of up to so many pieces, None until they are there; the first call has them fetched."""
        if most not in self._threads:
            self._threads[most] = threading.Thread(target=self._fetch, args=(most,), daemon=True)
            self._threads[most].start()
        return self._tables.get(most)

    def wait(self, most: int) -> np.ndarray | None:
        """The tables of up to so many pieces, however long that takes; None if there can't be any."""
        self.get(most)
        self._threads[most].join()
        return self._tables.get(most)

    def _fetch(self, most: int) -> None:
        found = self._load(most)
        if found is None:
            print("boyi: building endgame tables, once", file=sys.stderr)
            try:
                found = self._build(most)
            except (MemoryError, RuntimeError) as error:
                print(f"boyi: no endgame tables: {error}", file=sys.stderr)
                return
            print("boyi: endgame tables are built", file=sys.stderr)
        self._tables[most] = found
