"""How our chess engine compares with foreign ones on this machine, measured in one run.

    bin/peers

Speeds are counts per second of processor time; the engines take turns and the best of several turns
counts, since a busy machine only ever slows. Each stands beside the peer's and as a ratio. Engines
that are not installed are named and left out. Needs Linux' /proc.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from boyi.engines.command_line import add_version

OURS = (sys.executable, "-P", "-m", "boyi.engines.chess")
GAMES_FOLDER = "/usr/games"
"""Where Debian puts engines, often not on the path."""

PERFT_DEPTH = 6
SEARCH_MS = 3000
TURNS = 4
HASH = 16
"""Megabytes of table for either side."""


class TimedEngine:
    """A conversation with an engine process."""

    def __init__(self, command: Sequence[str], environment: dict[str, str] | None = None) -> None:
        """Start the engine."""
        self.start = time.monotonic()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            env=environment,
        )

    def __enter__(self) -> "TimedEngine":
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:
            self.say("quit")

    def say(self, *lines: str) -> None:
        """Send lines."""
        assert self._process.stdin is not None
        self._process.stdin.write("".join(line + "\n" for line in lines))
        self._process.stdin.flush()

    def hear(self, pattern: str) -> str:
        """All that is said until a line matches."""
        assert self._process.stdout is not None
        said = ""
        for line in self._process.stdout:
            said += line
            if re.search(pattern, line):
                return said
        raise ValueError(f"no answer like {pattern}")

    @property
    def cpu(self) -> float:
        """Processor seconds used so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        ticks = int(os.sysconf("SC_CLK_TCK"))  # type: ignore[attr-defined,unused-ignore]
        return (int(fields[11]) + int(fields[12])) / ticks


def perft_speed(command: Sequence[str]) -> float:
    """Leaves per processor second, bulk-counted, from the start position."""
    with TimedEngine(command) as talk:
        talk.say("uci", "isready", "position startpos")
        talk.hear(r"^readyok")
        before = talk.cpu
        talk.say(f"go perft {PERFT_DEPTH}")
        leaves = int(re.findall(r"Nodes searched: *(\d+)", talk.hear("Nodes searched"))[0])
        return leaves / (talk.cpu - before)


def search_speed(command: Sequence[str], threads: int) -> tuple[float, float]:
    """Nodes per processor second, and per second, from the start position."""
    with TimedEngine(command) as talk:
        settings = [f"setoption name Threads value {threads}", f"setoption name Hash value {HASH}"]
        talk.say("uci", *settings, "isready", "position startpos")
        talk.hear(r"^readyok")
        before, start = talk.cpu, time.monotonic()
        talk.say(f"go movetime {SEARCH_MS}")
        nodes = max(int(count) for count in re.findall(r"nodes (\d+)", talk.hear(r"^bestmove")))
        return nodes / (talk.cpu - before), nodes / (time.monotonic() - start)


def start_times(environment: dict[str, str] | None = None) -> tuple[float, float, float]:
    """Seconds from the process' start to `uciok` and to `readyok`, and the processor time of the latter."""
    with TimedEngine(OURS, environment) as talk:
        talk.say("uci")
        talk.hear(r"^uciok")
        hello = time.monotonic() - talk.start
        talk.say("isready")
        talk.hear(r"^readyok")
        return hello, time.monotonic() - talk.start, talk.cpu


def print_start_times() -> None:
    """Print how soon the engine answers, with kernels compiled and without."""
    hello, ready, _ = map(min, zip(*(start_times() for _ in range(TURNS)), strict=True))
    print(f"start: uciok after {hello:.2f} s, ready after {ready:.2f} s", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        hello, _, cpu = start_times(os.environ | {"NUMBA_CACHE_DIR": folder})
    print(f"first start: uciok after {hello:.2f} s, ready after {cpu:.0f} s of processor time", flush=True)


def best_of_turns(*measures: Callable[[], float]) -> list[float]:
    """The best of several turns of each measure."""
    rounds = [[measure() for measure in measures] for _ in range(TURNS)]
    return [max(speeds) for speeds in zip(*rounds, strict=True)]


def compare(what: str, measure: Callable[[Sequence[str]], float], peer: str) -> None:
    """Print our speed, a peer's, and their ratio."""
    place = shutil.which(peer) or shutil.which(peer, path=GAMES_FOLDER)
    if place is None:
        print(f"{what}: {peer} is not installed")
        return
    ours, theirs = best_of_turns(lambda: measure(OURS), lambda: measure([place]))
    ratio = ours / theirs
    print(f"{what}: ours {ours / 1e6:.2f} M/s, {peer} {theirs / 1e6:.2f} M/s, ratio {ratio:.2f}", flush=True)


def main() -> None:
    """Print every comparison that can be made here."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_version(parser)
    parser.parse_args()
    if not Path("/proc/self/stat").is_file():
        sys.exit("peers: needs Linux, whose /proc tells what processor time an engine takes")
    print_start_times()
    compare("perft", perft_speed, "stockfish")
    for peer in ("glaurung", "stockfish"):
        compare("search", lambda command: search_speed(command, 1)[0], peer)
    one, two = best_of_turns(lambda: search_speed(OURS, 1)[1], lambda: search_speed(OURS, 2)[1])
    print(f"threads: 2 give {two / one:.2f} times the nodes per second of 1")


if __name__ == "__main__":
    main()
