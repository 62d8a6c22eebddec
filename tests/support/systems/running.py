"""Programs of ours in processes that act as another system."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from boyi.engines.jit import cache

ROOT = Path(__file__).parents[3]
PATIENCE = 120.0
"""Seconds for a program that loads everything on a busy machine."""


def environment(system: str) -> Mapping[str, str]:
    """What has a process act as a system; kernels are where the tests' own are."""
    folder = cache.folders().written
    paths = os.pathsep.join(map(str, (Path(__file__).parent, ROOT)))
    kernels = {"NUMBA_CACHE_DIR": str(folder), "LOCALAPPDATA": str(folder.parent)} if folder else {}
    return {**os.environ, **kernels, "PYTHONPATH": paths, "SIMULATED_SYSTEM": system}


def start(system: str, *words: str, stdin: int | IO[Any] = subprocess.PIPE) -> "subprocess.Popen[str]":
    """Start Python with some words, as on a system."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-P", *words],
        env=environment(system),
        stdin=stdin,
        stdout=pipe,
        stderr=pipe,
        encoding="utf-8",
    )


def run(system: str, *words: str, said: str = "") -> "subprocess.CompletedProcess[str]":
    """What Python with some words does and says, as on a system."""
    with start(system, *words) as process:
        out, err = process.communicate(said, PATIENCE)
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def result_of(system: str, script: str) -> str:
    """What a script prints, as on a system; it must not fail."""
    done = run(system, "-c", script)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
