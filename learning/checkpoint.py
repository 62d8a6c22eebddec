"""Checkpoints: the numbers of a run at one step. The one before is kept, should the last be damaged."""

import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from boyi.arena.files import as_arena_error

CHECKPOINT, BEFORE = "checkpoint.npz", "checkpoint.before.npz"


class CheckpointError(ValueError):
    """A checkpoint that can't be gone on from; the text says why."""


def read_checkpoint(path: Path) -> dict[str, np.ndarray]:
    """The numbers of a file; CheckpointError if it is damaged, ArenaError if it can't be read at all."""
    with as_arena_error(path), path.open("rb") as file:
        if not os.fstat(file.fileno()).st_size:
            raise CheckpointError(f"{path} is damaged: it is empty")
        try:
            with np.load(file, allow_pickle=False) as kept:
                return dict(kept)
        except Exception as error:  # whatever NumPy, zipfile and zlib make of noise
            raise CheckpointError(f"{path} is damaged: {str(error) or type(error).__name__}") from None


def latest_checkpoint(folder: Path) -> tuple[dict[str, np.ndarray], str]:
    """The last sound checkpoint of a folder, empty if it has none yet, and what to say if it isn't the last.

    The one before takes the place of a damaged one. CheckpointError if both are, or if there is but one.
    """
    last, before = folder / CHECKPOINT, folder / BEFORE
    if not last.exists() and not before.exists():
        return {}, ""
    try:
        if last.exists():
            return read_checkpoint(last), ""
        fault = f"{last} is gone"
    except CheckpointError as error:
        if not before.exists():
            raise
        fault = str(error)
    kept = read_checkpoint(before)
    with as_arena_error(last):
        before.replace(last)
    return kept, f"{fault}; going on from the one before"


def write_checkpoint(folder: Path, numbers: Mapping[str, np.ndarray]) -> None:
    """Have a checkpoint on the disk, the last one beside it; after any error that one stands as before."""
    last, partial = folder / CHECKPOINT, folder / "checkpoint.partial"
    with as_arena_error(last):
        with partial.open("wb") as file:
            np.savez(file, allow_pickle=False, **numbers)
            file.flush()
            os.fsync(file.fileno())
        if last.exists():
            last.replace(folder / BEFORE)
        partial.replace(last)
