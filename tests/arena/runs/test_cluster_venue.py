"""Runs whose games a cluster plays: those of one machine, whatever becomes of the workers."""

import json
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest

from boyi.arena.__main__ import main
from boyi.arena.runs.engines import EngineConfig
from boyi.arena.runs.luggage import pack, unpack
from tests.arena.farm.test_cluster import address_of, running, scheduler
from tests.support.arena.kills import hands_of
from tests.support.arena.processes import appear, survivors
from tests.support.arena.seats import quick

SLOW = (
    "import runpy, boyi.arena.farm.speed as speed; speed.measured_together = lambda *_: {'chess': 500.0}; "
    "runpy.run_module('boyi.arena.farm.worker', run_name='__main__')"
)
"""A worker that finds itself slow."""
FEW = ("--games", "4", "--tc", "nodes=200", "--length", "12")


@pytest.fixture(scope="module")
def cluster():
    """The address of a scheduler with two workers, and the process that keeps them."""
    with scheduler() as (_, told):
        address = address_of(told)
        with running("-c", SLOW, address, "--processes", "2", "--games", "chess") as (process, _):
            yield address, psutil.Process(process.pid)


def match(folder, *words):
    engines = "chess?name=a&Hash=1&Evaluator=material", "chess?name=b&Hash=1"
    return main(["match", *engines, *FEW, "--folder", str(folder), *words])


def games(folder):
    """Moves and results by the numbers of games, each of which stands there once."""
    lines = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    found = {line["number"]: (line["score"], [ply[0] for ply in line["record"][1]]) for line in lines}
    assert len(found) == len(lines)
    return found


def kill_one(folder, process):
    """Kill a worker while it plays."""
    while not (path := folder / "games.jsonl").exists() or not path.stat().st_size:
        time.sleep(0.02)
    hands_of(process)[0].kill()


def test_a_cluster_plays_the_games_of_one_machine(tmp_path, cluster):
    address, process = cluster
    assert match(tmp_path / "one") == 0
    killer = threading.Thread(target=kill_one, args=(tmp_path / "many", process))
    killer.start()
    assert match(tmp_path / "many", "--cluster", address) == 0
    killer.join()
    whole = games(tmp_path / "one")
    assert games(tmp_path / "many") == whole and len(whole) == 4
    shutil.copytree(tmp_path / "many", tmp_path / "part")
    ledger = tmp_path / "part" / "games.jsonl"
    ledger.write_text("".join(ledger.read_text().splitlines(keepends=True)[:2]) + '{"number"')
    assert main(["resume", str(tmp_path / "part"), "--cluster", address]) == 0
    assert games(tmp_path / "part") == whole


def test_a_slow_worker_gives_more_time_and_says_so(tmp_path, cluster, capsys):
    words = ("--games", "2", "--tc", "3+0.5", "--speed", "1000", "--openings", "startpos", "--log", "all")
    engines = quick("a"), quick("b", "plays illegal")
    folder = ("--folder", str(tmp_path / "run"), "--cluster", cluster[0])
    assert main(["match", *engines, *words, *folder]) == 0
    lines = [json.loads(line) for line in (tmp_path / "run" / "games.jsonl").read_text().splitlines()]
    assert [line["pace"] for line in lines] == [2.0, 2.0]
    out, err = capsys.readouterr()
    assert out.count("2.00 times the time") == 2
    assert "has 0.50 of the speed: its games get 2.00 times the time" in err
    assert json.loads((tmp_path / "run" / "settings.json").read_text())["speed"] == 1000
    logs = "".join(path.read_text() for path in (tmp_path / "run" / "logs").iterdir())
    assert "wtime 6000" in logs and "winc 1000" in logs
    assert "illegal move: " in logs


def test_workers_give_up_what_nobody_waits_for(tmp_path, cluster):
    mark = f"-{tmp_path.name}-thought"
    engines = quick(f"a{mark}"), quick(f"b{mark}", "hangs")
    words = (
        "--tc",
        "1000",
        "--speed",
        "500",
        "--folder",
        "run",
        "--cluster",
        cluster[0],
        "--openings",
        "startpos",
    )
    command = (sys.executable, "-P", "-m", "boyi.arena", "match", *engines, *words)
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as arena:
        appear(mark, 5)  # the arena, and two engines of each worker
        arena.send_signal(signal.SIGTERM)
        told = arena.communicate(timeout=60)[1].decode()
    assert (arena.returncode, told.count("\n")) == (143, 1)
    assert not survivors(mark, 30)


def test_a_cluster_that_is_not_there_is_one_line(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("boyi.arena.farm.cluster.PATIENCE", 0.3)
    assert match(tmp_path / "run", "--cluster", "tcp://127.0.0.1:1") == 2
    assert re.fullmatch(r"arena: .* can't be reached: .*\n", capsys.readouterr().err)


def test_weights_and_books_travel(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    (here / "net").write_bytes(b"net")
    (here / "book").write_bytes(b"book")
    options = {"EvalFile": "net", "BookFile": f"book; {here / 'absent'}", "Hash": "1"}
    engines = EngineConfig("a", "chess", directory=str(here), options=options), EngineConfig("b", "other")
    packed = pack(engines)
    here.rename(tmp_path / "gone")
    there.mkdir()
    own, other = unpack(engines, packed, there)
    first, second = own.options["BookFile"].split(";")
    assert (Path(own.options["EvalFile"]).read_bytes(), Path(first).read_bytes()) == (b"net", b"book")
    assert second.endswith("absent") and own.options["Hash"] == "1"
    assert own.directory == str(there) and other.options == {}
