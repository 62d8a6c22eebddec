"""How our chess engine compares with foreign ones on this machine, measured in one run.

    bin/peers

Speeds are counts per second of processor time, so that a busy machine disturbs less; each is told
beside the peer's and as a ratio. Engines that are not installed are named and left out.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

OURS = (sys.executable, "-P", "-m", "boyi.engines.chess")
GAMES_FOLDER = "/usr/games"
"""Where Debian puts engines, often not on the path."""

PERFT_DEPTH = 6
SEARCH_MS = 4000


@dataclass(frozen=True)
class Run:
    """A finished conversation with an engine."""

    text: str
    cpu: float
    wall: float


def find(name: str) -> str | None:
    """The path of a foreign engine, None if it is not installed."""
    return shutil.which(name) or shutil.which(name, path=GAMES_FOLDER)


def converse(
    command: Sequence[str], lines: Sequence[str], until: str, environment: dict[str, str] | None = None
) -> Run:
    """Send lines, wait for an answer that matches, quit; what was said, and the time it took."""
    start = time.monotonic()
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("".join(line + "\n" for line in lines))
    process.stdin.flush()
    said = []
    for line in process.stdout:
        said.append(line)
        if re.search(until, line):
            break
    wall = time.monotonic() - start
    process.stdin.write("quit\n")
    process.stdin.flush()
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    process.stdin.close()
    process.stdout.close()
    return Run("".join(said), usage.ru_utime + usage.ru_stime, wall)


def idle_cpu(command: Sequence[str]) -> float:
    """Processor seconds that an engine needs to start and be ready."""
    return converse(command, ["uci", "isready"], r"^readyok").cpu


def perft_speed(command: Sequence[str]) -> float:
    """Leaves per processor second, bulk-counted, from the start position."""
    lines = ["uci", "isready", "position startpos", f"go perft {PERFT_DEPTH}"]
    run = converse(command, lines, r"Nodes searched")
    found = re.search(r"Nodes searched: *(\d+)", run.text)
    assert found is not None
    return int(found[1]) / max(run.cpu - idle_cpu(command), 1e-3)


def search_speed(command: Sequence[str], threads: int, ms: int = SEARCH_MS) -> tuple[float, float]:
    """Nodes per processor second, and per second, from the start position."""
    lines = [
        "uci",
        f"setoption name Threads value {threads}",
        "isready",
        "position startpos",
        f"go movetime {ms}",
    ]
    run = converse(command, lines, r"^bestmove")
    nodes = max(int(n) for n in re.findall(r"nodes (\d+)", run.text))
    return nodes / max(run.cpu - idle_cpu(command), 1e-3), nodes / (ms / 1000)


def tell_start() -> None:
    """Times from the start of the process, as a GUI sees them, warm and with no kernel compiled."""
    hello = min(converse(OURS, ["uci"], r"^uciok").wall for _ in range(5))
    ready = min(converse(OURS, ["uci", "isready"], r"^readyok").wall for _ in range(5))
    print(f"start: uciok after {hello:.2f} s, ready after {ready:.2f} s")
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        hello = converse(OURS, ["uci"], r"^uciok", environment).wall
        cold = converse(OURS, ["uci", "isready"], r"^readyok", environment)
        compiled = len(list(Path(folder).rglob("*.nbc")))
    print(
        f"first start: uciok after {hello:.2f} s, {compiled} kernels after {cold.cpu:.0f} s of processor time"
    )


def compare(what: str, ours: float, peer: str, theirs: float) -> None:
    """Tell two speeds and their ratio."""
    print(
        f"{what}: ours {ours / 1e6:.2f} M/s, {peer} {theirs / 1e6:.2f} M/s, ratio {ours / theirs:.2f}",
        flush=True,
    )


def main() -> None:
    """Print every comparison that can be made here."""
    tell_start()
    stockfish, glaurung = find("stockfish"), find("glaurung")
    if stockfish:
        compare("perft", perft_speed(OURS), "stockfish", perft_speed([stockfish]))
    else:
        print("perft: stockfish is not installed")
    one, wall_one = search_speed(OURS, 1)
    if glaurung:
        compare("search", one, "glaurung", search_speed([glaurung], 1)[0])
    else:
        print(f"search: {one / 1e6:.2f} M/s; glaurung is not installed")
    print(f"threads: 2 give {search_speed(OURS, 2)[1] / wall_one:.2f} times the nodes per second of 1")


if __name__ == "__main__":
    main()
