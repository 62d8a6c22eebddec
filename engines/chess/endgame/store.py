"""Exact endgame tables on disk: built once, in the user's data folder, and loaded by every engine.

`bin/run boyi.engines.chess.endgame.store` builds them; an engine that finds none does so in the background
once few pieces are left, and plays without them until they are there. Whoever builds holds a lock, so that
two engines build once. Each table is a packed file of its own, so that a build that was broken off is gone on
with.
"""

import argparse
import sys
import time
import zlib
from pathlib import Path

import numpy as np

from boyi.engines.chess.endgame.layout import BEGIN, BYTES, IN_BYTE, MATERIALS, SIZE
from boyi.engines.chess.endgame.solve import solve
from boyi.engines.command_line import add_version
from boyi.engines.endgames import BackgroundTables, Progress, alone, folder
from boyi.engines.files import read_regular, write_atomically

PIECES = {"none": 0, "four": 4}
"""Choices of the option `Endgame Tables`: up to how many pieces."""
FORMAT = 1
"""Grows whenever the order of the entries changes, so that old files are not believed."""
NAME = "chess-endings"
NONE = np.zeros(0, np.uint8)
"""The tables that know nothing."""


def path(table: int) -> Path:
    """The file of a table."""
    return folder() / f"{NAME}-{MATERIALS[table].name}-v{FORMAT}.z"


def _part(table: int) -> slice:
    """Where a table's bytes lie among all."""
    begin = int(BEGIN[table]) // IN_BYTE
    return slice(begin, begin + int(SIZE[table]) // IN_BYTE)


def _read(table: int, endings: np.ndarray) -> bool:
    """Take a table from its file, if there is a whole one."""
    place = _part(table)
    try:
        found = np.frombuffer(zlib.decompress(read_regular(path(table))), np.uint8)
    except (OSError, RuntimeError, zlib.error):
        return False
    if found.size != place.stop - place.start:
        return False
    endings[place] = found
    return True


def load() -> np.ndarray | None:
    """All tables; None where one is missing or not whole."""
    if not all(path(table).exists() for table in range(len(MATERIALS))):
        return None
    endings = np.zeros(BYTES, np.uint8)
    return endings if all(_read(table, endings) for table in range(len(MATERIALS))) else None


def build(progress: Progress = lambda percent: None) -> np.ndarray:
    """All tables; those that are missing are worked out and kept. Blocks, also while another process builds.

    Without a place on disk they are only returned.
    """
    try:
        with alone(NAME):
            return _fill(progress)
    except (OSError, RuntimeError):  # no place on disk
        return _fill(progress)


def _fill(progress: Progress) -> np.ndarray:
    """All tables, each from its file if it has one."""
    endings = np.zeros(BYTES, np.uint8)
    for table in range(len(MATERIALS)):
        if not _read(table, endings):
            solve(endings, table)
            _keep(table, endings)
        progress(int(100 * (BEGIN[table] + SIZE[table]) // SIZE.sum()))
    return endings


def _keep(table: int, endings: np.ndarray) -> None:
    """Write a table whole, or not at all if there is no room for it."""
    try:
        write_atomically(path(table), zlib.compress(endings[_part(table)].tobytes()))
    except (OSError, RuntimeError) as error:
        print(f"boyi: an endgame table is not kept: {error}", file=sys.stderr)


class ChessTables:
    """The tables of one engine: there as soon as they are, asked for as often as one likes."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._tables = BackgroundTables(lambda most: load(), lambda most: build())

    def get(self, choice: str) -> np.ndarray:
        """What the tables of a choice know by now; the first call has them fetched in the background."""
        found = self._tables.get(PIECES[choice]) if PIECES[choice] else None
        return NONE if found is None else found

    def wait(self, choice: str) -> np.ndarray:
        """The tables of a choice, however long that takes."""
        found = self._tables.wait(PIECES[choice]) if PIECES[choice] else None
        return NONE if found is None else found


def main() -> None:
    """Build the tables and say how that goes."""
    parser = argparse.ArgumentParser(description="Build the exact endgame tables of chess.")
    add_version(parser)
    parser.parse_args()
    start = time.process_time()
    build(lambda percent: print(f"\r{percent:3} %", end="", file=sys.stderr, flush=True))
    seconds = time.process_time() - start
    missing = [MATERIALS[table].name for table in range(len(MATERIALS)) if not path(table).exists()]
    if missing:
        print(f"\nboyi: no room for {len(missing)} tables in {folder()}", file=sys.stderr)
        sys.exit(2)
    megabytes = sum(path(table).stat().st_size for table in range(len(MATERIALS))) / 1e6
    print(f"\r{SIZE.sum()} entries, {seconds:.1f} s of work, {megabytes:.1f} MB in {folder()}")


if __name__ == "__main__":
    main()
