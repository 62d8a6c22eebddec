"""Compiled kernels are never stale, and never compiled anew without need."""

import subprocess
import sys
from pathlib import Path

import pytest

from boyi.engines.jit import reach

CALLEE = """
from boyi.engines.jit import inline

@inline
def step(x):
    return x + {number}
"""
ENTRY = """
import sys
from boyi.engines.jit import entry
from {package}.callee import step

@entry
def run(x):
    return step(x)
"""
SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from {package}.kernels import run
print(run(1), sum(run.stats.cache_misses.values()))
# {remark}
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of its own with a kernel, what it calls, and a script that runs it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "kernels.py").write_text(ENTRY.format(package="small"))
    write(folder, number=1, remark="first")
    return folder


def write(folder: Path, number: int, remark: str) -> None:
    (folder / "callee.py").write_text(CALLEE.format(number=number))
    (folder / "script.py").write_text(SCRIPT.format(package="small", remark=remark))


def result_and_compilations(folder: Path) -> tuple[int, int]:
    """What the kernel gives in a process of its own, and how often it was compiled there."""
    command = [sys.executable, "-P", str(folder / "script.py"), str(folder.parent)]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    result, compiled = told.split()
    return int(result), int(compiled)


def test_an_edited_callee_is_seen_and_an_edited_script_costs_nothing(package):
    assert result_and_compilations(package) == (2, 1)
    assert result_and_compilations(package) == (2, 0)
    write(package, number=5, remark="first")
    assert result_and_compilations(package) == (6, 1)
    write(package, number=5, remark="another")
    assert result_and_compilations(package) == (6, 0)
    write(package, number=1, remark="another")
    assert result_and_compilations(package) == (2, 0), "what was compiled before is still there"


def test_kernels_move_with_their_sources(package, tmp_path):
    assert result_and_compilations(package) == (2, 1)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    package.rename(elsewhere / "small")
    assert result_and_compilations(elsewhere / "small") == (2, 0)


def test_a_damaged_kernel_is_compiled_again(package, tmp_path):
    assert result_and_compilations(package) == (2, 1)
    for damage in (b"", b"noise"):
        for kernel in (tmp_path / "caches").rglob("*.kernel"):
            kernel.write_bytes(damage)
        assert result_and_compilations(package) == (2, 1)


@pytest.mark.parametrize(
    "module", ["boyi.engines.search.alphabeta", "boyi.engines.play", "boyi.engines.chess.make"]
)
def test_no_script_is_within_reach_of_a_kernel(module, chess_game):
    chess_game.thinker()
    reached = reach.closure([module])
    assert "boyi.engines.rules" in reached
    outside = ("boyi.protocol", "boyi.arena", "boyi.learning")
    scripts = ("boyi.engines.engine", "boyi.engines.warmup", "boyi.engines.bench", "boyi.engines.chess")
    assert not [name for name in reached if name.startswith(outside) or name in scripts]


def test_a_kernel_reaches_only_its_own_game(chess_game):
    reached = reach.closure(["boyi.engines.chess.make"])
    assert not [name for name in reached if "xiangqi" in name or "connect6" in name]


def test_a_kernel_reaches_no_operating_system():
    """So that a change there costs no compilation."""
    reached = reach.closure(["boyi.engines.jit.cache"])
    assert "boyi.engines.files" in reached
    assert [name for name in reached if name.startswith(reach.APART)] == []
