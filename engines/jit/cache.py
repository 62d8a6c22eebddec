"""Where compiled kernels are kept: a file for each kernel and each types of its arguments.

A file's name holds a digest of all that went into it (the sources that the kernel can reach, the types, the
compiler, the level of the processor), so that it is never stale: other sources have other files. Nothing in
them depends on where the sources lie, so that a wheel may carry kernels, too. They are pickles: a folder into
which somebody else may write is not used.
"""

import contextlib
import functools
import hashlib
import os
import pickle
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from numba.core import caching
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from boyi.engines import platforms
from boyi.engines.files import write_atomically
from boyi.engines.host import SYSTEM
from boyi.engines.jit import reach, target

DAYS = 30
"""How long a kernel that nobody uses is kept."""
DIGEST = hashlib.sha256
DIGEST_SIZE = DIGEST().digest_size
PACK = Path(__file__).parent / "kernels"
"""Kernels that came with the package, as safe as its code."""


@dataclass(frozen=True)
class Folders:
    """Where kernels are looked for, and where new ones are kept."""

    read: tuple[Path, ...]
    written: Path | None
    notice: str = ""
    """Why the user's own folder is not used as it should be, in one line."""


class KernelCache(caching._Cache):
    """One entry point's compiled kernels on disk, as numba's dispatcher asks for them."""

    def __init__(self, function: Callable[..., Any], bodies: reach.Bodies) -> None:
        """Look at nothing yet."""
        self._function, self._bodies = function, bodies

    @property
    def cache_path(self) -> str:
        """The folder that new kernels are kept in; empty where there is none."""
        return str(folders().written or "")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kernel for these types; None if it has to be compiled, which no other process does then."""
        target_context.refresh()
        name = self._name(sig, target_context.codegen())
        kernel = self._load(name, target_context)
        if kernel is None and KERNEL_LOCKS.take(name):
            kernel = self._load(name, target_context)  # another process may have compiled it meanwhile
            if kernel is not None:
                KERNEL_LOCKS.give_back(name)
        return kernel

    def _load(self, name: str, target_context: Any) -> Any:
        """A kernel from the disk; None if it is not there. What is damaged is removed."""
        for folder in folders().read:
            content = read_kernel(folder / name)
            if content is not None:
                try:
                    return CompileResult._rebuild(target_context, *pickle.loads(content))  # type: ignore[no-untyped-call]
                except Exception:  # written by something that has our name for it, and does not fit
                    _discard(folder / name)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a kernel; where nothing can be written it stays in memory alone."""
        if data.library.has_dynamic_globals or any(not lifted.can_cache for lifted in data.lifted):
            raise TypeError(f"{self._function.__qualname__} can't be cached: large arrays, or lifted code")
        name, folder = self._name(sig, data.codegen), folders().written
        if folder is not None:
            content = dumps(data._reduce())  # type: ignore[no-untyped-call]
            with contextlib.suppress(OSError):
                write_atomically(folder / name, DIGEST(content).digest() + content)
        KERNEL_LOCKS.give_back(name)

    def enable(self) -> None:
        """Always on."""

    def disable(self) -> None:
        """Always on."""

    def flush(self) -> None:
        """Nothing waits to be written."""

    def _name(self, sig: Any, codegen: Any) -> str:
        """The file of the kernel for these types."""
        records = set(reach.records_in(sig))
        modules = frozenset({self._function.__module__, *self._bodies.of(records)})
        made_of = (str(sig), codegen.magic_tuple(), compiler(), reach.digest(modules))
        name = f"{self._function.__module__}.{self._function.__qualname__}"
        return f"{name}-{short_digest(*made_of)}.kernel"


class KernelLocks:
    """Of several processes that want the same kernel one compiles it, and the others wait."""

    def __init__(self) -> None:
        """None is held."""
        self._descriptor: int | None = None
        self._held = set[str]()

    def take(self, name: str) -> bool:
        """Wait until nobody else compiles this kernel; False where processes can't know of each other."""
        folder = folders().written
        if folder is None:
            return False
        try:
            if self._descriptor is None:
                self._descriptor = os.open(folder / "locks", os.O_RDWR | os.O_CREAT, 0o600)
            platforms.lock(self._descriptor, lock_place(name), wait=True)
        except OSError:
            return False
        self._held.add(name)
        return True

    def give_back(self, name: str) -> None:
        """Let others have the kernel, which is on the disk now."""
        if name in self._held and self._descriptor is not None:
            self._held.discard(name)
            platforms.unlock(self._descriptor, lock_place(name))


KERNEL_LOCKS = KernelLocks()


def lock_place(name: str) -> int:
    """The byte of a file of locks that stands for a name."""
    return int.from_bytes(DIGEST(name.encode()).digest()[:4]) >> 2


def read_kernel(path: Path) -> bytes | None:
    """What a kernel's file holds; None if it is not there, or is damaged, and then it is removed."""
    try:
        kept = path.read_bytes()
        if time.time() - path.stat().st_mtime > 86400:
            with contextlib.suppress(OSError):
                os.utime(path)
    except OSError:
        return None
    if DIGEST(kept[DIGEST_SIZE:]).digest() != kept[:DIGEST_SIZE]:
        _discard(path)
        return None
    return kept[DIGEST_SIZE:]


def _discard(path: Path) -> None:
    """Remove a file that is of no use; where that is not allowed it stays, and is passed over."""
    with contextlib.suppress(OSError):
        path.unlink()


@functools.cache
def compiler() -> tuple[str, ...]:
    """What compiles, and for which processor."""
    python = f"{sys.implementation.cache_tag}-{SYSTEM}"
    return python, version("numba"), version("llvmlite"), target.NAME


@functools.cache
def folders() -> Folders:
    """The user's own folder of kernels, made if it is not there, and the package's; looked at once."""
    pack = (PACK,) if PACK.is_dir() else ()
    try:
        own = Path(os.environ.get("NUMBA_CACHE_DIR") or platforms.cache_home() / "boyi" / "kernels")
        own.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not platforms.guarded(own):
            return Folders(pack, None, f"compiled kernels in {own} are not used: others may write there")
        if not os.access(own, os.W_OK):
            return Folders((own, *pack), None)
        _prune(own)
    except (OSError, RuntimeError) as error:  # not every user has a home
        return Folders(pack, None, f"no place for compiled kernels: {error}")
    return Folders((own, *pack), own)


def short_digest(*parts: object) -> str:
    """A short name for these values together."""
    return DIGEST(repr(parts).encode()).hexdigest()[:24]


def find(name: str) -> bool:
    """Whether a file stands in one of the folders."""
    return any((folder / name).exists() for folder in folders().read)


def leave_mark(name: str) -> None:
    """Say to later processes that kernels are there; without a writable folder nobody is told."""
    if (folder := folders().written) is not None:
        with contextlib.suppress(OSError):
            (folder / name).touch()


def _prune(folder: Path) -> None:
    """Forget what nobody has used for long."""
    oldest = time.time() - DAYS * 86400
    for path in folder.iterdir():
        with contextlib.suppress(OSError):  # another process may have been faster
            if path.suffix in (".kernel", ".ready", ".progress") and path.stat().st_mtime < oldest:
                path.unlink()
