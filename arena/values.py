"""Plain data of a TOML or JSON file, made into frozen dataclasses with every fault named."""

import dataclasses
import types
import typing
from collections.abc import Mapping
from typing import Any, TypeVar

from boyi.arena.errors import ArenaError

T = TypeVar("T")
NAMES = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


def make(kind: type[T], values: Mapping[str, Any], where: str) -> T:
    """A dataclass of numbers, texts and truths from a table; `where` names the table in complaints.

    What the dataclass itself refuses, it says with a ValueError.
    """
    hints = typing.get_type_hints(kind)
    for name, value in values.items():
        if name not in hints:
            raise ArenaError(f"{where}: there is no {name!r} (known: {', '.join(hints)})")
        if not _fits(hints[name], value):
            raise ArenaError(f"{where}: {name} is {_wanted(hints[name])}, not {value!r}")
    missing = [field.name for field in dataclasses.fields(typing.cast(Any, kind)) if _required(field)]
    if absent := [name for name in missing if name not in values]:
        raise ArenaError(f"{where}: {absent[0]} is missing")
    try:
        return kind(**values)
    except ValueError as error:
        raise ArenaError(f"{where}: {error}") from None


def table(values: Mapping[str, Any], name: str, where: str) -> dict[str, Any]:
    """The table of a name, empty if there is none."""
    found = values.get(name, {})
    if not isinstance(found, dict):
        raise ArenaError(f"{where}: {name} is a table, not {found!r}")
    return found


def _required(field: "dataclasses.Field[Any]") -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _kinds(hint: Any) -> tuple[Any, ...]:
    """The types that a hint allows; of a mapping or a list, not what it holds."""
    allowed = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    return tuple(typing.get_origin(kind) or kind for kind in allowed)


def _fits(hint: Any, value: Any) -> bool:
    kinds = _kinds(hint)
    if isinstance(value, bool):
        return bool in kinds
    return isinstance(value, kinds) or (float in kinds and isinstance(value, int))


def _wanted(hint: Any) -> str:
    return " or ".join(NAMES[kind] for kind in _kinds(hint) if kind in NAMES)
