"""Wheels with compiled kernels: installed on a machine that has nothing else, they compile nothing."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from boyi.arena.setup import wheel

GREETING = "uci\nisready\nquit\n"
GAME = "einstein"
"""Whose kernels compile fastest."""


def fake_kernels(kernels: Path, choices: object) -> None:
    kernels.mkdir()
    for name in ("a.kernel", "a.ready", "locks", "a.progress"):
        (kernels / name).write_text(name)


@pytest.mark.slow
def test_a_wheel_fits_this_python_and_platform_and_holds_kernels_and_books(tmp_path, monkeypatch):
    monkeypatch.setattr(wheel, "compile_into", fake_kernels)
    made = wheel.build(tmp_path / "a folder", [])
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    assert made.name.endswith(f"-{version}-none-{platform}.whl")
    names = set(zipfile.ZipFile(made).namelist())
    kernels = {Path(name).name for name in names if name.startswith("boyi/engines/jit/kernels/")}
    assert kernels == {"a.kernel", "a.ready"}
    assert {"boyi/books/xiangqi.book", "boyi/books/connect6_openings.txt"} <= names
    assert "boyi/engines/chess/evaluation/nnue.safetensors" in names


def test_a_failed_step_is_one_line(tmp_path, monkeypatch, capfd):
    def fail(kernels: Path, choices: object) -> None:
        wheel.run("-c", "raise SystemExit(3)")

    monkeypatch.setattr(wheel, "compile_into", fail)
    assert wheel.main([str(tmp_path)]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("wheel: failed (exit code 3)") and err.count("\n") == 1


def test_sources_that_change_meanwhile_make_no_wheel(tmp_path, monkeypatch):
    monkeypatch.setattr(wheel, "compile_into", fake_kernels)
    monkeypatch.setattr(wheel, "copy_project", lambda tree: None)
    monkeypatch.setattr(wheel, "sources", iter([{}, {tmp_path: 1}]).__next__)
    with pytest.raises(wheel.WheelError, match="were changed"):
        wheel.build(tmp_path, [])


def test_what_has_no_weights_is_not_compiled():
    assert "xiangqi:mlp30" not in wheel.evaluators(["xiangqi"], False)
    assert wheel.evaluators(["chess", "xiangqi"], True) == ["chess:nnue", "xiangqi:nnue"]


def install(made: Path, folder: Path) -> Path:
    """The commands of a fresh environment with a wheel, which takes its dependencies from this one."""
    venv.create(folder, with_pip=False, symlinks=True)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    commands = folder / Path(sysconfig.get_path("scripts")).name
    command = [sys.executable, "-m", "pip", "--python", str(commands / "python"), "install", "--quiet"]
    subprocess.run([*command, "--no-index", "--no-deps", "--force-reinstall", str(made)], check=True)
    return commands


@pytest.mark.long
def test_an_engine_from_a_wheel_compiles_nothing(tmp_path):
    made = wheel.build(tmp_path, [f"{GAME}:hybrid"])
    commands = install(made, tmp_path / "environment")
    home = tmp_path / "home"
    home.mkdir()
    variables = {
        name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "NUMBA_CPU_NAME") if name in os.environ
    }
    homes = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "LOCALAPPDATA": str(home / "cache")}
    engine = subprocess.run(
        [commands / f"boyi-{GAME}"],
        input=GREETING,
        env=variables | homes,
        cwd=home,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "readyok" in engine.stdout
    assert "compiling" not in engine.stdout + engine.stderr
    assert list(home.rglob("*.kernel")) == []
