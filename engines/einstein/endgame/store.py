"""Exact endgame tables on disk: built once, in the user's data folder, and loaded by every engine.

`bin/run boyi.engines.einstein.endgame.store [4|5|6]` builds them; an engine that finds none does so in the
background and plays without them until they are there. Whoever builds holds a lock, so that two engines build
once; what was worked out lies in a file of its own, so that a build that was broken off is gone on with.
Tables of up to four pieces are small and read whole; larger ones are mapped into memory.
"""

import argparse
import sys
import time
import zipfile
import zlib
from pathlib import Path

import numpy as np

from boyi.engines import platforms
from boyi.engines.command_line import add_version
from boyi.engines.einstein.endgame import groups, working
from boyi.engines.einstein.endgame.lookup import MOST, NONE, size
from boyi.engines.einstein.endgame.solve import quantized, solve
from boyi.engines.endgames import BackgroundTables, Progress, alone, folder
from boyi.engines.files import replacing

PIECES = {"none": 0, "four": 4, "five": 5, "six": 6}
"""Choices of the option `Endgame Tables`: up to how many pieces."""
FORMAT = 1
"""Grows whenever the order of the entries changes, so that old files are not believed."""
WHOLE = 4
"""Tables of up to so many pieces are packed, and read whole."""
ASKED_FOR = 6
"""Tables of so many pieces are built when somebody says so, and never in the background."""


def path(most: int) -> Path:
    """The file of the tables of up to so many pieces."""
    return folder() / f"einstein-endings-{most}-v{FORMAT}.{'npz' if most <= WHOLE else 'npy'}"


def load(most: int) -> np.ndarray | None:
    """The tables of up to so many pieces; None where there is no whole file of them."""
    try:
        entries = _packed(most) if most <= WHOLE else _mapped(most)
    except (OSError, RuntimeError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
        return None
    return entries if entries.dtype == np.uint16 and entries.shape == (size(most),) else None


def _packed(most: int) -> np.ndarray:
    with path(most).open("rb") as raw, np.load(raw) as file:
        entries: np.ndarray = file["entries"]
    return entries


def _mapped(most: int) -> np.ndarray:
    # "c" for copy on write: kernels are compiled for arrays that may be written, and nobody writes
    return np.asarray(np.lib.format.open_memmap(path(most), mode="c"))


def save(most: int, entries: np.ndarray) -> None:
    """Write tables whole or not at all; OSError if there is no room for them, RuntimeError without a home."""
    folder().mkdir(parents=True, exist_ok=True)
    with replacing(path(most)) as file:
        if most <= WHOLE:
            np.savez_compressed(file, entries=entries)
        else:
            np.lib.format.write_array(file, entries, allow_pickle=False)


def build(most: int, progress: Progress = lambda percent: None) -> np.ndarray:
    """The tables, worked out and kept unless they are there. Blocks, also while another process builds them.

    Without a place on disk they are only returned; MemoryError if there is no room for that either.
    """
    try:
        with alone("einstein-endings"):
            found = load(most)
            if found is None:
                _build_on_disk(most, progress)
                found = load(most)
            if found is not None:
                return found
    except (OSError, RuntimeError):
        pass  # no place on disk, or not enough of it
    if most > WHOLE:
        raise MemoryError(f"tables of {most} pieces need {_room(most) >> 20} MB of disk in {folder()}")
    return solve(most, progress)


def _room(most: int) -> int:
    """Bytes of disk that a build takes."""
    return 2 * size(most) if most >= ASKED_FOR else working.room(most)


def _build_on_disk(most: int, progress: Progress) -> None:
    """Work out tables in a file that a build broken off goes on with, and keep them."""
    if most >= ASKED_FOR:
        platforms.put_in_place(
            groups.work_out(folder(), most, lambda: _fewer(most - 1), progress), path(most)
        )
        groups.discard_note(folder(), most)
        return
    with working.table(folder(), most) as (table, begin, done):
        working.fill(table, most, begin, done, progress)
        save(most, quantized(table))
    working.discard(folder(), most)


def _fewer(most: int) -> np.ndarray:
    """Tables that larger ones need, built if they are not there; OSError without room."""
    if load(most) is None:
        print(f"tables of {most} pieces come first", file=sys.stderr, flush=True)
        _build_on_disk(most, lambda percent: None)
    found = load(most)
    if found is None:
        raise OSError(f"no tables of {most} pieces in {folder()}")
    return found


class EndgameTables:
    """The tables of one engine: there as soon as they are, asked for as often as one likes."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._tables = BackgroundTables(load, _build_unasked)

    def table(self, choice: str) -> np.ndarray:
        """What the tables of a choice know by now; the first call has them fetched in the background.

        Until large tables are there, smaller ones serve.
        """
        most = PIECES[choice]
        found = [self._tables.get(pieces) for pieces in sorted({most, min(most, WHOLE)} - {0})]
        return next((tables for tables in reversed(found) if tables is not None), NONE)

    def wait(self, choice: str) -> np.ndarray:
        """The tables of a choice, however long that takes."""
        self.table(choice)
        if PIECES[choice]:
            self._tables.wait(PIECES[choice])
        return self.table(choice)


def _build_unasked(most: int) -> np.ndarray:
    """As `build`; RuntimeError for tables that are too large to be built by an engine on its own."""
    if most >= ASKED_FOR:
        told = f"--build-tables {most} builds those of {most} pieces; those of {WHOLE} serve until then"
        raise RuntimeError(told)
    return build(most)


def main() -> None:
    """Build the tables and say how that goes."""
    parser = argparse.ArgumentParser(description="Build the exact endgame tables of EinStein.")
    add_version(parser)
    choices = range(WHOLE, MOST + 1)
    parser.add_argument(
        "most", nargs="?", type=int, choices=choices, default=WHOLE, help="up to so many pieces"
    )
    build_loudly(parser.parse_args().most)


def build_loudly(most: int) -> None:
    """Build the tables of up to so many pieces for a person who watches; code 2 without room for them."""
    start = time.process_time()
    try:
        entries = build(most, lambda percent: print(f"\r{percent:3} %", end="", file=sys.stderr, flush=True))
    except (MemoryError, RuntimeError) as error:
        print(f"\nboyi: {error}", file=sys.stderr)
        sys.exit(2)
    seconds = time.process_time() - start
    if not path(most).exists():
        print(f"\nboyi: no room for the tables in {folder()}", file=sys.stderr)
        sys.exit(2)
    megabytes = path(most).stat().st_size / 1e6
    print(f"\r{entries.size} entries, {seconds:.1f} s of work, {megabytes:.1f} MB in {path(most)}")


if __name__ == "__main__":
    main()
