"""How much memory may be had, by files as Linux writes them."""

from pathlib import Path

import pytest

from boyi.engines.platforms import available_memory
from boyi.engines.platforms.memory import affordable, free_on_linux

MB = 1 << 20
MEMINFO = "MemTotal:       24000000 kB\nMemFree: 100 kB\nMemAvailable:    2097152 kB\n"


@pytest.fixture
def machine(tmp_path: Path):
    def make(groups: str, files: dict[str, str | int], meminfo: str = MEMINFO) -> int | None:
        everything: dict[str, str | int] = {"proc/meminfo": meminfo, "proc/self/cgroup": groups}
        for name, content in (everything | {f"groups/{name}": text for name, text in files.items()}).items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{content}\n")
        return free_on_linux(tmp_path / "proc", tmp_path / "groups")

    return make


def test_without_limits_what_the_machine_has(machine):
    assert machine("0::/", {}) == 2048 * MB
    assert machine("0::/a", {"a/memory.max": "max", "a/memory.current": 5}) == 2048 * MB


def test_the_second_version_of_groups(machine):
    files = {"a/b/memory.max": 512 * MB, "a/b/memory.current": 100 * MB, "a/memory.max": "max"}
    assert machine("0::/a/b", files) == 412 * MB
    stat = {"a/b/memory.stat": f"anon 7\ninactive_file {60 * MB}\nactive_file 3"}
    assert machine("0::/a/b", files | stat) == 472 * MB


def test_a_group_around_the_own_one_may_be_narrower(machine):
    files: dict[str, str | int] = {"a/b/memory.max": "max", "a/b/memory.current": MB}
    files |= {"a/memory.max": 64 * MB, "a/memory.current": 60 * MB}
    assert machine("0::/a/b", files) == 4 * MB


def test_the_first_version_of_groups(machine):
    files: dict[str, str | int] = {}
    files["memory/job/memory.limit_in_bytes"] = 300 * MB
    files["memory/job/memory.usage_in_bytes"] = 100 * MB
    files["memory/job/memory.stat"] = f"total_inactive_file {10 * MB}"
    files["memory/memory.limit_in_bytes"], files["memory/memory.usage_in_bytes"] = 9223372036854771712, 0
    assert machine("4:cpu,memory:/job\n3:cpuset:/\n0::/", files) == 210 * MB


def test_in_a_container_the_top_is_the_own_group(machine):
    files = {"memory.max": 128 * MB, "memory.current": 130 * MB}
    assert machine("0::/../../of/the/host", files) == 0


def test_nobody_tells(machine):
    assert machine("rubbish\n::", {}, meminfo="") is None


def test_what_may_be_had():
    assert affordable(64, None) == 64
    assert affordable(64, 1000 * MB) == 64
    assert affordable(64, 100 * MB) == 50
    assert affordable(64, 100 * MB, own=20 * MB) == 60
    assert affordable(64, 0) == 1


def test_this_machine_tells():
    found = available_memory()
    assert found is None or found > 0
