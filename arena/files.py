"""Reading and appending so that a fault of the disk is one line, and leaves something whole behind."""

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from boyi.arena.errors import ArenaError


@contextlib.contextmanager
def as_arena_error(path: Path) -> Iterator[None]:
    """Whatever the system refuses becomes a reason to stop that names the file."""
    try:
        yield
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror or error}") from None


def append_durably(path: Path, data: bytes) -> int:
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


def finished_lines(path: Path) -> list[bytes]:
    """The lines of a file, none if there is no such file; a last one that was not finished is cut off."""
    content = path.read_bytes() if path.exists() else b""
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        os.truncate(path, whole)
    return content[:whole].splitlines()


def read_json(path: Path) -> Any:
    """What a JSON file holds."""
    with as_arena_error(path):
        text = path.read_bytes()
    try:
        return json.loads(text)
    except ValueError as error:
        raise ArenaError(f"{path} is damaged: {error}") from None
