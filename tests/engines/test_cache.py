"""Where compiled kernels are kept: a folder for each state of the sources, and a lock for who compiles."""

import os
import shutil
import threading
import time
from pathlib import Path

import pytest

from boyi.engines import cache, warmup
from boyi.engines.evaluation import Evaluation


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sources of an engine, few and our own."""
    folder = tmp_path / "sources"
    (folder / "game").mkdir(parents=True)
    (folder / "cache.py").write_text("# where\n")
    (folder / "game" / "moves.py").write_text("STEP = 8\n")
    monkeypatch.setattr(cache, "__file__", str(folder / "cache.py"))
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    return tmp_path / "caches" / "boyi"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for kernels."""
    monkeypatch.setattr(cache, "location", lambda: tmp_path)
    return tmp_path


def test_a_folder_that_was_cleared_away_is_made_again(place):
    shutil.rmtree(place)
    with cache.compiling():
        assert place.is_dir()


def test_any_change_of_any_source_is_another_state(sources):
    states = [cache.digest()]
    for name, text in [("moves.py", "STEP = 9\n"), ("more.py", "x = 1\n"), ("more.py", "x = 2\n")]:
        (sources / "game" / name).write_text(text)
        states.append(cache.digest())
    assert len(set(states)) == 4
    (sources / "notes.txt").write_text("no source")
    assert cache.digest() == states[-1]


def test_the_same_sources_elsewhere_or_compiled_otherwise_are_another_state(sources, tmp_path, monkeypatch):
    states = [cache.digest()]
    shutil.copytree(sources, tmp_path / "moved")
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "moved" / "cache.py"))
    states.append(cache.digest())
    monkeypatch.setattr(cache, "get_host_cpu_name", lambda: "another")
    states.append(cache.digest())
    monkeypatch.setattr(cache, "version", lambda name: "0.0")
    states.append(cache.digest())
    assert len(set(states)) == 4


def test_a_state_has_a_folder_of_its_own(sources, home):
    first = cache._directory()
    assert first == home / cache.digest()
    assert first.is_dir()
    (sources / "cache.py").write_text("# elsewhere\n")
    assert cache._directory() not in (first, home)


def test_what_the_user_set_is_used(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert cache.location.__wrapped__() == tmp_path


def test_only_the_newest_states_are_kept(sources, home):
    for age in range(10):
        (home / f"old{age}").mkdir(parents=True)
        os.utime(home / f"old{age}", (1000 - age, 1000 - age))
    present = cache._directory()
    kept = {path.name for path in home.iterdir()}
    assert kept == {present.name} | {f"old{age}" for age in range(cache.KEPT - 1)}


def test_nowhere_to_write_is_a_temporary_folder_and_one_line(sources, home, capsys):
    home.parent.parent.mkdir(exist_ok=True)
    home.parent.write_text("a file where a folder should be")
    path = cache._directory()
    lines = capsys.readouterr().err.splitlines()
    assert path.is_dir()
    assert home.parent not in path.parents
    assert len(lines) == 1
    assert str(path) in lines[0]
    path.rmdir()


def test_who_has_no_home_has_a_temporary_folder(sources, monkeypatch, capsys):
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    path = cache._directory()
    assert path.is_dir()
    assert str(path) in capsys.readouterr().err
    path.rmdir()


def test_a_mark_is_left_where_it_can_be(tmp_path):
    cache.leave_mark(tmp_path / "chess.ready")
    assert (tmp_path / "chess.ready").exists()
    cache.leave_mark(tmp_path / "missing" / "chess.ready")


def test_the_lock_is_held_by_one_at_a_time(place):
    inside, most = 0, 0

    def compile_slowly() -> None:
        nonlocal inside, most
        with cache.compiling():
            inside += 1
            most = max(most, inside)
            time.sleep(0.03)
            inside -= 1

    together(compile_slowly)
    assert most == 1


def test_of_several_only_the_first_compiles(place, chess_game, monkeypatch, capsys):
    evaluation, calls = Evaluation(chess_game), list[bool]()

    def call_all(*parts: object) -> None:
        calls.append((place / "chess-nnue.ready").exists())
        time.sleep(0.05)

    monkeypatch.setattr(warmup, "_call_all", call_all)
    together(lambda: warmup.ensure(chess_game, evaluation))
    assert sorted(calls) == [False, True, True]
    told = capsys.readouterr()
    assert told.out == "", "what is told never goes where a protocol speaks"
    assert len(told.err.splitlines()) == 2
    warmup.ensure(chess_game, evaluation)
    assert capsys.readouterr().err == ""


def test_a_failed_compilation_leaves_no_mark(place, chess_game, monkeypatch):
    def fail(*parts: object) -> None:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(warmup, "_call_all", fail)
    with pytest.raises(RuntimeError):
        warmup.ensure(chess_game, Evaluation(chess_game))
    assert not list(place.glob("*.ready"))


def together(action) -> None:
    """Do something in three threads at once."""
    threads = [threading.Thread(target=action) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
