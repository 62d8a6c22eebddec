"""What a worker must have in common with whoever sends it work: the sources, and what compiles them."""

import functools
import hashlib
import importlib
import platform
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path

PARTS = ("engines", "protocol", "arena", "learning")
SUFFIXES = {".py", ".safetensors", ".npz", ".bin", ".fen", ".txt"}
"""Code, and the data that it plays with."""


@functools.cache
def identity() -> Mapping[str, str]:
    """What must be the same on both sides, by what it is called."""
    return {
        "sources": source_digest(),
        "Python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "distributed": version("distributed"),
    }


def difference(mine: Mapping[str, str], theirs: Mapping[str, str]) -> str:
    """Where another identity differs, in words; empty if it doesn't."""
    names = [name for name in mine if mine[name] != theirs.get(name)]
    return ", ".join(f"{name} {theirs.get(name, 'unknown')} there, {mine[name]} here" for name in names)


def source_digest() -> str:
    """A short name for all that this project is made of, wherever it stands."""
    state = hashlib.sha256()
    for name, path in _files():
        state.update(f"{name} ".encode())
        state.update(hashlib.sha256(path.read_bytes()).digest())
    return state.hexdigest()[:12]


def _files() -> Iterator[tuple[str, Path]]:
    for part in PARTS:
        folder = Path(importlib.import_module(f"boyi.{part}").__path__[0])
        found = (path for path in folder.rglob("*") if path.suffix in SUFFIXES)
        for path in sorted(found, key=lambda path: path.relative_to(folder).as_posix()):
            yield f"{part}/{path.relative_to(folder).as_posix()}", path
