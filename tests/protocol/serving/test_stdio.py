"""The process around a session: it starts quickly, ends cleanly, and outlives any input."""

import contextlib
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.protocol.talking import Talk
from tests.support.pulse import stretched

FAKE = Path(__file__).parents[2] / "support" / "protocol" / "fake_engine.py"
BEST = "bestmove e2e4 ponder e7e5"
PATIENCE = 10.0
SLACK = 0.3
"""Seconds allowed beyond a promise, for a busy machine."""


class Program(Talk):
    """The fake engine as a process of its own."""

    def __init__(self, *habits: str, wrapper: tuple[str, ...] = ()) -> None:
        super().__init__((*wrapper, sys.executable, str(FAKE), *habits), PATIENCE)
        self.started = time.monotonic()

    def send(self, data: str | bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(data if isinstance(data, bytes) else data.encode())

    def read_until(self, last: str) -> list[str]:
        """The lines up to one of these words."""
        return self.hear(f"^{re.escape(last)}$")

    def ends_within(self, seconds: float) -> list[str]:
        """The last lines of a process that ends in time, with exit code 0 and nothing on stderr."""
        code, lines, took = self.ends()
        assert code == 0
        assert took < stretched(seconds + SLACK), f"took {took:.2f} s"
        assert self.process.stderr
        assert self.process.stderr.read() == b""
        return lines


def test_the_greeting_comes_long_before_the_engine() -> None:
    with Program("find=60") as engine:
        engine.send("uci\n")
        engine.read_until("uciok")
        assert time.monotonic() - engine.started < 0.5 + SLACK
        engine.send("quit\n")
        engine.ends_within(0.2)


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    modules = "boyi.protocol.serving.stdio, boyi.protocol.uci"
    check = f"import sys, {modules}; print({{'numpy', 'numba'}} & {{*sys.modules}})"
    assert subprocess.check_output([sys.executable, "-c", check], text=True) == "set()\n"


@pytest.mark.parametrize("lines", ["", "uci\n", "isready\n", "uci\nisready\ngo depth 1\n"])
def test_end_of_input_while_idle(lines: str) -> None:
    with Program() as engine:
        engine.send(lines + "d\n")
        engine.read_until("  ")
        engine.close()
        engine.ends_within(0.1)


def test_end_of_input_at_once() -> None:
    with Program("find=60") as engine:
        engine.close()
        assert engine.ends_within(0.5) == []


@pytest.mark.parametrize("command", ["go infinite", "go ponder wtime 1 btime 1"])
def test_end_of_input_in_a_search_without_end(command: str) -> None:
    with Program() as engine:
        engine.send(f"{command}\nisready\n")
        engine.read_until("readyok")
        engine.close()
        assert engine.ends_within(0.2)[-1] == BEST


def test_end_of_input_in_a_bounded_search() -> None:
    with Program() as engine:
        engine.send("go movetime 700\nisready\n")
        engine.read_until("readyok")
        start = time.monotonic()
        engine.close()
        assert engine.ends_within(0.8)[-1] == BEST
        assert time.monotonic() - start > 0.5


@pytest.mark.parametrize("command", ["go depth 5", "go infinite"])
def test_end_of_input_while_the_engine_loads(command: str) -> None:
    with Program("find=0.2", "load=0.2") as engine:
        engine.send(f"uci\nposition startpos\n{command}")  # no line break at the end, either
        engine.close()
        lines = engine.ends_within(0.8)
        assert "uciok" in lines
        assert lines[-1] == BEST


@pytest.mark.parametrize("command", ["go infinite", "go movetime 9000", "bench", "go perft 300", "isready"])
def test_quit(command: str) -> None:
    with Program() as engine:
        engine.send("isready\n")
        engine.read_until("readyok")
        engine.send(f"{command}\nquit\n")
        engine.ends_within(0.2)


@pytest.mark.parametrize(
    ("habit", "said", "heard"),
    [("load=60", "uci\n", "uciok"), ("stop=60", "go infinite\nisready\n", "readyok")],
    ids=["it loads, and nothing was asked", "its search hangs"],
)
def test_quit_does_not_wait(habit: str, said: str, heard: str) -> None:
    with Program(habit) as engine:
        engine.send(said)
        engine.read_until(heard)
        engine.send("quit\n")
        engine.ends_within(0.2)


def test_quit_waits_for_an_engine_that_loads_however_long_if_something_was_asked() -> None:
    with Program("load=4") as engine:
        engine.send("uci\ngo movetime 100\nquit\n")
        assert BEST in engine.ends_within(10)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_that_wait_at_once(number: signal.Signals) -> None:
    with Program("load=60") as engine:
        engine.send("uci\ngo movetime 100\nquit\n")
        engine.read_until("uciok")
        time.sleep(0.2)  # long enough for the other lines to be taken up
        engine.process.send_signal(number)
        engine.ends_within(1.2)


@pytest.mark.parametrize(
    ("asked", "answer"), [("go infinite", BEST), ("go movetime 100", BEST), ("isready", "readyok")]
)
def test_a_script_that_says_all_at_once_is_answered(asked: str, answer: str) -> None:
    with Program("find=0.2", "load=0.2") as engine:
        engine.send(f"uci\n{asked}\nquit\n")
        assert answer in engine.ends_within(0.8)


def test_quit_leaves_the_search_its_last_words() -> None:
    with Program() as engine:
        engine.send("go infinite\nisready\n")
        engine.read_until("readyok")
        engine.send("quit\n")
        assert engine.ends_within(0.2)[-1] == BEST


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("command", ["go infinite", "go movetime 9000"])
def test_a_signal_in_search(number: signal.Signals, command: str) -> None:
    with Program() as engine:
        engine.send(f"{command}\nisready\n")
        engine.read_until("readyok")
        engine.process.send_signal(number)
        assert engine.ends_within(0.2)[-1] == BEST


BATCH = """
from dataclasses import replace
from boyi.engines.options import BATCH, Option
from boyi.protocol.uci import ucci
from boyi.protocol.serving.stdio import serve
from tests.support.protocol.fake_engine import GAME, Habits, find
serve(replace(GAME, settings=(Option(BATCH, "check", True),)), [ucci.DIALECT], lambda: find(Habits()))
"""


@pytest.mark.parametrize("later", ["isready\n", "isready\ngo movetime 9000\nisready\n"])
def test_a_signal_while_a_line_waits_for_the_search(later: str) -> None:
    command, pipe = [sys.executable, "-c", BATCH], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=FAKE.parents[3], text=True) as process:
        assert process.stdin and process.stdout
        process.stdin.write(f"go movetime 9000\n{later}")
        process.stdin.flush()
        assert process.stdout.readline().startswith("info")
        time.sleep(0.2)  # long enough for the second line to be taken up
        start = time.monotonic()
        process.terminate()
        assert process.stdout.read().splitlines() == [BEST, "bye"]
        assert process.wait() == 0
        assert time.monotonic() - start < stretched(2)


@pytest.mark.parametrize("last", ["quit\n", "isready\nquit\n"])
def test_quit_is_heard_in_a_batch(last: str) -> None:
    command, pipe = [sys.executable, "-c", BATCH], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=FAKE.parents[3], text=True) as process:
        assert process.stdin and process.stdout
        process.stdin.write("go movetime 60000\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith("info")
        process.stdin.write(last)
        process.stdin.flush()
        assert process.stdout.read().splitlines() == [BEST, "bye"]
        assert process.wait(PATIENCE) == 0


def test_the_end_of_input_is_heard_in_a_batch_and_all_is_done() -> None:
    command, pipe = [sys.executable, "-c", BATCH], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=FAKE.parents[3], text=True) as process:
        out, _ = process.communicate("go movetime 100\nisready\ngo infinite\n", PATIENCE)
        told = [line for line in out.splitlines() if not line.startswith("info")]
        assert told == [BEST, "readyok", BEST]
        assert process.wait(PATIENCE) == 0


def test_a_signal_after_the_end_of_input() -> None:
    with Program() as engine:
        engine.send("go movetime 9000\nisready\n")
        engine.read_until("readyok")
        engine.close()
        time.sleep(0.05)
        engine.process.terminate()
        assert engine.ends_within(0.2)[-1] == BEST


@pytest.mark.parametrize("habits", [(), ("load=60",)], ids=["idle", "loading"])
def test_a_signal_while_idle(habits: tuple[str, ...]) -> None:
    with Program(*habits) as engine:
        engine.send("uci\n")
        engine.read_until("uciok")
        engine.process.terminate()
        assert engine.ends_within(0.2) == []


def test_a_reader_that_went_away() -> None:
    with Program("flood=1") as engine:
        engine.send("go infinite\n")
        engine.line()
        assert engine.process.stdout
        engine.process.stdout.close()
        assert engine.process.wait(PATIENCE) == 0
        assert engine.process.stderr
        assert engine.process.stderr.read() == b""


PLATFORM = """
import sys
from boyi.protocol.einstein import ecui
from boyi.protocol.serving.stdio import serve
from tests.support.protocol.fake_engine import GAME, Habits, find
serve(GAME, [ecui.DIALECT._replace(channel=sys.argv[1])], lambda: find(Habits()))
"""


@contextlib.contextmanager
def unheard(channel: str) -> Iterator[subprocess.Popen[bytes]]:
    """A platform's engine that answers on a channel, with a stderr that nothing can be written to."""
    command, pipe = [sys.executable, "-c", PLATFORM, channel], subprocess.PIPE
    with (
        Path("/dev/full").open("wb") as full,
        subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=full, cwd=FAKE.parents[3]) as process,
    ):
        assert process.stdin
        process.stdin.write(b"rubbish\nini R\n")
        process.stdin.flush()
        try:
            yield process
        finally:
            process.kill()


def test_a_remark_that_nobody_takes_is_lost_and_nothing_else() -> None:
    with unheard("stdout") as process:
        assert process.stdout
        assert process.stdout.readline() == b"h1 h2\n"


def test_an_answer_on_stderr_that_nobody_takes_ends_the_process() -> None:
    with unheard("stderr") as process:
        assert process.wait(PATIENCE) == 0


def test_a_reader_that_does_not_read_cannot_keep_us() -> None:
    with Program("flood=1") as engine:
        engine.send("go infinite\n")
        time.sleep(0.3)  # long enough to fill the pipe
        engine.send("quit\n")
        engine.ends_within(0.2)


@pytest.mark.parametrize(
    ("noise", "complaints"),
    [
        (b"", 0),
        (b"\r\n\n\t \r\n", 0),
        (b"\xef\xbb\xbfuci\r\n", 0),
        (b"\0\0\0\n", 1),
        (b"\xff\xfe\x80" * 22_000 + b"\n", 1),
        (bytes(range(256)) * 256 + b"\n", 1),
        (b"x" * 65_536 + b"\n", 1),
        (b"position fen " + b"8" * 10_000_000 + b"\n", 1),
        (b"  d  \t\r\n", 0),
    ],
    ids=["nothing", "blanks", "bom", "nul", "no utf-8", "all bytes", "a long word", "10 MB", "spaces"],
)
def test_noise_costs_a_line_at_most(noise: bytes, complaints: int) -> None:
    with Program() as engine:
        engine.send(noise + b"isready\n")
        lines = engine.read_until("readyok")
        assert sum(line.startswith("info string") for line in lines) == complaints
        assert max(map(len, lines)) < 300
        engine.send("quit\n")
        engine.ends_within(0.2)


HOLDER = "import subprocess, sys; subprocess.run(sys.argv[1:])"


def test_the_death_of_the_parent() -> None:
    """Our end of the pipe stays open; that the process in between is gone must be enough."""
    with Program(wrapper=(sys.executable, "-c", HOLDER)) as engine:
        engine.send("uci\ngo infinite\nisready\n")
        engine.read_until("readyok")
        engine.process.kill()
        start = time.monotonic()
        assert engine.line() == BEST
        with pytest.raises(EOFError):
            engine.line()
        assert time.monotonic() - start < stretched(1.5 + SLACK)
