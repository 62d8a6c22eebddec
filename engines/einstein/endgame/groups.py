"""Tables of six pieces: too large to have floats beside them, they are worked out group by group.

A group is two sets of numbers that face each other, either being about to roll: no move leads to another
group of as many pieces, and captures lead to tables of fewer, which are there before. So a group is worked
out by itself, in a part of the file that fits into memory. What is done is noted, and a build that was broken
off goes on with the next group. Each entry is rounded once from entries that were rounded themselves.
"""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np

from boyi.engines.einstein.endgame.lookup import COUNT, pairs, size
from boyi.engines.einstein.endgame.solve import FIRST_SUM, last_sum, solve_steps_rounded
from boyi.engines.files import read_text, write_atomically

SLACK = 1 << 28
"""Bytes of disk that are left free."""


def groups(most: int) -> list[np.ndarray]:
    """The pairs of classes of exactly so many pieces, by group."""
    exactly = [pair for pair in pairs(most) if COUNT[pair[0]] + COUNT[pair[1]] == most]
    return [np.array(sorted({(a, b), (b, a)}), np.uint8) for a, b in exactly if a <= b]


def building(folder: Path, most: int) -> Path:
    """The file that is being filled."""
    return folder / f"einstein-endings-{most}.building"


def note(folder: Path, most: int) -> Path:
    """The file that says how many groups are done."""
    return folder / f"einstein-endings-{most}.done"


def _groups_done(folder: Path, most: int) -> int:
    """How many groups are done; -1 if not even the tables of fewer pieces are in place."""
    try:
        noted = json.loads(read_text(note(folder, most)))
        whole = building(folder, most).stat().st_size > 2 * size(most)
        return int(noted["groups"]) if whole and noted["entries"] == size(most) else -1
    except (OSError, ValueError, KeyError, TypeError):
        return -1


def _begin(folder: Path, most: int, fewer: np.ndarray) -> None:
    """A file with the tables of fewer pieces and room for the others; OSError if the disk has none."""
    needed = 2 * size(most)
    if shutil.disk_usage(folder).free < needed + SLACK:
        raise OSError(f"tables of {most} pieces need {needed >> 20} MB in {folder}")
    path = building(folder, most)
    table = np.lib.format.open_memmap(path, mode="w+", dtype=np.uint16, shape=(size(most),))
    table[: fewer.size] = fewer
    table.flush()
    _say_done(folder, most, 0)


def _say_done(folder: Path, most: int, done: int) -> None:
    write_atomically(note(folder, most), json.dumps({"groups": done, "entries": size(most)}))


def work_out(
    folder: Path, most: int, fewer: Callable[[], np.ndarray], progress: Callable[[int], None]
) -> Path:
    """A file of the tables of so many pieces, in NumPy's format; `fewer` gives those of one piece less.

    Blocks: hours. OSError without room.
    """
    done = _groups_done(folder, most)
    if done < 0:
        _begin(folder, most, fewer())
        done = 0
    path, every = building(folder, most), groups(most)
    for number in range(done, len(every)):
        table = np.lib.format.open_memmap(path, mode="r+")  # anew, or all pages would stay in memory
        entries = np.asarray(table)
        for steps in range(FIRST_SUM, last_sum(most) + 1):
            solve_steps_rounded(entries, every[number], steps)
        table.flush()
        _say_done(folder, most, number + 1)
        progress(100 * (number + 1) // len(every))
    return path


def discard_note(folder: Path, most: int) -> None:
    """Forget how far a build came that is done."""
    note(folder, most).unlink(missing_ok=True)
