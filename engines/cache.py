"""Where compiled kernels are kept: one directory for every state of the sources, and for each place of them.

Numba drops a cached kernel when the file that defines it changes, but not when a file it calls
into does; a directory named by a digest of all engine sources covers both. Kernels of the same sources in
another folder, of another numba or for another processor are others, so that these belong to the name, too.
"""

import contextlib
import functools
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from llvmlite.binding import get_host_cpu_name

KEPT = 6
"""How many states of the sources keep their kernels on disk."""


def digest() -> str:
    """A short name for the present state of the engine sources, where they are, and what compiles them."""
    sources = Path(__file__).parent
    maker = (sys.version, version("numba"), get_host_cpu_name())
    state = hashlib.sha256(repr((str(sources), *maker)).encode())
    for path in sorted(sources.rglob("*.py")):
        state.update(path.read_bytes())
    return state.hexdigest()[:16]


@functools.cache
def location() -> Path:
    """The directory for the present sources, or what the user set; made if it is not there."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return Path(os.environ["NUMBA_CACHE_DIR"])
    return _directory()


@contextlib.contextmanager
def compiling() -> Iterator[None]:
    """Hold the lock under which one process compiles while the others wait for its kernels."""
    try:
        import fcntl  # noqa: PLC0415  absent on Windows, where every process compiles for itself
    except ImportError:
        yield
        return
    location().mkdir(parents=True, exist_ok=True)  # another process may have cleared it away
    with open(location() / "lock", "w") as lock:  # noqa: PTH123
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def leave_mark(mark: Path) -> None:
    """Say to later processes that kernels are there; without a writable folder nobody is told."""
    with contextlib.suppress(OSError):
        mark.touch()


def _directory() -> Path:
    try:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "boyi"
        path = home / digest()
        path.mkdir(parents=True, exist_ok=True)
        os.utime(path)
        (path / "lock").touch()
        _prune(home, path)
    except (OSError, RuntimeError) as error:  # not every user has a home
        path = Path(tempfile.mkdtemp(prefix="boyi-"))
        print(f"boyi: no place for compiled kernels ({error}); using {path}", file=sys.stderr)
    return path


def _prune(home: Path, present: Path) -> None:
    """Forget the kernels of all but the newest states of the sources."""
    states = sorted((p for p in home.iterdir() if p.is_dir() and p != present), key=_age)
    for old in states[KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:
        return 0.0
