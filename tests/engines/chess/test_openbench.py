"""The Makefile by which OpenBench builds the chess engine, called as OpenBench calls it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "engines/chess"
pytestmark = pytest.mark.skipif(
    not (shutil.which("make") and (ROOT / ".git").exists()), reason="needs make, and a checkout to build in"
)


def make(*words):
    command = ["make", "-j", *words, "CC=gcc"]
    return subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)


def run(*command, words=""):
    return subprocess.run(command, input=words, capture_output=True, text=True, check=False)


def bench(*command):
    told = run(*command).stdout.splitlines()
    found = re.fullmatch(r"(\d+) nodes \d+ nps", told[-1])
    assert found, told
    return int(found[1])


def test_an_executable_plays_with_the_network_it_was_made_with(tmp_path):
    network = tmp_path / "a network.safetensors"
    shutil.copy(FOLDER / "evaluation/nnue.safetensors", network)
    told = make(f"EXE={tmp_path}/engine", f"EVALFILE={network}")
    assert told.returncode == 0, told.stderr
    assert bench(tmp_path / "engine", "bench") == bench(ROOT / "bin/chess", "bench")
    said = run(tmp_path / "engine", words="uci\nisready\nquit\n").stdout
    assert "weights of a network.safetensors" in said


def test_a_network_that_is_none_builds_nothing(tmp_path):
    network = tmp_path / "network"
    network.write_text("no network")
    told = make(f"EXE={tmp_path}/engine", f"EVALFILE={network}")
    assert told.returncode != 0 and "weights not taken" in told.stderr
    assert not (tmp_path / "engine").exists()


def test_the_bench_tells_which_weights_it_can_not_have():
    told = run(ROOT / "bin/chess", "--set", "EvalFile=/nowhere", "bench")
    assert told.returncode == 2 and told.stderr.count("\n") == 1
