"""Engines, arena and trainer as on Windows and macOS: Python has that system's names; kernels are the host's.

That shows which calls are made, not how that system answers them.
"""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from boyi.engines import load_game, warmup
from boyi.engines.evaluation import Evaluation
from tests.support.protocol.playing import group_is_gone
from tests.support.systems.running import PATIENCE, ROOT, result_of, run, start

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="plays other systems on Linux")
systems = pytest.mark.parametrize("system", ["win32", "darwin"])
QUICK = ROOT / "tests" / "support" / "fakes" / "scripted.py"
RULES = ("uci => say uciok", "isready => say readyok", "go => say bestmove e2e4")

IMPORTS = """
import importlib, pkgutil, sys
OTHERS = {"posix", "groups", "linux", "macos", "jobs", "windows"}
for root in ("engines", "protocol", "arena", "learning", "server"):
    package = importlib.import_module(f"boyi.{root}")
    for module in pkgutil.walk_packages(package.__path__, f"boyi.{root}."):
        name = module.name.rpartition(".")[2]
        if name != "convolution" and not (".platforms." in module.name and name in OTHERS):
            importlib.import_module(module.name)
            print(module.name)
"""
EXAMINED = f"""
import sys
from pathlib import Path
from boyi.arena.compliance.base.process import ExaminedProcess, Fault
words = [sys.executable, "-I", "-S", {str(QUICK)!r}, "hello => say 你好; complain trouble", "quit => exit 3"]
with ExaminedProcess(words) as one:
    one.say("hello")
    print(ascii(one.hear("你", 10).last))
    one.send_lines(b"x" * 3_000_000)
    one.say("quit")
    print(one.exit_code(10), list(one.complaints))
with ExaminedProcess(words) as one:
    one.hang_up()
    print(one.exit_code(10))
with ExaminedProcess([sys.executable, "-c", "import time; time.sleep(100)"]) as one:
    print(one._process.pid)
"""


@pytest.fixture(scope="module")
def kernels() -> None:
    """Compiled before, so that nothing has to be under another system's name."""
    for name in ("chess", "connect6"):
        game = load_game(name)
        warmup.ensure(game, Evaluation(game))


@systems
def test_every_module_can_be_imported(system):
    assert len(result_of(system, IMPORTS).splitlines()) > 300


@systems
def test_an_engine_plays(system, kernels):
    done = run(system, "-m", "boyi.engines.chess", said="uci\nposition startpos\ngo depth 3\nquit\n")
    assert done.returncode == 0
    assert "bestmove" in done.stdout
    assert "info depth 3" in done.stdout
    assert "compiling" not in done.stderr


@systems
def test_a_clock_ends_a_search(system, kernels):
    """Python sets the deadline, and kernels see it pass."""
    done = run(system, "-m", "boyi.engines.chess", said="uci\nposition startpos\ngo movetime 200\nisready\n")
    assert "bestmove" in done.stdout


@systems
def test_a_signal_ends_an_engine(system, kernels):
    number = signal.Signals["SIGUSR2" if system == "win32" else "SIGTERM"]  # that stands for SIGBREAK
    with start(system, "-m", "boyi.engines.chess") as engine:
        assert engine.stdin
        assert engine.stdout
        engine.stdin.write("uci\nposition startpos\ngo infinite\n")
        engine.stdin.flush()
        while "info depth" not in engine.stdout.readline():
            pass
        engine.send_signal(number)
        assert "bestmove" in engine.communicate(timeout=PATIENCE)[0]
    assert engine.returncode == 0


@systems
def test_a_match(system, tmp_path, kernels):
    folder = tmp_path / "a run 棋"
    players = [f"chess?Hash=1&name={name}" for name in "ab"]
    words = ["match", *players, "--games", "2", "--tc", "nodes=100", "--folder", str(folder), "--log", "all"]
    done = run(system, "-m", "boyi.arena", *words)
    assert done.returncode == 0, done.stderr
    assert len((folder / "games.jsonl").read_text("utf-8").splitlines()) == 2
    assert (folder / "games.pgn").read_text("utf-8").count("[Result ") == 2


@systems
def test_a_match_broken_off_by_a_signal_leaves_nothing(system, tmp_path):
    """The engine hears no farewell and no polite signal."""
    number = signal.SIGINT if system == "win32" else signal.SIGTERM
    with _match(system, tmp_path) as arena:
        pid = _pid_of_engine(arena, tmp_path)
        arena.send_signal(number)
        _, told = arena.communicate(timeout=PATIENCE)
    assert arena.returncode == 128 + number
    assert f"broken off by {number.name}" in told
    assert group_is_gone(pid)


def test_an_engine_dies_with_the_arena_on_a_mac(tmp_path):
    with _match("darwin", tmp_path) as arena:
        pid = _pid_of_engine(arena, tmp_path)
        arena.kill()
    assert group_is_gone(pid)


def _match(system: str, folder: Path) -> "subprocess.Popen[str]":
    rules = " ".join(f"'{rule}'" for rule in ("uci => say uciok", "isready => say readyok", "go => hang"))
    stays = f"{sys.executable} -I -S {QUICK} {rules}".replace("'", '"')
    words = [
        "match",
        f"{stays}?name=a",
        f"{stays}?name=b",
        "--games",
        "2",
        "--tc",
        "100",
        "--folder",
        str(folder / "run"),
    ]
    return start(system, "-m", "boyi.arena", *words, "--log", "all")


def _pid_of_engine(arena: "subprocess.Popen[str]", folder: Path) -> int:
    """The number of a process that has been asked for a move, as the log tells it."""
    log = folder / "run" / "logs" / "1-a.log"
    while arena.poll() is None:
        text = log.read_text("utf-8") if log.exists() else ""
        if " > go" in text:
            return int(text.partition("# process ")[2].partition(":")[0])
    raise AssertionError(arena.stderr and arena.stderr.read())


@systems
def test_one_arena_has_a_folder(system, tmp_path):
    with _match(system, tmp_path) as arena:
        _pid_of_engine(arena, tmp_path)
        done = run(system, "-m", "boyi.arena", "resume", str(tmp_path / "run"))
        arena.send_signal(signal.SIGINT)
        arena.communicate(timeout=PATIENCE)
    assert done.returncode == 2
    assert "is in use by another arena" in done.stderr


@systems
def test_an_engine_is_examined(system):
    spoken, ended, hung_up, pid = result_of(system, EXAMINED).splitlines()
    assert spoken == ascii("你好")
    assert ended == "3 ['trouble']"
    assert hung_up == "0"
    assert group_is_gone(int(pid))


@systems
def test_a_run_of_training(system, tmp_path, kernels):
    folder = tmp_path / "a run 棋"
    done = run(system, "-m", "boyi.learning", "roads", str(folder), "--steps", "1", "--nodes", "20")
    assert done.returncode == 0, done.stderr
    assert list(folder.glob("*-00000001.safetensors"))
