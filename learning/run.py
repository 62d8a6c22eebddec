"""A run of training: a folder that can be killed at any instant and gone on with.

    settings.json                   all that defines the run; its seed too
    log.jsonl                       what was met on the way, a line each
    checkpoint.npz                  the numbers to go on from; checkpoint.before.npz are those before
    NAME-00007621.safetensors       weights by step
    report.html                     settings and curves
    lock                            held while a trainer works here

What a run computes depends on its settings alone, so that one that was killed and taken up again ends with
the very same weights. For that a trainer draws random numbers from the seed and the step, keeps all that
changes in its checkpoint, and logs nothing that depends on the clock. What was logged after the checkpoint
is cut off.
"""

import dataclasses
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from boyi.arena.files import append_durably, as_arena_error, read_json
from boyi.arena.progress import Progress
from boyi.engines import platforms
from boyi.engines.files import write_atomically
from boyi.engines.weights import WeightFile, save
from boyi.learning.checkpoint import latest_checkpoint, write_checkpoint
from boyi.learning.report import TABLES, ReportTable, strength_table, write_report, write_tables

SETTINGS, LOG, REPORT = "settings.json", "log.jsonl", "report.html"
LOCK = "lock"
STEP, LOGGED = "step", "logged"
"""What a checkpoint says beside the trainer's numbers: how far it came, and how long the log was."""


class RunError(ValueError):
    """A run that can't go on; the text says why."""


class Run:
    """The folder of a run, ours alone until the end of the `with` block."""

    def __init__(self, folder: Path, settings: Any) -> None:
        """Begin a run, or take up the one that the folder holds; `settings` is a dataclass of plain values.

        RunError if the folder holds a run of other settings, or is in use.
        """
        self.folder = folder
        self.settings: Mapping[str, Any] = json.loads(json.dumps(dataclasses.asdict(settings)))
        with as_arena_error(folder):
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = _lock_folder(folder)
        path = folder / SETTINGS
        there = read_json(path) if path.exists() else None
        if there == self.settings:
            return
        if there is not None and self._has_begun():
            self._lock.close()
            raise RunError(f"{folder} holds a run of other settings: {_differences(there, self.settings)}")
        write_atomically(path, json.dumps(self.settings, indent=1) + "\n")

    def _has_begun(self) -> bool:
        """Whether the folder holds more than the settings of a run that was refused at once."""
        others = {path.name for path in self.folder.iterdir()} - {SETTINGS, LOCK, LOG}
        log = self.folder / LOG
        return bool(others) or (log.exists() and log.stat().st_size > 0)

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the folder to others."""
        self._lock.close()

    def restore(self) -> dict[str, np.ndarray]:
        """The last sound checkpoint, the log cut to what it knew; empty if there is none.

        CheckpointError if no checkpoint is sound.
        """
        log = self.folder / LOG
        kept, remark = latest_checkpoint(self.folder)
        if remark:
            print(remark, file=sys.stderr)
        with as_arena_error(log):
            log.touch()
            os.truncate(log, min(int(kept.pop(LOGGED, np.int64(0))), log.stat().st_size))
        return kept

    def keep(self, step: int, numbers: Mapping[str, np.ndarray]) -> None:
        """Have a checkpoint on the disk, in place of the last one; on a full disk the last one stays."""
        log = self.folder / LOG
        read_log = log.stat().st_size if log.exists() else 0
        whole: dict[str, Any] = {**numbers, STEP: np.int64(step), LOGGED: np.int64(read_log)}
        write_checkpoint(self.folder, whole)

    def log(self, values: Mapping[str, Any]) -> None:
        """Enter a line in the log."""
        with as_arena_error(self.folder / LOG):
            append_durably(self.folder / LOG, f"{json.dumps(values)}\n".encode())

    def read_log(self) -> Iterator[dict[str, Any]]:
        """The lines of the log; none before the first."""
        return read_log(self.folder)

    def resume(self, key: str, begin: np.ndarray) -> tuple[np.ndarray, int]:
        """The numbers of the last checkpoint under a key, and their step; `begin` and 0 if there is none."""
        kept = self.restore()
        return kept.get(key, begin), int(kept.get(STEP, 0))

    def follow(
        self, steps: Iterable[int], progress: Progress, key: str, numbers: np.ndarray,
        names: Sequence[str], every: int = 1,
    ) -> None:  # fmt: skip
        """Go through steps that change numbers in place, and yield how many are made. Blocks.

        Every so many steps, and after the last, the numbers are logged by their names and kept under a key.
        """
        for done in steps:
            if done % every == 0 or done == progress.total:
                self.log({"step": done, **dict(zip(names, numbers.ravel().tolist(), strict=True))})
                self.keep(done, {key: numbers})
            progress.at(done)

    def write_report(
        self, title: str, tables: Sequence[ReportTable] = (), remarks: Sequence[str] = ()
    ) -> None:
        """Write the run's page: its settings, tables, and the curves of its log."""
        if tables:
            write_tables(self.folder / TABLES, tables)
        tables = [*strength_table(self.folder), *tables]
        write_report(self.folder / REPORT, title, self.settings, self.read_log(), tables, remarks)

    def save(self, name: str, file: WeightFile) -> Path:
        """Write weights under a name and their step."""
        path = self.folder / f"{name}-{file.step:08}.safetensors"
        with as_arena_error(path):
            save(path, file)
        return path


def read_log(folder: Path) -> Iterator[dict[str, Any]]:
    """The lines of a run's log; none before the first."""
    path = folder / LOG
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        yield json.loads(line)


def latest(folder: Path) -> Path:
    """The weights of the last step in a run's folder; RunError if there are none."""
    found = sorted(folder.glob("*-????????.safetensors"), key=lambda path: path.stem[-8:])
    if not found:
        raise RunError(f"{folder} holds no weights")
    return found[-1]


def _lock_folder(folder: Path) -> BinaryIO:
    lock = (folder / LOCK).open("ab")
    if not platforms.lock_file(lock.fileno(), wait=False):
        lock.close()
        raise RunError(f"{folder} is in use by another trainer")
    return lock


def _differences(there: Any, mine: Mapping[str, Any]) -> str:
    """Where settings differ, in words."""
    if not isinstance(there, dict):
        return "its settings are damaged"
    names = sorted(name for name in {*there, *mine} if there.get(name) != mine.get(name))
    return ", ".join(f"{name} = {there.get(name)!r}, not {mine.get(name)!r}" for name in names)
