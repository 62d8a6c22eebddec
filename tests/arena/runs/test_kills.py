"""Runs that are killed, told to stop, short of disk or started twice: nothing is lost, nobody is left."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import chess.pgn
import pytest

from tests.support.arena.processes import appear, survivors
from tests.support.arena.seats import quick
from tests.support.pulse import stretched

resource = pytest.importorskip("resource")

ARENA = (sys.executable, "-P", "-m", "boyi.arena")
GAMES = 300
KILLS = 10
START = 200.0
"""Seconds until a run has begun; it may have to compile."""


STARTED: list[subprocess.Popen[bytes]] = []


@pytest.fixture(autouse=True)
def nothing_is_left():
    """A test that fails leaves no arena behind, whose run might take days."""
    yield
    while STARTED:
        arena = STARTED.pop()
        arena.kill()
        arena.wait()
        if arena.stderr:
            arena.stderr.close()


def start(folder: Path, *words: str, **rest) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    STARTED.append(
        subprocess.Popen((*ARENA, *words), cwd=folder, stdout=subprocess.DEVNULL, stderr=pipe, **rest)
    )
    return STARTED[-1]


def match(mark: str, *words: str) -> tuple[str, ...]:
    """A match whose engines are found by a mark."""
    engines = quick(f"a{mark}"), quick(f"b{mark}")
    return (
        "match",
        *engines,
        "--tc",
        "10",
        "--concurrency",
        "2",
        "--openings",
        "startpos",
        "--folder",
        "run",
        *words,
    )


def wait_until(true, patience: float = START) -> None:
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def lines(folder: Path) -> list[bytes]:
    path = folder / "run" / "games.jsonl"
    return path.read_bytes().splitlines() if path.exists() else []


def numbers(folder: Path) -> list[int]:
    return [json.loads(line)["number"] for line in lines(folder)]


def test_killed_again_and_again_no_game_is_lost_or_counted_twice(tmp_path):
    rng, mark = random.Random("kills"), f"-{os.getpid()}-kills"
    words = match(mark, "--games", str(GAMES))
    for kill in range(KILLS):
        before = len(lines(tmp_path))
        arena = start(tmp_path, *words)
        goal = min(before + rng.randrange(1, GAMES // KILLS), GAMES - 1)
        wait_until(lambda goal=goal: len(lines(tmp_path)) >= goal)
        time.sleep(rng.random() * 0.02)
        arena.kill()
        arena.communicate()
        assert not survivors(mark, 2)
        kept = lines(tmp_path)
        words = ("resume", "run")
        assert len(kept) >= goal, kill
    arena = start(tmp_path, *words)
    assert arena.communicate()[0] is None
    assert arena.returncode == 0
    assert lines(tmp_path)[: len(kept) - 1] == kept[:-1]
    assert sorted(numbers(tmp_path)) == list(range(GAMES))
    with (tmp_path / "run" / "games.pgn").open() as file:
        rounds = []
        while (game := chess.pgn.read_game(file)) is not None:
            assert not game.errors
            rounds.append(int(game.headers["Round"].partition(".")[2]) - 1)
    assert rounds == numbers(tmp_path)


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["INT", "TERM"]
)
def test_told_to_stop_it_leaves_nobody_behind_and_can_go_on(tmp_path, number, code):
    mark = f"-{os.getpid()}-{number.name}"
    arena = start(tmp_path, *match(mark, "--games", "100000"))
    wait_until(lambda: len(lines(tmp_path)) > 5)
    appear(mark, 5)
    arena.send_signal(number)
    told = arena.communicate(timeout=stretched(5))[1].decode()
    assert arena.returncode == code
    assert told == f"arena: broken off by {number.name}; to go on: arena resume run\n"
    assert not survivors(mark, 0)
    assert sorted(numbers(tmp_path)) == sorted(set(numbers(tmp_path)))
    again = start(tmp_path, "resume", "run")
    done = len(lines(tmp_path))
    wait_until(lambda: len(lines(tmp_path)) > done)
    again.kill()
    again.communicate()
    assert not survivors(mark, 2)


def test_engines_in_deep_thought_are_gone_too(tmp_path):
    mark = f"-{os.getpid()}-thought"
    engines = quick(f"a{mark}", "deaf to SIGTERM"), quick(f"b{mark}", "hangs")
    arena = start(tmp_path, "match", *engines, "--tc", "1000", "--folder", "run")
    appear(mark, 3, START)
    time.sleep(0.3)
    arena.send_signal(signal.SIGTERM)
    arena.communicate(timeout=stretched(5))
    assert arena.returncode == 143
    assert not survivors(mark, 0)


def test_one_arena_to_a_folder(tmp_path):
    mark = f"-{os.getpid()}-lock"
    arena = start(tmp_path, *match(mark, "--games", "100000"))
    wait_until(lambda: len(lines(tmp_path)) > 2)
    other = start(tmp_path, "resume", "run")
    assert other.communicate()[1] == b"arena: run is in use by another arena\n"
    assert other.returncode == 2
    assert arena.poll() is None
    stats = subprocess.run((*ARENA, "stats", "run"), cwd=tmp_path, capture_output=True, check=True)
    assert b"against" in stats.stdout
    arena.kill()
    arena.communicate()


def test_a_full_disk_ends_the_run_with_one_line(tmp_path):
    mark = f"-{os.getpid()}-disk"
    most = 100_000
    full = start(
        tmp_path,
        *match(mark, "--games", "100000", "--log", "all"),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )
    told = full.communicate(timeout=120)[1].decode().splitlines()
    assert full.returncode == 2
    assert told[-1] == "arena: run/games.jsonl: File too large"
    assert [line.partition(":")[0] for line in told] == ["arena"] * len(told)
    assert len(told) <= 2
    assert not survivors(mark, 0)
    played = numbers(tmp_path)
    assert len(played) > 10
    assert len(set(played)) == len(played)
    assert lines(tmp_path)[-1].endswith(b"}")


def test_a_full_disk_behind_stdout(tmp_path):
    mark = f"-{os.getpid()}-stdout"
    with Path("/dev/full").open("w") as full:
        words = (*ARENA, *match(mark, "--games", "100000"))
        arena = subprocess.run(words, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, check=False)
    assert arena.returncode == 2
    assert arena.stderr == b"arena: [Errno 28] No space left on device\n"
    assert not survivors(mark, 0)


def test_nobody_listens(tmp_path):
    mark = f"-{os.getpid()}-pipe"
    words, pipe = (*ARENA, *match(mark, "--games", "100000")), subprocess.PIPE
    arena = subprocess.Popen(words, cwd=tmp_path, stdout=pipe, stderr=pipe)
    assert arena.stdout is not None
    arena.stdout.readline()
    arena.stdout.close()
    assert arena.stderr is not None
    assert arena.stderr.read() == b""
    arena.stderr.close()
    assert arena.wait(10) == 141
    assert not survivors(mark, 0)
