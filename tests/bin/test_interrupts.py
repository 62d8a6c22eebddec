"""Signals at any instant of an engine's start: it ends, or goes on, but never with a traceback."""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from boyi.engines import GAMES, interrupts

ROOT = Path(__file__).parents[2]
PATIENCE = 60
SPAN = 0.3
"""Seconds in which the start lies, even on a machine that does nothing else."""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("name", GAMES)
def test_a_signal_at_any_early_instant_is_no_traceback(name: str, number: signal.Signals):
    rng = random.Random(f"{name} {number}")
    for _ in range(4):
        pipe = subprocess.PIPE
        with subprocess.Popen([ROOT / "bin" / name], stdin=pipe, stdout=pipe, stderr=pipe) as process:
            time.sleep(rng.uniform(0, SPAN))
            process.send_signal(number)
            out, err = process.communicate(timeout=PATIENCE)
        assert err == b""
        assert out in (b"", b"bye\n")
        assert process.returncode in (0, -number)


@pytest.fixture
def handled(monkeypatch: pytest.MonkeyPatch) -> dict[int, object]:
    found: dict[int, object] = {}
    monkeypatch.setattr(signal, "signal", found.__setitem__)
    return found


def test_an_engine_leaves_at_once(handled: dict[int, Callable[..., None]], monkeypatch: pytest.MonkeyPatch):
    codes = list[int]()
    monkeypatch.setattr("os._exit", codes.append)
    interrupts.shield([sys.executable, "-P", "-m", "boyi.engines.chess"], GAMES.values())
    for number in (signal.SIGINT, signal.SIGTERM):
        handled[number](number, None)
    assert codes == [0, 0]


@pytest.mark.parametrize("words", [["-m", "boyi.engines.bench"], ["-m", "pytest"], ["-m"], ["-c", "x"]])
def test_all_else_is_interrupted_as_usual(handled: dict[int, object], words: list[str]):
    interrupts.shield([sys.executable, *words], GAMES.values())
    assert handled == {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
