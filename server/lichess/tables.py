"""Tables that outlive the server: what is known by its id, in a file that is replaced whole."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from boyi.engines.files import read_regular, write_atomically

T = TypeVar("T")


def load_table(path: Path | None, kind: type[T]) -> dict[str, T]:
    """What a file holds; nothing without one. ValueError if it makes no sense."""
    if path is None or not path.exists():
        return {}
    try:
        return msgspec.json.decode(read_regular(path), type=dict[str, kind])  # type: ignore[valid-type]
    except (msgspec.DecodeError, OSError) as error:
        raise ValueError(f"{path}: {error}") from None


def save_table(path: Path | None, table: Mapping[str, object]) -> None:
    """Replace a file, if there is to be one."""
    if path is not None:
        write_atomically(path, msgspec.json.encode(table))
