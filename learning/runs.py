"""A run of training: a folder that can be killed at any instant and gone on with.

    settings.json                   all that defines the run; its seed too
    log.jsonl                       what was met on the way, a line each
    checkpoint.npz                  the numbers to go on from
    NAME-00007621.safetensors       weights by step
    report.html                     settings and curves
    lock                            held while a trainer works here

What a run computes depends on its settings alone, so that one that was killed and taken up again ends with
the very same weights. For that a trainer draws its luck from the seed and the step, keeps all that changes in
its checkpoint, and logs nothing that depends on the clock. What was logged after the checkpoint is cut off.
"""

import dataclasses
import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from boyi.arena.files import append, read_json, told, write_whole
from boyi.engines.weights import WeightFile, save

SETTINGS, LOG, CHECKPOINT, REPORT = "settings.json", "log.jsonl", "checkpoint.npz", "report.html"
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
        with told(folder):
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = _held(folder)
        path = folder / SETTINGS
        there = read_json(path) if path.exists() else None
        if there == self.settings:
            return
        if there is not None and self._begun():
            self._lock.close()
            raise RunError(f"{folder} holds a run of other settings: {_apart(there, self.settings)}")
        write_whole(path, json.dumps(self.settings, indent=1) + "\n")

    def _begun(self) -> bool:
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
        """The last checkpoint, the log cut to what it knew; empty if there is none."""
        path, log = self.folder / CHECKPOINT, self.folder / LOG
        kept: dict[str, np.ndarray] = {}
        if path.exists():
            with told(path), np.load(path, allow_pickle=False) as file:
                kept = dict(file)
        with told(log):
            log.touch()
            os.truncate(log, int(kept.pop(LOGGED, np.int64(0))))
        return kept

    def keep(self, step: int, numbers: Mapping[str, np.ndarray]) -> None:
        """Have a checkpoint on the disk, in place of the last one; on a full disk the last one stays."""
        path, partial = self.folder / CHECKPOINT, self.folder / "checkpoint.partial"
        log = self.folder / LOG
        logged = log.stat().st_size if log.exists() else 0
        whole: dict[str, Any] = {**numbers, STEP: np.int64(step), LOGGED: np.int64(logged)}
        with told(path):
            with partial.open("wb") as file:
                np.savez(file, allow_pickle=False, **whole)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(path)

    def log(self, values: Mapping[str, Any]) -> None:
        """Enter a line in the log."""
        with told(self.folder / LOG):
            append(self.folder / LOG, f"{json.dumps(values)}\n".encode())

    def logged(self) -> Iterator[dict[str, Any]]:
        """The lines of the log; none before the first."""
        path = self.folder / LOG
        for line in path.read_text().splitlines() if path.exists() else ():
            yield json.loads(line)

    def save(self, name: str, file: WeightFile) -> Path:
        """Write weights under a name and their step."""
        path = self.folder / f"{name}-{file.step:08}.safetensors"
        with told(path):
            save(path, file)
        return path


def latest(folder: Path) -> Path:
    """The weights of the last step in a run's folder; RunError if there are none."""
    found = sorted(folder.glob("*-????????.safetensors"), key=lambda path: path.stem[-8:])
    if not found:
        raise RunError(f"{folder} holds no weights")
    return found[-1]


def _held(folder: Path) -> TextIO:
    lock = (folder / LOCK).open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise RunError(f"{folder} is in use by another trainer") from None
    return lock


def _apart(there: Any, mine: Mapping[str, Any]) -> str:
    """Where settings differ, in words."""
    if not isinstance(there, dict):
        return "its settings are damaged"
    names = sorted(name for name in {*there, *mine} if there.get(name) != mine.get(name))
    return ", ".join(f"{name} = {there.get(name)!r}, not {mine.get(name)!r}" for name in names)
