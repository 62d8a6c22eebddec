"""Exact endgame tables on disk: built once, in the user's data folder, and loaded by every engine.

`bin/run boyi.engines.einstein.endgame [4|5]` builds them; an engine that finds none does so in the
background and plays without them until they are there.
"""

import argparse
import contextlib
import os
import sys
import tempfile
import threading
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np

from boyi.engines.einstein.endings import NONE, size
from boyi.engines.einstein.solve import solve

PIECES = {"none": 0, "four": 4, "five": 5}
"""Choices of the option `Endgame Tables`: up to how many pieces."""
FORMAT = 1
"""Grows whenever the order of the entries changes, so that old files are not believed."""


def folder() -> Path:
    """Where the tables lie."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "boyi"


def path(most: int) -> Path:
    """The file of the tables of up to so many pieces."""
    return folder() / f"einstein-endings-{most}-v{FORMAT}.npz"


def load(most: int) -> np.ndarray | None:
    """The tables of up to so many pieces; None where there is no whole file of them."""
    try:
        with path(most).open("rb") as raw, np.load(raw) as file:
            entries: np.ndarray = file["entries"]
    except (OSError, RuntimeError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
        return None
    return entries if entries.dtype == np.uint16 and entries.shape == (size(most),) else None


def save(most: int, entries: np.ndarray) -> None:
    """Write tables whole or not at all; OSError if there is no room for them, RuntimeError without a home."""
    folder().mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=folder(), suffix=".part")
    try:
        with os.fdopen(handle, "wb") as part:
            np.savez_compressed(part, entries=entries)
        Path(name).replace(path(most))
    except BaseException:
        Path(name).unlink()
        raise


def build(most: int, progress: Callable[[int], None] = lambda percent: None) -> np.ndarray:
    """Work tables out and keep them. Blocks. Without a place on disk they are only returned."""
    entries = solve(most, progress)
    with contextlib.suppress(OSError, RuntimeError):
        save(most, entries)
    return entries


class Endings:
    """The tables of one engine: there as soon as they are, asked for as often as one likes."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._tables: dict[int, np.ndarray] = {}
        self._threads: dict[int, threading.Thread] = {}

    def table(self, choice: str) -> np.ndarray:
        """What the tables of a choice know by now; the first call has them fetched in the background."""
        most = PIECES[choice]
        if most and most not in self._threads:
            self._threads[most] = threading.Thread(target=self._fetch, args=(most,), daemon=True)
            self._threads[most].start()
        return self._tables.get(most, NONE)

    def wait(self, choice: str) -> np.ndarray:
        """The tables of a choice, however long that takes."""
        self.table(choice)
        if PIECES[choice]:
            self._threads[PIECES[choice]].join()
        return self.table(choice)

    def _fetch(self, most: int) -> None:
        found = load(most)
        if found is None:
            print("boyi: building endgame tables, once", file=sys.stderr)
            found = build(most)
            print("boyi: endgame tables are built", file=sys.stderr)
        self._tables[most] = found


def main() -> None:
    """Build the tables and say how that goes."""
    parser = argparse.ArgumentParser(description="Build the exact endgame tables of EinStein.")
    parser.add_argument("most", nargs="?", type=int, choices=(4, 5), default=4, help="up to so many pieces")
    build_loudly(parser.parse_args().most)


def build_loudly(most: int) -> None:
    """Build the tables of up to so many pieces for a person who watches; code 2 without room for them."""
    start = time.process_time()
    entries = build(most, lambda percent: print(f"\r{percent:3} %", end="", file=sys.stderr, flush=True))
    seconds = time.process_time() - start
    if not path(most).exists():
        print(f"\nboyi: no room for the tables in {folder()}", file=sys.stderr)
        sys.exit(2)
    megabytes = path(most).stat().st_size / 1e6
    print(f"\r{entries.size} entries, {seconds:.1f} s of work, {megabytes:.1f} MB in {path(most)}")


if __name__ == "__main__":
    main()
