"""What a kernel can reach: the sources that its compiled code was made from, found by imports.

numba notices a change in the file that defines a kernel, but not in a file that it calls into. So a kernel is
known by a digest of its own module, of the modules whose bodies its records choose among, and of all that
these import at their top level. Imports inside functions, or for type checkers, take no part in kernels.
"""

import functools
import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from numba import types

IMPORT = re.compile(r"^from (\S+) import (\([^)]*\)|.*)|^import (\S+)", re.MULTILINE)
NAME = re.compile(r"\w+")
APART = "boyi.engines.platforms"
"""What no kernel reaches, though what caches them does: other systems' kernels differ by their name."""

Key = tuple[types.Record, ...]


class Bodies:
    """The modules whose bodies were entered for each choice of records."""

    def __init__(self) -> None:
        """None yet."""
        self._modules: dict[Key, set[str]] = {}

    def enter(self, key: Key, module: str) -> None:
        """Note that a module has a body for these records."""
        self._modules.setdefault(key, set()).add(module)

    def of(self, records: set[types.Record]) -> set[str]:
        """The modules with bodies that a kernel of these records may call."""
        return {name for key, names in self._modules.items() if records.issuperset(key) for name in names}


def records_in(kinds: Iterable[types.Type]) -> Iterator[types.Record]:
    """Every record type among these types and inside them."""
    for kind in kinds:
        match kind:
            case types.Record():
                yield kind
                yield from records_in(field.type for field in kind.fields.values())
            case types.Array() | types.NestedArray():
                yield from records_in([kind.dtype])


@functools.cache
def digest(modules: frozenset[str]) -> str:
    """A short name for the present sources of these modules and of all that they import."""
    state = hashlib.sha256()
    for name in sorted(closure(modules)):
        state.update(name.encode())
        state.update(_read(_file(name)))
    return state.hexdigest()[:24]


def closure(modules: Iterable[str]) -> set[str]:
    """These modules, and every loaded one of their own packages that they import, however indirectly."""
    found, waiting = set[str](), [name for name in modules if _file(name)]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _imports(name)
    return found


@functools.cache
def _imports(name: str) -> tuple[str, ...]:
    """The loaded modules of the same top-level package, or of ours, that a module imports."""
    roots = {name.partition(".")[0], __name__.partition(".")[0]}
    text = _read(_file(name)).decode("utf-8", "replace")
    named = (each for line in IMPORT.finditer(text) for each in _named(line) if not each.startswith(APART))
    return tuple(each for each in named if each.partition(".")[0] in roots and _file(each))


def _named(line: re.Match[str]) -> Iterator[str]:
    """The modules that an import may mean: a package's names may be modules, too."""
    package, names, module = line.groups()
    yield package or module
    for name in NAME.findall(names or ""):
        yield f"{package}.{name}"


def _file(name: str) -> str:
    """Where a loaded module's source lies; empty if it is no module, or has none."""
    return getattr(sys.modules.get(name), "__file__", None) or ""


@functools.cache
def _read(path: str) -> bytes:
    return Path(path).read_bytes()
