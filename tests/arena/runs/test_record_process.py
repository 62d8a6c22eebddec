"""Records that are written while games are played, by a process that outlives nobody."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boyi.arena.game.openings import Opening
from boyi.arena.game.record import GamePly, GameRecord
from boyi.arena.game.result import GameResult
from boyi.arena.runs.record_writer import record_process
from boyi.arena.runs.settings import RunSettings
from boyi.arena.runs.store import Store

ENGINES = [{"name": name, "command": "chess"} for name in "ab"]
RECORD = GameRecord(None, (GamePly("e2e4", 1, 1000), GamePly("e7e5", 1, 1000)))
PATIENCE = 60.0


@pytest.fixture
def store(tmp_path):
    settings = RunSettings.read({"engines": ENGINES}, "settings")
    with Store.create(tmp_path / "run", settings, [Opening()]) as made:
        yield made


def enter(store: Store, number: int) -> None:
    result = GameResult(number, number // 2, ("a", "b"), 0.5, "stalemate", 2, "startpos", 0.1)
    store.ledger.append(result, RECORD)


def wait_for(store: Store, games: int) -> None:
    path, end = store.folder / "games.pgn", time.monotonic() + PATIENCE
    while not path.exists() or path.read_text().count("[Event ") < games:
        assert time.monotonic() < end, f"{games} records were not written"
        time.sleep(0.05)


def test_records_keep_up_with_the_ledger(store):
    enter(store, 0)
    with record_process(store.folder):
        wait_for(store, 1)
        enter(store, 1)
        enter(store, 2)
        wait_for(store, 3)


def test_a_kill_of_the_arena_ends_it(store):
    code = f"""if True:
        import time
        from pathlib import Path
        from boyi.arena.runs.record_writer import record_process
        with record_process(Path({str(store.folder)!r})):
            time.sleep({PATIENCE})"""
    enter(store, 0)
    arena = subprocess.Popen((sys.executable, "-P", "-c", code))
    wait_for(store, 1)
    children = Path(f"/proc/{arena.pid}/task/{arena.pid}/children").read_text().split()
    assert children
    arena.kill()
    arena.wait()
    end = time.monotonic() + PATIENCE
    while any(_lives(int(child)) for child in children):
        assert time.monotonic() < end, "it outlived the arena"
        time.sleep(0.05)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
