"""Compiling before play: by processes that outlive who waits, heal damage and compile nothing twice."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boyi.engines import warmup
from boyi.engines.evaluation import Evaluation
from boyi.engines.jit import cache
from boyi.engines.warmup import background
from boyi.engines.warmup.steps import SHARES

ENGINE = """
import sys
from boyi.engines import load_game, warmup
from boyi.engines.evaluation import Evaluation
game = load_game("einstein")
evaluation = Evaluation(game)
evaluation.choose("race", "")
warmup.ensure(game, evaluation)
print("ready")
"""
PATIENCE = 240.0


def start(folder: Path) -> "subprocess.Popen[str]":
    """A process that wants kernels, with a folder for them; its lines of progress on stdout, too."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-c", ENGINE], env=environment, stdout=-1, stderr=subprocess.STDOUT, text=True
    )


def kernels(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in folder.glob("*.kernel")}


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all kernels, compiled after every process had been killed several times."""
    folder = tmp_path_factory.mktemp("kernels")
    folder.chmod(0o700)
    for wait in (0.5, 3.0, 6.0):
        with start(folder) as engine:
            time.sleep(wait)
            engine.kill()
        kill_compilers(folder)
    known = kernels(folder)
    with start(folder) as engine:
        assert engine.communicate(timeout=PATIENCE)[0].endswith("ready\n")
    assert {name: kernels(folder)[name] for name in known} == known, "what was done was not done again"
    return folder


def kill_compilers(folder: Path) -> None:
    """Kill the processes that compile into a folder, as a power cut would."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"boyi.engines.warmup" in words and str(folder).encode() in words:
            os.kill(int(process.name), signal.Signals["SIGKILL"])


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds processes by /proc")
def test_whoever_is_killed_the_next_start_goes_on(warm):
    with start(warm) as engine:
        assert engine.communicate(timeout=PATIENCE)[0] == "ready\n"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds processes by /proc")
def test_damaged_kernels_are_compiled_again(warm):
    damages = (b"", b"noise" * 999, None)
    for number, path in enumerate(sorted(warm.glob("*.kernel"))):
        damage = damages[number % len(damages)]
        path.write_bytes(path.read_bytes()[:-7] if damage is None else damage)
    with start(warm) as engine:
        assert engine.communicate(timeout=PATIENCE)[0].endswith("ready\n")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for kernels."""
    monkeypatch.setattr(cache, "folders", lambda: cache.Folders((tmp_path,), tmp_path))
    return tmp_path


def job(place: Path) -> background.CompileJob:
    return background.CompileJob("chess", "nnue", "", "chess.ready", place)


def test_a_process_has_a_role_until_it_ends(place):
    code = f"""if True:
        from pathlib import Path
        from boyi.engines.warmup.background import CompileJob
        claimed = CompileJob("chess", "nnue", "", "chess.ready", Path({str(place)!r})).claim("search")
        print(claimed is not None, flush=True)
        input()"""
    with subprocess.Popen([sys.executable, "-c", code], stdin=-1, stdout=-1, text=True) as other:
        assert other.stdout
        assert other.stdout.readline() == "True\n"
        assert not job(place).idle("search")
        assert job(place).idle("rest")
        other.kill()
    assert job(place).idle("search")


def test_processes_that_end_at_once_are_not_tried_for_ever(place, monkeypatch):
    monkeypatch.setattr(background, "POLL", 0.0)
    monkeypatch.setattr(
        background.CompileJob, "start", lambda job, role: subprocess.Popen([sys.executable, "-c", ""])
    )
    assert not background.compile_all(job(place), lambda line: None)


def test_where_nothing_can_be_kept_the_process_compiles_for_itself(chess_game, monkeypatch):
    lines, calls = list[str](), list[str]()
    monkeypatch.setattr(cache, "folders", lambda: cache.Folders((), None, "no place"))
    monkeypatch.setattr(warmup, "steps", lambda *parts: {"all": lambda: calls.append("all")})
    warmup.ensure(chess_game, Evaluation(chess_game), "", lines.append)
    assert calls == ["all"]
    assert lines[0] == "no place"
    assert "this process alone" in lines[1]


def test_progress_tells_how_long_it_may_take(tmp_path):
    file = tmp_path / "progress"
    assert background.progress(file) == f"0 of {len(SHARES)}"
    now = time.time()
    file.write_text(f"{now - 10:.1f} begin\n{now - 8:.1f} moves\n{now - 1:.1f} value\n")
    assert background.progress(file) == f"2 of {len(SHARES)}, about 11 s left"
    file.write_text("nonsense")
    assert background.progress(file) == f"0 of {len(SHARES)}"
