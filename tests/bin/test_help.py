"""Every launcher tells what it is for and which version it is, at once and without what is slow to load."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.bin.loading import load

ROOT = Path(__file__).resolve().parents[2]
HEAVY = {"numba", "numpy", "scipy", "jax"}


launchers = load("launchers")
TARGETS = {launcher.name: launcher.target for launcher in launchers.LAUNCHERS}


def test_the_files_are_those_of_the_template():
    written = launchers.contents()
    assert {name: (ROOT / "bin" / name).read_bytes() for name in written} == written


def test_no_other_file_is_executable_but_those_that_all_share():
    found = {path.name for path in (ROOT / "bin").iterdir() if path.is_file() and path.stat().st_mode & 0o100}
    assert found - set(launchers.contents()) == {"run", "run.cmd"}


def ask(name: str, word: str) -> "subprocess.CompletedProcess[str]":
    """What a launcher's target says to a word, and on stderr which modules it loads for it."""
    target = TARGETS[name]
    place = [str(ROOT / "bin" / target)] if target.endswith(".py") else ["-m", target]
    return subprocess.run(
        [sys.executable, "-P", "-X", "importtime", *place, word],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", TARGETS)
def test_help_is_quick(name):
    result = ask(name, "--help")
    assert result.returncode == 0
    assert len(result.stdout) > 80
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in result.stderr.splitlines()}
    assert not loaded & HEAVY


@pytest.mark.parametrize("name", TARGETS)
def test_version_is_a_line(name):
    result = ask(name, "--version")
    assert result.returncode == 0
    assert result.stdout.startswith("boyi ") and result.stdout.count("\n") == 1
