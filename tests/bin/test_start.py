"""bin/start.py and bin/checks.py: what starts modules on Windows, and what bin/test does everywhere."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.bin.loading import load

BIN = Path(__file__).resolve().parents[2] / "bin"
MODULE = """
import multiprocessing
import sys

def main():
    pass

if __name__ == "__main__":
    process = multiprocessing.get_context("spawn").Process(target=main)
    process.start()
    process.join()
    print(__name__, sys.argv[1:], process.exitcode, sys.stdin.read())
    sys.exit(7)
"""


@pytest.mark.parametrize(
    "words", [["module_of_mine"], ["--dev", "module_of_mine"], ["{folder}/module_of_mine.py"]]
)
def test_runs_a_module_as_python_would(tmp_path, words):
    (tmp_path / "module_of_mine.py").write_text(MODULE)
    command = [word.format(folder=tmp_path) for word in words]
    result = subprocess.run(
        [sys.executable, "-P", BIN / "start.py", *command, "--set", "a b"],
        env={"PYTHONPATH": str(tmp_path)},
        input="uci",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.stdout, result.stderr) == ("__main__ ['--set', 'a b'] 0 uci\n", "")
    assert result.returncode == 7


@pytest.mark.parametrize("words", [[], ["--dev"]])
def test_without_a_module_that_is_all(words):
    result = subprocess.run(
        [sys.executable, "-P", BIN / "start.py", *words], capture_output=True, check=False
    )
    assert (result.stdout, result.stderr, result.returncode) == (b"", b"", 0)


@pytest.fixture
def checks() -> ModuleType:
    return load("checks")


def test_every_check_is_run_and_the_last_line_names_those_that_fail(checks, monkeypatch, capfd, tmp_path):
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    monkeypatch.chdir(tmp_path)
    python = [sys.executable, "-c"]
    table = {"one": [*python, "raise SystemExit(1)"], "two": [*python, ""], "three": [*python, "1 / 0"]}
    monkeypatch.setattr(checks, "commands", lambda arguments: table)
    assert checks.main([]) == 1
    out, err = capfd.readouterr()
    assert out == "== one\n== two\n== three\n"
    assert err.splitlines()[-1] == "bin/test: failed: one, three"
    assert (tmp_path / "build" / "typing" / "boyi").is_symlink()


def test_arguments_go_to_pytest(checks):
    assert checks.commands(["-k", "a b"])["pytest"][-2:] == ["-k", "a b"]
