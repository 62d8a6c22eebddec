"""Where compiled kernels are kept: a folder that forgets, heals, and is not shared with strangers."""

import os
import time
from pathlib import Path

import pytest

from boyi.engines.jit import cache


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(cache, "PACK", tmp_path / "no pack")
    return tmp_path / "caches" / "boyi" / "kernels"


def found() -> cache.Folders:
    """What a new process would find."""
    return cache.folders.__wrapped__()


def kept(content: bytes) -> bytes:
    """A kernel's file."""
    return cache.DIGEST(content).digest() + content


def test_the_folder_is_made_for_its_owner_alone(home):
    assert found() == cache.Folders((home,), home)
    assert home.stat().st_mode & 0o777 == 0o700


def test_what_the_user_set_is_used(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "mine"))
    assert found().written == tmp_path / "mine"


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o722])
def test_a_folder_that_others_may_write_to_is_not_used(home, mode):
    home.mkdir(parents=True)
    home.chmod(mode)
    assert found().read == ()
    assert found().written is None
    assert str(home) in found().notice
    assert "\n" not in found().notice


def test_a_folder_of_another_owner_is_not_used(home, monkeypatch):
    home.mkdir(parents=True)
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    owner = home.stat().st_uid
    assert (found().written is None) == (owner != 0)


def test_a_folder_that_can_only_be_read_is_read(home, monkeypatch):
    home.mkdir(parents=True)
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    assert found() == cache.Folders((home,), None)


def test_nowhere_to_write_is_one_line_and_no_temporary_folder(home, monkeypatch, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    home.parent.parent.mkdir(parents=True)
    home.parent.write_text("a file where a folder should be")
    assert found().written is None
    assert str(home) in found().notice
    assert not (tmp_path / "tmp").exists()


def test_who_has_no_home_has_no_folder(monkeypatch):
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert found().written is None
    assert "home" in found().notice


def test_kernels_of_the_package_are_found_after_the_own(home, monkeypatch, tmp_path):
    pack = tmp_path / "pack"
    pack.mkdir()
    monkeypatch.setattr(cache, "PACK", pack)
    assert found().read == (home, pack)


def test_only_what_is_used_is_kept(home):
    home.mkdir(parents=True, mode=0o700)
    for days in (0, cache.DAYS - 1, cache.DAYS + 1):
        kernel, used = home / f"{days}.kernel", time.time() - days * 86400
        kernel.touch()
        os.utime(kernel, (used, used))
    found()
    assert {path.name for path in home.iterdir()} == {"0.kernel", f"{cache.DAYS - 1}.kernel"}


@pytest.mark.parametrize(
    "damage", [b"", b"half", kept(b"a kernel")[:-1], kept(b"a kernel") + b"x", os.urandom(999)]
)
def test_a_damaged_kernel_is_removed(tmp_path, damage):
    path = tmp_path / "name.kernel"
    path.write_bytes(damage)
    assert cache.read_kernel(path) is None
    assert not path.exists()


def test_a_whole_kernel_is_read(tmp_path):
    path = tmp_path / "name.kernel"
    path.write_bytes(kept(b"a kernel"))
    assert cache.read_kernel(path) == b"a kernel"
    assert cache.read_kernel(tmp_path / "another.kernel") is None


def test_a_mark_is_left_where_it_can_be(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "folders", lambda: cache.Folders((tmp_path,), tmp_path))
    cache.leave_mark("chess.ready")
    assert cache.find("chess.ready")
    monkeypatch.setattr(cache, "folders", lambda: cache.Folders((), None))
    cache.leave_mark("chess.ready")
    assert not cache.find("chess.ready")
