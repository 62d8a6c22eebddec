"""Files that our own engines are told to use, on their way to another machine."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from boyi.arena.files import as_arena_error
from boyi.arena.runs.engines import EngineConfig
from boyi.engines import GAMES
from boyi.engines.files import user_path

CARRIED = ("EvalFile", "BookFile")
"""Options that name files; of books there may be several."""


def pack(engines: Sequence[EngineConfig]) -> dict[str, bytes]:
    """What the files of these engines hold, by their paths; what is no file is left out."""
    packed: dict[str, bytes] = {}
    for engine in engines:
        for path in map(Path, _paths(engine)):
            if path.is_file():
                with as_arena_error(path):
                    packed[str(path)] = path.read_bytes()
    return packed


def unpack(
    engines: Sequence[EngineConfig], packed: Mapping[str, bytes], folder: Path
) -> tuple[EngineConfig, ...]:
    """These engines with their files in a folder of this machine, where they are written.

    The folder is also where an engine works whose own one is not there.
    """
    return tuple(_moved(engine, packed, folder) for engine in engines)


def _moved(engine: EngineConfig, packed: Mapping[str, bytes], folder: Path) -> EngineConfig:
    there = engine.directory if Path(engine.directory).is_dir() else str(folder)
    options = dict(engine.options)
    for name in CARRIED if engine.command in GAMES else ():
        if name in options:
            paths = [_written(path, packed, folder) for path in _split(engine, options[name])]
            options[name] = ";".join(paths)
    return replace(engine, directory=there, options=options)


def _written(path: str, packed: Mapping[str, bytes], folder: Path) -> str:
    """Where a file is now."""
    if path not in packed:
        return path
    digest = hashlib.sha256(packed[path]).hexdigest()[:12]
    place = folder / f"{digest}-{Path(path).name}"
    place.write_bytes(packed[path])
    return str(place)


def _paths(engine: EngineConfig) -> list[str]:
    """The files of one of our own engines; those of others are their users' affair."""
    values = [engine.options.get(name, "") for name in CARRIED if engine.command in GAMES]
    return [path for value in values for path in _split(engine, value)]


def _split(engine: EngineConfig, value: str) -> list[str]:
    names = [name.strip() for name in value.split(";")]
    return [str(Path(engine.directory) / user_path(name)) for name in names if name]
