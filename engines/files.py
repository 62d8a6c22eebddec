"""Files: paths as people write them, reading that never waits, and writing that is never left half done."""

import contextlib
import os
import stat
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from boyi.engines import platforms

MOST_BYTES = 1 << 30
"""What a file that somebody names may hold at most, unless its reader knows better."""
MOST_TEXT = 1 << 26
"""What a text may hold at most: it is read line by line, in Python."""
AT_ONCE = sum(getattr(os, flag, 0) for flag in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))
"""Flags of `os.open`, where they exist: never wait for a writer, never take a terminal."""
KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}

BOOKS = Path(__file__).resolve().parents[1] / "books"
"""Opening books and suites that come with the project, as a copy of it or installed."""


def user_path(text: str) -> Path:
    """The path that a text means: `~` is the user's folder; where nobody is called so, it stays a tilde.

    `books/NAME` means a book of the project wherever there is no such file.
    """
    try:
        path = Path(text).expanduser()
    except RuntimeError:
        path = Path(text)
    shipped = BOOKS / path.name
    return shipped if path == Path("books", path.name) and not path.exists() and shipped.is_file() else path


def _accept(found: os.stat_result, most: int) -> None:
    """OSError for what is no regular file, or one too large."""
    if not stat.S_ISREG(found.st_mode):
        raise OSError(f"this is {KINDS.get(stat.S_IFMT(found.st_mode), 'something else')}, not a file")
    if found.st_size > most:
        raise OSError(f"a file of {found.st_size} bytes is too large: at most {most} are read")


def check_regular(path: Path, most: int = MOST_BYTES) -> None:
    """OSError unless a path is that of a regular file that is not too large; nothing is opened."""
    _accept(path.stat(), most)


def open_regular(path: Path, flags: int = os.O_RDONLY, most: int = MOST_BYTES) -> int:
    """A descriptor of a regular file, opened without waiting; OSError if it is anything else, or too large.

    Looked at before it is opened, which has effects of its own on devices, and again afterwards.
    """
    with contextlib.suppress(FileNotFoundError):
        check_regular(path, most)
    descriptor = os.open(path, flags | AT_ONCE, 0o666)
    try:
        _accept(os.fstat(descriptor), most)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def read_regular(path: Path, most: int = MOST_BYTES) -> bytes:
    """All that a regular file holds, as large as it is when opened; OSError as `open_regular`."""
    with open(open_regular(path, most=most), "rb") as file:
        return file.read(os.fstat(file.fileno()).st_size)


def read_text(path: Path, encoding: str = "utf-8") -> str:
    """The text of a regular file; OSError as `open_regular`, UnicodeDecodeError for what is no text."""
    return read_regular(path, MOST_TEXT).decode(encoding)


def read_toml(path: Path) -> dict[str, Any]:
    """What a TOML file says; OSError if it can't be read, ValueError names what makes no sense."""
    try:
        return tomllib.loads(read_text(path))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write into that takes the place of `path` once it is whole and on the disk.

    After any error the old file stands as before, and nothing is left beside it.
    """
    partial = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        with partial.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        platforms.put_in_place(partial, path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def write_atomically(path: Path, content: bytes | str) -> None:
    """Replace a file whole: a reader sees the old bytes or the new ones, never a part. Text becomes UTF-8."""
    with replacing(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)
