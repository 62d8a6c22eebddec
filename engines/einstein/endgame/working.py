"""Tables that are being worked out: floats in a file, mapped into memory, and how far they have come.

They are filled in the order of the sum of distances. After each sum the file is written out before the sum
is noted, so that a build may be broken off at any time and is gone on with.
"""

import contextlib
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from boyi.engines.einstein.endgame.lookup import size
from boyi.engines.einstein.endgame.solve import FIRST_SUM, classes, last_sum, solve_steps
from boyi.engines.files import read_text, write_atomically

Done = Callable[[int], None]
SLACK = 1 << 26
"""Bytes of disk that are left free."""


def _file(folder: Path, most: int) -> Path:
    return folder / f"einstein-endings-{most}.building"


def _note(folder: Path, most: int) -> Path:
    return folder / f"einstein-endings-{most}.done"


def room(most: int) -> int:
    """Bytes of disk that a build takes at most: the floats, and the entries made of them."""
    return (4 + 2) * size(most)


def _sum_done(folder: Path, most: int) -> int:
    """The last sum of distances that is done; 0 if none is."""
    try:
        noted = json.loads(read_text(_note(folder, most)))
        whole = _file(folder, most).stat().st_size == 4 * size(most)
        return int(noted["sum"]) if whole and noted["entries"] == size(most) else 0
    except (OSError, ValueError, KeyError, TypeError):
        return 0


@contextlib.contextmanager
def table(folder: Path, most: int) -> Iterator[tuple[np.ndarray, int, Done]]:
    """The floats, the sum of distances to begin with, and what to call after each; OSError without room."""
    done = _sum_done(folder, most)
    needed = room(most) if not done else 2 * size(most)
    if shutil.disk_usage(folder).free < needed + SLACK:
        raise OSError(f"tables of {most} pieces need {needed >> 20} MB in {folder}")
    mode = "r+" if done else "w+"
    mapped = np.memmap(_file(folder, most), np.float32, mode, shape=(size(most),))  # type: ignore[call-overload]

    def note(steps: int) -> None:
        mapped.flush()
        write_atomically(_note(folder, most), json.dumps({"sum": steps, "entries": size(most)}))

    yield np.asarray(mapped), max(done + 1, FIRST_SUM), note


def fill(entries: np.ndarray, most: int, begin: int, done: Done, progress: Callable[[int], None]) -> None:
    """Work out what is missing. Blocks."""
    kinds, last = classes(most), last_sum(most)
    for steps in range(begin, last + 1):
        solve_steps(entries, kinds, steps)
        done(steps)
        progress(100 * steps // last)


def discard(folder: Path, most: int) -> None:
    """Remove the files of a build that is done."""
    _note(folder, most).unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # Windows, where it may still be mapped; the next build removes it
        _file(folder, most).unlink(missing_ok=True)
