"""Files: writing so that a kill or a full disk leaves something whole behind."""

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from boyi.arena.errors import ArenaError


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Whatever the system refuses becomes a reason to stop that names the file."""
    try:
        yield
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror or error}") from None


def write_whole(path: Path, text: str) -> None:
    """Either the whole file is there, and on the disk, or the old one."""
    unfinished = path.with_name(path.name + ".unfinished")
    with unfinished.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def append(path: Path, data: bytes) -> int:
    """Add bytes to a file and have them on the disk; its new size. What can't be written whole is cut off."""
    with path.open("ab", buffering=0) as file:
        size = file.tell()
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        except OSError:
            os.ftruncate(file.fileno(), size)
            raise
    return size + len(data)


def read_json(path: Path) -> Any:
    """What a JSON file holds."""
    with told(path):
        text = path.read_bytes()
    try:
        return json.loads(text)
    except ValueError as error:
        raise ArenaError(f"{path} is damaged: {error}") from None
