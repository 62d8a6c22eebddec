"""How much memory a process may take without hurting others: what is free, within its control groups."""

from collections.abc import Iterator
from pathlib import Path

MEBIBYTE = 1 << 20
SHARE = 2
"""One part in so many of what is available may be had: others need some, and so do we later."""
V1_LIMIT, V1_USAGE, V1_REST = "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"
V2_LIMIT, V2_USAGE, V2_REST = "memory.max", "memory.current", "inactive_file"


def affordable(megabytes: int, available: int | None, own: int = 0) -> int:
    """How many of so many megabytes may be had, one at least; all if it is not known what is available.

    `available` and `own`, which is given back, count bytes.
    """
    if available is None:
        return megabytes
    return max(1, min(megabytes, (available + own) // SHARE // MEBIBYTE))


def free_on_linux(proc: Path = Path("/proc"), groups: Path = Path("/sys/fs/cgroup")) -> int | None:
    """Bytes that this process may still take on Linux; None if nobody tells."""
    return min((*_free_of_machine(proc), *_free_in_groups(proc, groups)), default=None)


def _free_of_machine(proc: Path) -> Iterator[int]:
    for line in _lines(proc / "meminfo"):
        name, _, rest = line.partition(":")
        if name == "MemAvailable" and rest.split():
            yield int(rest.split()[0]) * 1024


def _free_in_groups(proc: Path, root: Path) -> Iterator[int]:
    """What is left of the limit of each group that the process is in, and of the groups around it."""
    for line in _lines(proc / "self" / "cgroup"):
        number, controllers, path = [*line.strip().split(":", 2), "", ""][:3]
        if number == "0" and not controllers:
            yield from _free_up_to(root, path, (V2_LIMIT, V2_USAGE, V2_REST))
        elif "memory" in controllers.split(","):
            yield from _free_up_to(root / "memory", path, (V1_LIMIT, V1_USAGE, V1_REST))


def _free_up_to(top: Path, path: str, names: tuple[str, str, str]) -> Iterator[int]:
    """In a container the path may be the host's; then the top is the container's own group."""
    group = top / path.strip("/")
    for folder in (group, *group.parents):
        yield from _free_in(folder, *names)
        if folder == top:
            return


def _free_in(group: Path, limit: str, usage: str, rest: str) -> Iterator[int]:
    """What is left of a group's limit; files that the system keeps in memory for it are as good as free."""
    most, used = _number(group / limit), _number(group / usage)
    if most is None or used is None:
        return
    cached = [int(line.split()[1]) for line in _lines(group / "memory.stat") if line.split()[:1] == [rest]]
    yield max(0, most - used + sum(cached))


def _number(path: Path) -> int | None:
    """The number in a file; None if there is none, as where a limit is `max`."""
    text = "".join(_lines(path)).strip()
    return int(text) if text.isdecimal() else None


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
